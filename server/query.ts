// `module-lookup query`: the very routes of the service, asked without a socket.
import type { CommandContext } from "../cli/command.js";
import { readSettingsAndWords, type SettingsOf } from "../cli/settings.js";
import { ConfigError } from "../data/operator-error.js";
import { createApp } from "./app.js";
import { DEFAULT_LIMITS, QUERY_SETTINGS } from "./config.js";
import type { ParameterFault } from "./problem.js";
import { describeProblem, type ProblemBody } from "./problem-text.js";
import { UNWATCHED_STATE } from "./service-state.js";
import { openExportGate } from "./export-gate.js";
import { SnapshotHolder } from "./snapshot-holder.js";

type QuerySettings = SettingsOf<typeof QUERY_SETTINGS>;

/** Options that stand for query parameters of the routes; `--depends-on` for `depends_on`. */
type QueryOption = Exclude<keyof QuerySettings, "snapshot" | "weights" | "json">;

/** What the words of the command ask for. */
interface Question {
  /** How such words look, for messages. */
  readonly form: string;
  readonly path: string;
  /** The options that the route takes. */
  readonly options: readonly QueryOption[];
  /** The rows are too deep for a table. */
  readonly isDeep?: boolean;
  /** Parameters that are words and not options. */
  readonly parameters?: Readonly<Record<string, string>>;
}

const MODULE_OPTIONS = ["org", "repo", "include", "fields", "view"] as const;
const PAGE_OPTIONS = ["platform-version", "limit", "offset"] as const;
const NAME_SEARCH_OPTIONS = [...PAGE_OPTIONS, "installable", "explain"] as const;
const WHERE_OPTIONS = [...PAGE_OPTIONS, "org", "repo"] as const;
const FILTERED_SEARCH_OPTIONS = [
  ...NAME_SEARCH_OPTIONS,
  "term",
  "category",
  "depends-on",
  "application",
  "license",
  "author",
  "maintainer",
  "organization",
  "repository",
  "development-status",
  "updated-since",
  "sort",
] as const;

/**
 * Exit code 1 when the answer is an error, as for a name that does not exist.
 * @throws ConfigError `query_invalid` when nothing is asked, or with wrong options
 */
export async function runQuery(words: readonly string[], context: CommandContext): Promise<number> {
  const read = readSettingsAndWords("query", QUERY_SETTINGS, words, context.environment);
  const question = toQuestion(read.words);
  refuseUnused(question, read.given);
  const response = await ask(toAddress(question, read.settings), read.settings);
  const body: unknown = await response.json();
  if (response.ok) {
    context.print(
      read.settings.json ? JSON.stringify(body, null, 2) : formatAnswer(body, question),
    );
    return 0;
  }
  const problem = body as ProblemBody;
  if (problem.errors !== undefined) throw toConfigError(problem.errors);
  if (read.settings.json) context.print(JSON.stringify(body, null, 2));
  else context.printError(`module-lookup: ${describeProblem(problem)}`);
  return 1;
}

async function ask(address: URL, settings: QuerySettings): Promise<Response> {
  const holder = await SnapshotHolder.open(settings.snapshot, {
    embedder: settings.weights === undefined ? {} : { model: settings.weights },
  });
  try {
    let defect: unknown;
    const app = createApp({
      holder,
      state: UNWATCHED_STATE,
      maxParameterChars: DEFAULT_LIMITS["max-parameter-chars"],
      exports: openExportGate(DEFAULT_LIMITS),
      onDefect: (error) => (defect = error),
    });
    const response = await app.fetch(new Request(address));
    if (defect !== undefined) throw defect;
    return response;
  } finally {
    holder.close();
  }
}

/** @throws ConfigError `query_invalid` when the words ask nothing that can be answered */
function toQuestion(words: readonly string[]): Question {
  const [kind = "", ...rest] = words;
  const question = rest.includes("") ? undefined : findQuestion(kind, rest);
  if (question !== undefined) return question;
  throw new ConfigError({
    code: "query_invalid",
    message: `"query ${words.join(" ")}" is no question; write "query module NAME [VERSION]", "query model NAME", "query field MODEL NAME", "query method MODEL NAME", "query view ID", "query repo NAME", "query search [NAME]" or "query semantic TEXT".`,
    expected: "module, model, field, method, view, repo, search or semantic",
    got: words.join(" "),
  });
}

function findQuestion(kind: string, rest: readonly string[]): Question | undefined {
  const [first = "", second = ""] = rest.map(encodeURIComponent);
  const count = rest.length;
  const text = rest.join(" ");
  if (kind === "module" && count === 1) {
    return { form: "module NAME", path: `/v1/module/${first}`, options: [] };
  }
  if (kind === "module" && count === 2) {
    const path = `/v1/module/${first}/${second}`;
    return { form: "module NAME VERSION", path, options: MODULE_OPTIONS, isDeep: true };
  }
  if ((kind === "model" || kind === "view") && count === 1) {
    const form = kind === "model" ? "model NAME" : "view ID";
    return { form, path: `/v1/${kind}/${first}`, options: WHERE_OPTIONS };
  }
  if ((kind === "field" || kind === "method") && count === 2) {
    const path = `/v1/${kind}/${first}/${second}`;
    return { form: `${kind} MODEL NAME`, path, options: WHERE_OPTIONS };
  }
  if (kind === "repo" && count === 1) {
    return { form: "repo NAME", path: `/v1/repo/${first}`, options: [] };
  }
  if (kind === "search" && count === 0) {
    return { form: "search", path: "/v1/search", options: FILTERED_SEARCH_OPTIONS };
  }
  if (kind === "search") {
    const path = `/v1/search/${encodeURIComponent(text)}`;
    return { form: "search NAME", path, options: NAME_SEARCH_OPTIONS };
  }
  if (kind === "semantic" && count > 0) {
    const path = "/v1/semantic-search";
    return { form: "semantic TEXT", path, options: PAGE_OPTIONS, parameters: { q: text } };
  }
  return undefined;
}

/**
 * An option that changes nothing would leave its user in a wrong belief. In the environment it may
 * stand for other questions.
 * @throws ConfigError `query_invalid`
 */
function refuseUnused({ form, options }: Question, given: readonly string[]): void {
  const isUsed = (name: string): boolean =>
    ["snapshot", "weights", "json", ...options].includes(name);
  const unused = given.filter((name) => !isUsed(name)).map((name) => `--${name}`);
  if (unused.length === 0) return;
  const taken = options.map((name) => `--${name}`).join(", ") || "no options of its own";
  throw new ConfigError({
    code: "query_invalid",
    message: `"query ${form}" does not use ${unused.join(", ")}; it takes ${taken}; see "module-lookup query --help".`,
    expected: taken,
    got: unused.join(", "),
  });
}

function toAddress({ path, options, parameters }: Question, settings: QuerySettings): URL {
  // Only path and query are looked at; the host is never contacted.
  const address = new URL(path, "http://localhost");
  for (const option of options) {
    const value = settings[option];
    if (value === undefined || value === false) continue;
    address.searchParams.set(option.replaceAll("-", "_"), String(value));
  }
  for (const [name, value] of Object.entries(parameters ?? {})) {
    address.searchParams.set(name, value);
  }
  return address;
}

/** Faults of parameters as faults of the options and words that stand for them. */
function toConfigError(faults: readonly ParameterFault[]): ConfigError {
  const details = faults.map(({ parameter, detail }) => {
    const option = parameter.replaceAll("_", "-");
    return `${option in QUERY_SETTINGS ? `--${option}` : parameter} ${detail}`;
  });
  return new ConfigError({
    code: "query_invalid",
    message: `${details.join("; ")}; see "module-lookup query --help".`,
    expected: "options as the routes take them",
    got: details.join("; "),
  });
}

/** Lists as a table, anything else as indented JSON. */
function formatAnswer(body: unknown, { isDeep = false }: Question): string {
  if (!Array.isArray(body) || isDeep) return JSON.stringify(body, null, 2);
  if (body.length === 0) return "Nothing found.";
  const rows = body.map((row: Readonly<Record<string, unknown>>) => Object.values(row).map(toCell));
  const header = Object.keys(body[0] as object);
  const widths = header.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function toCell(value: unknown): string {
  if (Array.isArray(value)) return value.join(" ");
  if (typeof value === "object" && value !== null) {
    return Object.entries(value)
      .map(([key, versions]) => `${key}: ${[versions].flat().join(" ")}`)
      .join("; ");
  }
  return String(value);
}
