// Every command with its one-line meaning, its settings and where it lives.
import { describeSettings, environmentName } from "../data/settings/settings.js";
import { formatTable } from "../data/settings/text-table.js";
import type { Command, Commands } from "./command.js";

export const COMMANDS: Commands = {
  build: {
    usage: "--sources FILE --out DIR [options]",
    summary: "read module repositories and write a snapshot",
    example: "--sources sources.json --out snapshots",
    load: async () => (await import("../builder/main.js")).runBuild,
    loadSettings: async () => (await import("../builder/config.js")).BUILD_SETTINGS,
  },
  merge: {
    usage: "SHARDS --out DIR [options]",
    summary: "make one snapshot of the shards of a build",
    example: "shards --out snapshots",
    load: async () => (await import("../builder/main.js")).runMerge,
    loadSettings: async () => (await import("../builder/config.js")).MERGE_SETTINGS,
  },
  serve: {
    usage: "--snapshot DIR [options]",
    summary: "serve the website and the /v1 routes from a snapshot",
    example: "--snapshot snapshots --port 8080",
    load: async () => {
      const { runServe } = await import("../server/commands/serve.js");
      return (words, context) => runServe(words, { ...context, createModuleReader });
    },
    loadSettings: async () => (await import("../server/config.js")).SERVE_SETTINGS,
  },
  verify: {
    usage: "--snapshot DIR",
    summary: "check every byte of a snapshot",
    example: "--snapshot snapshots",
    load: async () => (await import("../server/commands/inspect.js")).runVerify,
    loadSettings: async () => (await import("../server/config.js")).VERIFY_SETTINGS,
  },
  inspect: {
    usage: "--snapshot DIR [--json]",
    summary: "show counts, sources with commits, sizes and diagnostics",
    example: "--snapshot snapshots",
    load: async () => (await import("../server/commands/inspect.js")).runInspect,
    loadSettings: async () => (await import("../server/config.js")).INSPECT_SETTINGS,
  },
  diff: {
    usage: "OLD NEW [options]",
    summary: "show what changed from one snapshot to another",
    example: "snapshots.old snapshots",
    load: async () => (await import("../server/commands/diff.js")).runDiff,
    loadSettings: async () => (await import("../server/config.js")).DIFF_SETTINGS,
  },
  export: {
    usage: "--snapshot DIR --out FILE [options]",
    summary: "write all modules to a file: JSON lines, CSV or SQLite",
    example: "--snapshot snapshots --out modules.csv --format csv",
    load: async () => (await import("../server/commands/export.js")).runExport,
    loadSettings: async () => (await import("../server/config.js")).EXPORT_SETTINGS,
  },
  pack: {
    usage: "--snapshot DIR --out FILE [options]",
    summary: "pack a snapshot into one file",
    example: "--snapshot snapshots --out snapshot.tar",
    load: async () => (await import("../data/ship/main.js")).runPack,
    loadSettings: async () => (await import("../data/ship/config.js")).PACK_SETTINGS,
  },
  sign: {
    usage: "--archive FILE --sign KEYFILE [options]",
    summary: "sign an archive of pack, on a machine without a network",
    example: "--archive snapshot.tar --sign private.pem",
    load: async () => (await import("../data/ship/release/sign-command.js")).runSign,
    loadSettings: async () => (await import("../data/ship/config.js")).SIGN_SETTINGS,
  },
  publish: {
    usage: "(--snapshot DIR | --archive FILE) --to TARGET [options]",
    summary: "put a snapshot where other machines can pull it",
    example: "--snapshot snapshots --to /srv/releases --sign private.pem",
    load: async () => (await import("../data/ship/main.js")).runPublish,
    loadSettings: async () => (await import("../data/ship/config.js")).PUBLISH_SETTINGS,
  },
  pull: {
    usage: "--from TARGET --out DIR --key PUBLICKEY [options]",
    summary: "fetch a published snapshot and make it the current one",
    example: "--from https://example.org/releases --out snapshots --key public.pem",
    load: async () => (await import("../data/ship/pull-command.js")).runPull,
    loadSettings: async () => (await import("../data/ship/config.js")).PULL_SETTINGS,
  },
  query: {
    usage: "QUESTION… --snapshot DIR [options]",
    summary: "answer any question of the interface without a server",
    example: "model sale.order --snapshot snapshots --platform-version 17.0",
    load: async () => (await import("../server/commands/query.js")).runQuery,
    describe: async () => (await import("../server/commands/query.js")).describeQuestions(),
    loadSettings: async () => (await import("../server/commands/query-settings.js")).QUERY_SETTINGS,
  },
  plan: {
    usage: "--snapshot DIR --platform-version V [MODULE…] [options]",
    summary: "plan an installation: all modules that a list needs, and how to install them",
    example: "--snapshot snapshots --platform-version 17.0 sale_management stock",
    ...askModules("plan"),
  },
  migration: {
    usage: "--snapshot DIR --from V --to V [MODULE…] [options]",
    summary: "show how to migrate a list of modules to another Odoo version",
    example: "--snapshot snapshots --from 16.0 --to 17.0 --modules requirements.txt",
    ...askModules("migration"),
  },
  upgrade: {
    usage:
      "--snapshot DIR --from V --to V [MODULE…] [options], or --snapshot DIR --lock FILE, or --path FOLDER --from COMMIT --to COMMIT",
    summary: "show what an upgrade does to the database, and what is lost without a script",
    example: "--snapshot snapshots --from 16.0 --to 17.0 --modules requirements.txt",
    load: async () => (await import("./upgrade/upgrade-command.js")).runUpgradeCommand,
    loadSettings: async () => (await import("../server/config.js")).UPGRADE_SETTINGS,
  },
  check: {
    usage: "FOLDER|FILE… (--snapshot DIR | --server URL) [options]",
    summary:
      "find references in modules, given as folders or single files, that do not exist in an installation",
    example: "my_module --snapshot snapshots --platform-version 17.0",
    failed: 3,
    load: async () => {
      (await import("../builder/reading/optimize-late.js")).optimizeLate();
      return (await import("./check/check-command.js")).runCheck;
    },
    loadSettings: async () => (await import("./check/check-settings.js")).CHECK_SETTINGS,
  },
  needs: {
    usage:
      "--snapshot DIR --out FILE --endpoint URL --model NAME (--modules LIST|FILE | --missing) [options]",
    summary:
      "draft needs with a language model, for review: sentences that tell what a module is for",
    example:
      "--snapshot snapshots --out needs.tsv --endpoint http://localhost:11434/v1 --model NAME --missing",
    load: async () => (await import("./needs/needs-command.js")).runNeeds,
    loadSettings: async () => (await import("./needs/needs-settings.js")).NEEDS_SETTINGS,
  },
  mcp: {
    usage: "--snapshot DIR [options]",
    summary: "MCP server for AI agents, over standard input and output",
    example: "--snapshot snapshots",
    load: async () => (await import("../server/commands/mcp.js")).runMcp,
    loadSettings: async () => (await import("../server/config.js")).MCP_SETTINGS,
  },
};

const loadModuleQuestion = () => import("../server/commands/module-question.js");

/** A question about a list of modules, which has the options of its route. */
function askModules(name: "plan" | "migration"): Pick<Command, "load" | "loadSettings"> {
  return {
    load: async () => {
      const { runModuleQuestion } = await loadModuleQuestion();
      return (words, context) => runModuleQuestion(name, words, context);
    },
    loadSettings: async () => (await loadModuleQuestion()).listSettings(name),
  };
}

/** Commands for special cases; the others come first in the list. */
const ADVANCED: ReadonlySet<string> = new Set(["merge", "verify", "diff", "pack", "sign", "needs"]);

export function describeProgram(): string {
  const rows = Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary] as const);
  const list = (isAdvanced: boolean): readonly string[] =>
    formatTable(
      rows.filter(([name]) => ADVANCED.has(name) === isAdvanced),
      { indent: "  " },
    );
  return [
    "Usage: module-lookup COMMAND [options]",
    "",
    ...list(false),
    "",
    "Advanced:",
    ...list(true),
    "",
    'Options of a command: "module-lookup COMMAND --help". Version: --version.',
    "Exit codes: 0 done; 1 failed, or something has to be done; 2 wrong usage; 3 no result: it depends on modules",
    "that are not indexed, or nothing was checked; 130 and 143 stopped by Ctrl-C and SIGTERM.",
  ].join("\n");
}

export async function describeCommand(name: string, command: Command): Promise<string> {
  const settings = await command.loadSettings();
  const [first] = Object.keys(settings);
  const head = [
    `Usage: module-lookup ${name} ${command.usage}`,
    `Example: module-lookup ${name} ${command.example}`,
    "",
    `${command.summary[0]?.toUpperCase() ?? ""}${command.summary.slice(1)}.`,
  ];
  if (first === undefined) return head.join("\n");
  return [
    ...head,
    "",
    ...(command.describe === undefined ? [] : [await command.describe(), ""]),
    describeSettings(settings),
    "",
    `Every option can also be set in the environment: --${first} is ${environmentName(first)}.`,
  ].join("\n");
}

/** Reader of modules that clients send to a service, in a process of its own. */
const createModuleReader = async () =>
  (await import("../builder/reading/read-written.js")).createModuleReader();
