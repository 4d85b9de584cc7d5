// The pages of docs/ that follow from declarations and are read where there is no service to ask: commands, errors,
// dataset. `make docs` writes them; a test compares the files with what is made here. What a service says of itself
// (/openapi.json, /metrics, the list of tools) is not written down once more.
import { COMMANDS } from "../../cli/commands.js";
import type { Setting, SettingsTable } from "../../data/settings/settings.js";
import { DIAGNOSTICS } from "../../data/diagnostic-codes.js";
import { LIMIT_SETTINGS } from "../../server/config.js";
import { PROBLEMS } from "../../server/contract/problem-catalog.js";
import {
  UPGRADE_CLASSES,
  UPGRADE_CODES,
} from "../../server/contract/shape/migration/upgrade-codes.js";
import {
  FINDING_KINDS,
  FINDINGS_PAGE,
  RULES,
} from "../../server/registry/check/development/finding-kinds.js";
import { describeDataset } from "./reference-dataset.js";
import { toCode, toTable, toText } from "./reference-table.js";

const GENERATED =
  "<!-- Written by `make docs` from the declarations in the source; change those. -->";

const QUESTIONS =
  "What is asked is the path of a [route](routes.md) without `/v1`, as `query module sale_management 17.0 dependents`; the options are the route's parameters, and one that it does not have is refused. `module-lookup query --help` lists all questions.";

/** Text by the name of the file in docs/. */
export async function writeReferencePages(): Promise<ReadonlyMap<string, string>> {
  const pages: [string, string][] = [
    ["commands.md", await describeCommands()],
    ["errors.md", describeErrors()],
    ["dataset.md", describeDataset()],
    ["upgrade-codes.md", describeUpgradeCodes()],
    [FINDINGS_PAGE, describeFindings()],
  ];
  return new Map(pages.map(([name, text]) => [name, `${GENERATED}\n\n${text}\n`]));
}

async function describeCommands(): Promise<string> {
  const commands = Object.entries(COMMANDS);
  const sections: string[] = [];
  for (const [name, command] of commands) {
    const settings = await command.loadSettings();
    sections.push(
      `## ${name}`,
      `\`module-lookup ${name} ${command.usage}\``,
      `${toSentence(command.summary)}.`,
      ...(name === "query" ? [QUESTIONS] : []),
      ...(name === "serve" ? describeServe(settings) : [describeSettings(settings)]),
    );
  }
  return toText([
    "# Commands, settings, limits",
    "`module-lookup COMMAND --help` says the same. Every option can be given in the environment as well: `--max-url-bytes` is `MODULE_LOOKUP_MAX_URL_BYTES`; what stands on the command line wins. Exit codes: 0 done, 1 the work failed, 2 wrong usage, 130 and 143 stopped by Ctrl-C and SIGTERM. For `plan`, `migration` and `upgrade` 1 also means that the verdict asks for work. 3 is a plan whose verdict is not known, since it depends on modules outside the index. For `check` 1 also means findings. The unit of a number is in its name.",
    toTable(
      ["command", "does"],
      commands.map(([name, { summary }]) => [`[\`${name}\`](#${name})`, summary]),
    ),
    ...sections,
  ]);
}

function describeServe(settings: SettingsTable): readonly string[] {
  const others = Object.entries(settings).filter(([name]) => !Object.hasOwn(LIMIT_SETTINGS, name));
  return [
    describeSettings(Object.fromEntries(others)),
    "### Limits",
    "Options of `serve` as well; each has a default that suits a public service.",
    describeSettings(LIMIT_SETTINGS),
  ];
}

/** Defaults that depend on who runs the program, and where. */
const MACHINE_DEFAULTS: Readonly<Record<string, string>> = {
  cache: "`~/.cache/module-lookup`",
  jobs: "number of processors",
};

function describeSettings(settings: SettingsTable): string {
  if (Object.keys(settings).length === 0) return "It has no options of its own.";
  return toTable(
    ["option", "default", "meaning"],
    Object.entries(settings).map(([name, setting]) => [
      toCode(setting.type === "flag" ? `--${name}` : `--${name} ${setting.value}`),
      MACHINE_DEFAULTS[name] ?? describeDefault(setting),
      setting.help + describeBounds(setting),
    ]),
  );
}

function describeDefault(setting: Setting): string {
  if (setting.type === "flag") return "off";
  if (setting.type === "text" && setting.required === true) return "required";
  return setting.default === undefined || setting.default === ""
    ? ""
    : toCode(String(setting.default));
}

function describeBounds(setting: Setting): string {
  if (setting.type === "number") return ` (${setting.minimum} to ${setting.maximum})`;
  if (setting.type === "flag" || setting.choices === undefined) return "";
  return `: ${setting.choices.map(toCode).join(", ")}`;
}

function describeUpgradeCodes(): string {
  return toText([
    "# Changes of an upgrade by code",
    "What each change of [an upgrade](upgrade.md) means for the rows that are there. Programs go by `class` and `code`, which never change. `openupgradelib` has the functions.",
    ...Object.entries(UPGRADE_CLASSES).flatMap(([kind, title]) => [
      `## ${title}`,
      `\`class\`: ${toCode(kind)}.`,
      toTable(
        ["code", "what has changed", "what helps"],
        Object.entries(UPGRADE_CODES)
          .filter(([, one]) => one.class === kind)
          .map(([code, { cause, remedy }]) => [toCode(code), cause, remedy]),
      ),
    ]),
  ]);
}

function describeFindings(): string {
  return toText([
    "# Kinds of findings",
    "Findings of [`module-lookup check`](check-in-ci.md). An error makes its exit code 1, a warning does not; a kind that is `off` needs `--select`. A comment in the line of a finding, or alone in the line before, silences it: `# module-lookup: ignore[unknown-field]`, in XML `<!-- module-lookup: ignore[unknown-field] -->`. `--ignore` leaves kinds out, `--baseline` former findings.",
    toTable(
      ["code", "what is wrong", "level", "at versions"],
      RULES.map((rule) => {
        const { means, level, since, until } = FINDING_KINDS[rule];
        const span = [
          ...(since === undefined ? [] : [`from ${since} on`]),
          ...(until === undefined ? [] : [`before ${until}`]),
        ];
        return [toCode(rule), means, level, span.join(", ") || "all"];
      }),
    ),
  ]);
}

function describeErrors(): string {
  return toText([
    "# Errors and diagnostics",
    "## Problems",
    "Every error of the interface is `application/problem+json` (RFC 9457) with `type`, `title`, `status`, `detail`, `instance` and `code`. Some add `errors` (every wrong parameter at once), `suggestions`, `available_versions`, `available_repositories` or `required_at_versions`. Programs go by `code`, which never changes; `type` leads to `/problems/{code}`. `instance` is the path of the request, and missing where none could be read. A search that finds nothing is no error: `200 []`.",
    toTable(
      ["code", "status", "cause", "what helps"],
      Object.entries(PROBLEMS).map(([code, { status, cause, remedy }]) => [
        toCode(code),
        String(status),
        cause,
        remedy,
      ]),
    ),
    "## Diagnostics",
    "What was odd in a file that a build read. Files of 15 years hold everything: what cannot be read costs one diagnostic, never the module. They are counted in the report of a build and in `/v1/snapshot`, and listed with file and line by `/v1/diagnostics` and `inspect --json`.",
    toTable(
      ["code", "meaning"],
      Object.entries(DIAGNOSTICS).map(([code, meaning]) => [toCode(code), meaning]),
    ),
  ]);
}

function toSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
