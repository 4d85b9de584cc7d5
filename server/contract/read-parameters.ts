// Reading what a client sends by the declarations of its route: every fault of a request is found before
// any is answered.
import { parsePlatformVersion } from "../../data/platform/platform-version.js";
import type { IntegerParameter, Parameter, ParameterTable } from "./parameter.js";
import { Problem, type ParameterFault } from "./problem.js";

export { comparePlatformVersions } from "../../data/platform/platform-version.js";

/** The values of a request as they were sent. */
export interface SentValues {
  /** Values of the path by name, decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The longest value of a parameter, in UTF-16 units. */
  readonly maxChars: number;
}

/** @throws Problem `invalid_parameters` with every fault that was found */
export function readParameters(
  table: ParameterTable,
  sent: SentValues,
): Readonly<Record<string, unknown>> {
  const faults: ParameterFault[] = [];
  const values = Object.entries(table).map(([name, parameter]) => {
    const refuse: Refuse = (detail) => void faults.push({ parameter: name, detail });
    return [name, readSent(name, parameter, sent, refuse)] as const;
  });
  for (const [name, parameter] of Object.entries(table)) {
    const others = parameter.kind === "text" ? (parameter.elsewhere ?? []) : [];
    for (const other of [...others, ...(SAME.get(name) ?? [])]) {
      if (!sent.query.has(other) || Object.hasOwn(table, other)) continue;
      const detail = Object.hasOwn(sent.path, name)
        ? `is ${name} of the path here`
        : `is ${name} here`;
      faults.push({ parameter: other, detail });
    }
  }
  if (faults.length === 0) return splitProviders(table, Object.fromEntries(values));
  const detail = faults.map((fault) => `${fault.parameter} ${fault.detail}`).join("; ");
  throw new Problem("invalid_parameters", `Wrong parameters: ${detail}.`, { errors: faults });
}

/** Names that other routes have for the same. */
const SAME: ReadonlyMap<string, readonly string[]> = new Map([
  ["org", ["organization"]],
  ["organization", ["org"]],
  ["repo", ["repository"]],
  ["repository", ["repo"]],
  ["module", ["modules"]],
  ["modules", ["module"]],
]);

/** Names of repositories, each beside that of its organization. */
const PROVIDERS = [
  ["repo", "org"],
  ["repo_name", "org"],
  ["repository", "organization"],
] as const;

/** Answers name a repository `<org>/<repo>`: a question that does so too means both. */
function splitProviders(
  table: ParameterTable,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const split = PROVIDERS.flatMap(([repository, organization]) => {
    const [, org, repo] = /^([^/]+)\/([^/]+)$/.exec(String(values[repository] ?? "")) ?? [];
    const isFree = Object.hasOwn(table, organization) && values[organization] === undefined;
    return isFree && org !== undefined
      ? ([
          [organization, org],
          [repository, repo],
        ] as const)
      : [];
  });
  return split.length === 0 ? values : { ...values, ...Object.fromEntries(split) };
}

/** Called with what is wrong with a value, which then counts as not given. */
type Refuse = (detail: string) => undefined;

function readSent(name: string, parameter: Parameter, sent: SentValues, refuse: Refuse): unknown {
  const isInPath = Object.hasOwn(sent.path, name);
  const values = isInPath ? [sent.path[name] ?? ""] : sent.query.getAll(name);
  if (values.length > 1) return refuse("must be given once");
  const [value = ""] = values;
  const isGiven = (isList(parameter) ? value.replaceAll(",", "") : value).trim() !== "";
  if (!isGiven && (isInPath || parameter.required === true)) return refuse("is required");
  const maxChars = sent.maxChars * (parameter.kind === "text" ? (parameter.longer ?? 1) : 1);
  if (!isList(parameter) && value.length > maxChars) return refuse(describeTooLong(maxChars));
  // One that is sent empty, as forms do, counts as not sent where any text would do.
  const isSent = isGiven || (values.length > 0 && STRICT.has(parameter.kind));
  if (!isSent) return "default" in parameter ? parameter.default : undefined;
  // A name in the path is taken as it is; blanks around a value of the query mean nothing.
  if (isInPath && parameter.kind === "text") return value;
  return readValue(parameter, value, sent.maxChars, refuse);
}

function isList({ kind }: Parameter): boolean {
  return kind === "list" || kind === "choices";
}

/** Kinds of which an empty value is a wrong one. */
const STRICT: ReadonlySet<Parameter["kind"]> = new Set(["version", "flag", "integer"]);

function readValue(parameter: Parameter, value: string, maxChars: number, refuse: Refuse): unknown {
  switch (parameter.kind) {
    case "text":
      return value.trim();
    case "version":
      return parsePlatformVersion(value.trim()) ?? refuse("must be an Odoo version such as 19.0");
    case "flag":
      return readFlag(value.trim().toLowerCase(), refuse);
    case "integer":
      return readInteger(parameter, value, refuse);
    case "choice": {
      const word = parameter.words.find((one) => one === value.trim().toLowerCase());
      return word ?? refuse(`must be one of ${parameter.words.join(", ")}`);
    }
    case "choices":
      return readChoices(parameter.words, readList(value, Infinity, maxChars, refuse), refuse);
    case "moment":
      return parseMoment(value.trim()) ?? refuse("must be a date such as 2024-01-31");
    case "list":
      return readList(value, parameter.mostValues, maxChars, refuse);
  }
}

const TRUE = new Set(["true", "1", "yes"]);
const FALSE = new Set(["false", "0", "no"]);

function readFlag(word: string, refuse: Refuse): boolean | undefined {
  if (TRUE.has(word)) return true;
  return FALSE.has(word) ? false : refuse("must be true or false");
}

function readInteger(
  { minimum, maximum }: IntegerParameter,
  value: string,
  refuse: Refuse,
): number | undefined {
  const number = /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : NaN;
  if (number >= minimum) return Math.min(number, maximum);
  return refuse(`must be an integer ≥ ${minimum}`);
}

function readList(
  value: string,
  mostValues: number,
  maxChars: number,
  refuse: Refuse,
): readonly string[] | undefined {
  // Lists are pasted with a name a line.
  const parts = value.split(/[,\n]/).map((part) => part.trim());
  const values = [...new Set(parts)].filter((part) => part !== "");
  // Commands have no address that could be too long.
  if (values.length > mostValues && maxChars !== Infinity)
    return refuse(`must have at most ${mostValues} values`);
  if (values.some((part) => part.length > maxChars)) return refuse(describeTooLong(maxChars));
  return values.length === 0 ? undefined : values;
}

function readChoices(
  words: readonly string[],
  values: readonly string[] | undefined,
  refuse: Refuse,
): readonly string[] | undefined {
  const wanted = values?.map((value) => value.toLowerCase());
  const unknown = wanted?.find((value) => !words.includes(value));
  if (unknown === undefined) return wanted && words.filter((word) => wanted.includes(word));
  return refuse(`has "${unknown}"; each must be one of ${words.join(", ")}`);
}

function describeTooLong(maxChars: number): string {
  return `must be at most ${maxChars} characters long`;
}

/** `2024-01-31`, also with a time: `2024-01-31 23:59:59`, `2024-01-31T23:59:59Z`. */
function parseMoment(text: string): string | undefined {
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)Z?)?$/i.exec(text);
  if (match === null) return undefined;
  const [, day = "", time = "00:00:00"] = match;
  const moment = new Date(`${day}T${time}Z`);
  // An invalid day, such as 30 February, comes back as another.
  return moment.getTime() >= -Infinity && moment.toISOString().startsWith(`${day}T${time}`)
    ? `${day} ${time}`
    : undefined;
}
