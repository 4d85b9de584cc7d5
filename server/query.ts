// `module-lookup query`: the very routes of the service, asked without a socket.
import type { CommandContext } from "../cli/command.js";
import { readSettings, type SettingsOf } from "../cli/settings.js";
import { ConfigError } from "../data/operator-error.js";
import { createApp } from "./app.js";
import { DEFAULT_LIMITS, QUERY_SETTINGS } from "./config.js";
import type { ParameterFault } from "./problem.js";
import { SnapshotHolder } from "./snapshot-holder.js";

type QuerySettings = SettingsOf<typeof QUERY_SETTINGS>;

/** Options that are query parameters of the routes, by name. */
const QUERY_PARAMETERS = {
  "platform-version": "platform_version",
  org: "org",
  repo: "repo",
  installable: "installable",
  term: "term",
  category: "category",
  "depends-on": "depends_on",
  limit: "limit",
  offset: "offset",
} as const;

/** The members of a problem that are told to people. */
interface ProblemBody {
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly ParameterFault[];
  readonly suggestions?: readonly string[];
  readonly available_versions?: readonly string[];
  readonly available_repositories?: readonly string[];
}

/**
 * Exit code 1 when the answer is an error, as for a name that does not exist.
 * @throws ConfigError `query_invalid` when nothing is asked, or with wrong options
 */
export async function runQuery(words: readonly string[], context: CommandContext): Promise<number> {
  const read = readSettings("query", QUERY_SETTINGS, words, context.environment);
  const response = await ask(toAddress(read.words, read.settings), read.settings);
  const body: unknown = await response.json();
  if (response.ok) {
    context.print(read.settings.json ? JSON.stringify(body, null, 2) : formatAnswer(body));
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
      state: { refusal: undefined, isStopping: false, readMetrics: () => Promise.resolve("") },
      maxParameterChars: DEFAULT_LIMITS["max-parameter-chars"],
      onDefect: (error) => (defect = error),
    });
    const response = await app.fetch(new Request(address));
    if (defect !== undefined) throw defect;
    return response;
  } finally {
    holder.close();
  }
}

/** The address of the route for the words of the command. @throws ConfigError `query_invalid` */
function toAddress(words: readonly string[], settings: QuerySettings): URL {
  const [kind = "", ...rest] = words;
  const path = toPath(kind, rest);
  if (path === undefined) {
    throw new ConfigError({
      code: "query_invalid",
      message: `"query ${words.join(" ")}" asks nothing; write "query module NAME [VERSION]", "query repo NAME", "query search [NAME]" or "query semantic TEXT".`,
      expected: "module, repo, search or semantic",
      got: words.join(" "),
    });
  }
  // Only path and query are looked at; the host is never contacted.
  const address = new URL(path, "http://localhost");
  for (const [option, parameter] of Object.entries(QUERY_PARAMETERS)) {
    const value = settings[option as keyof typeof QUERY_PARAMETERS];
    if (value !== undefined) address.searchParams.set(parameter, value);
  }
  if (kind === "semantic") address.searchParams.set("q", rest.join(" "));
  return address;
}

function toPath(kind: string, rest: readonly string[]): string | undefined {
  const parts = rest.map(encodeURIComponent);
  if (parts.includes("")) return undefined;
  if (kind === "module" && (parts.length === 1 || parts.length === 2)) {
    return `/v1/module/${parts.join("/")}`;
  }
  if (kind === "repo" && parts.length === 1) return `/v1/repo/${parts.join("")}`;
  if (kind === "search" && parts.length === 0) return "/v1/search";
  if (kind === "search") return `/v1/search/${encodeURIComponent(rest.join(" "))}`;
  if (kind === "semantic" && parts.length > 0) return "/v1/semantic-search";
  return undefined;
}

/** Faults of parameters as faults of the options and words that stand for them. */
function toConfigError(faults: readonly ParameterFault[]): ConfigError {
  const details = faults.map(({ parameter, detail }) => {
    const option = parameter.replaceAll("_", "-");
    return `${option in QUERY_PARAMETERS ? `--${option}` : parameter} ${detail}`;
  });
  return new ConfigError({
    code: "query_invalid",
    message: `${details.join("; ")}; see "module-lookup query --help".`,
    expected: "options as the routes take them",
    got: details.join("; "),
  });
}

function describeProblem(problem: ProblemBody): string {
  const hints = [
    ["Near", problem.suggestions],
    ["It exists at", problem.available_versions],
    ["It is in", problem.available_repositories],
  ] as const;
  const sentences = hints
    .filter(([, names]) => names !== undefined && names.length > 0)
    .map(([intro, names]) => ` ${intro}: ${names?.join(", ")}.`);
  return problem.detail + sentences.join("");
}

/** Lists as a table, anything else as indented JSON. */
function formatAnswer(body: unknown): string {
  if (!Array.isArray(body) || body.some((row) => "models" in row)) {
    return JSON.stringify(body, null, 2);
  }
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
  if (typeof value === "object" && value !== null) {
    return Object.entries(value)
      .map(([key, versions]) => `${key}: ${[versions].flat().join(" ")}`)
      .join("; ");
  }
  return String(value);
}
