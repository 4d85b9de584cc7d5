// Reading what a client sends: every fault of a request is found before any is answered.
import { parsePlatformVersion } from "../data/platform-version.js";
import { Problem, type ParameterFault } from "./problem.js";

export interface ParameterReader {
  /** A value from the path. */
  readPath(name: string): string;
  readPathVersion(name: string): string;
  /** Without space around it; one that is sent empty, as forms do, counts as not sent. */
  readText(name: string): string | undefined;
  readRequiredText(name: string): string;
  readVersion(name: string): string | undefined;
  readRequiredVersion(name: string): string;
  readFlag(name: string): boolean | undefined;
  /** One of a few words, in any case. */
  readChoice<T extends string>(name: string, choices: readonly T[]): T | undefined;
  /** Some of a few words, with commas between them, in any case, each once. */
  readChoices<T extends string>(name: string, choices: readonly T[]): readonly T[] | undefined;
  /** A day or a moment, UTC; as `YYYY-MM-DD HH:MM:SS`. */
  readMoment(name: string): string | undefined;
  /** Values with commas between them, each once; the longest value counts for each, not for all. */
  readList(name: string, most: number): readonly string[] | undefined;
  readRequiredList(name: string, most: number): readonly string[];
  readInteger(name: string, bounds: IntegerBounds): number;
  /** Ends the reading. @throws Problem `invalid_parameters` with every fault that was found */
  check(): void;
}

export interface IntegerBounds {
  readonly fallback: number;
  readonly minimum: number;
  /** A larger value is taken as this one. */
  readonly maximum: number;
}

const TRUE = new Set(["true", "1", "yes"]);
const FALSE = new Set(["false", "0", "no"]);

/**
 * @param path values of the route's path parameters, decoded
 * @param maxChars the longest value, in UTF-16 units
 */
export function openParameters(
  path: Readonly<Record<string, string>>,
  query: URLSearchParams,
  maxChars: number,
): ParameterReader {
  const faults: ParameterFault[] = [];
  const refuse = (parameter: string, detail: string): undefined => {
    faults.push({ parameter, detail });
    return undefined;
  };
  const readSingle = (name: string): string | undefined => {
    const values = query.getAll(name);
    return values.length > 1 ? refuse(name, "is given more than once") : values[0];
  };
  const readOnce = (name: string): string | undefined => {
    const value = readSingle(name);
    return value === undefined ? undefined : checkText(name, value);
  };
  const checkText = (name: string, value: string): string | undefined => {
    if (value.length > maxChars) {
      return refuse(name, `is longer than ${maxChars} characters`);
    }
    return value;
  };
  const readText = (name: string): string | undefined => readOnce(name)?.trim() || undefined;
  const requireText = (name: string, value: string | undefined): string => {
    if (value !== undefined && value.trim() !== "") return value;
    // A value that was refused already has its fault.
    if (!faults.some((fault) => fault.parameter === name)) refuse(name, "is required");
    return "";
  };
  const toVersion = (name: string, value: string | undefined): string | undefined => {
    if (value === undefined) return undefined;
    const version = parsePlatformVersion(value.trim());
    return version ?? refuse(name, "is not a platform version such as 17.0");
  };
  const readList = (name: string, most: number): readonly string[] | undefined => {
    const parts = (readSingle(name) ?? "").split(",").map((part) => part.trim());
    const values = [...new Set(parts)].filter((part) => part !== "");
    if (values.length > most) return refuse(name, `has more than ${most} values`);
    for (const value of values) {
      if (checkText(name, value) === undefined) return undefined;
    }
    return values.length === 0 ? undefined : values;
  };
  const readPath = (name: string): string => requireText(name, checkText(name, path[name] ?? ""));
  return {
    readPath,
    readPathVersion: (name) => toVersion(name, readPath(name)) ?? "",
    readText,
    readRequiredText: (name) => requireText(name, readOnce(name)),
    readVersion: (name) => toVersion(name, readOnce(name)),
    readRequiredVersion(name) {
      const text = requireText(name, readOnce(name));
      return (text === "" ? undefined : toVersion(name, text)) ?? "";
    },
    readFlag(name) {
      const value = readOnce(name)?.trim().toLowerCase();
      if (value === undefined) return undefined;
      if (TRUE.has(value)) return true;
      return FALSE.has(value) ? false : refuse(name, "is neither true nor false");
    },
    readChoice(name, choices) {
      const value = readText(name)?.toLowerCase();
      if (value === undefined) return undefined;
      const choice = choices.find((one) => one === value);
      return choice ?? refuse(name, `is none of ${choices.join(", ")}`);
    },
    readChoices(name, choices) {
      const values = readList(name, Infinity)?.map((value) => value.toLowerCase());
      if (values === undefined) return undefined;
      const unknown = values.find((value) => !choices.some((one) => one === value));
      if (unknown === undefined) return choices.filter((one) => values.includes(one));
      return refuse(name, `has "${unknown}", which is none of ${choices.join(", ")}`);
    },
    readMoment(name) {
      const value = readText(name);
      if (value === undefined) return undefined;
      return parseMoment(value) ?? refuse(name, "is no date such as 2024-01-31");
    },
    readList,
    readRequiredList(name, most) {
      const values = readList(name, most);
      return values ?? [requireText(name, undefined)];
    },
    readInteger(name, { fallback, minimum, maximum }) {
      const value = readOnce(name);
      if (value === undefined) return fallback;
      const number = /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : NaN;
      if (number >= minimum) return Math.min(number, maximum);
      refuse(name, `is not a whole number from ${minimum} on`);
      return fallback;
    },
    check() {
      if (faults.length === 0) return;
      const detail = faults.map((fault) => `${fault.parameter} ${fault.detail}`).join("; ");
      throw new Problem("invalid_parameters", `Wrong parameters: ${detail}.`, { errors: faults });
    },
  };
}

/** `2024-01-31`, also with a time: `2024-01-31 23:59:59`, `2024-01-31T23:59:59Z`. */
function parseMoment(text: string): string | undefined {
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)Z?)?$/i.exec(text);
  if (match === null) return undefined;
  const [, day = "", time = "00:00:00"] = match;
  const moment = new Date(`${day}T${time}Z`);
  // What is no day of the calendar, such as 30 February, comes back as another.
  return moment.getTime() >= -Infinity && moment.toISOString().startsWith(`${day}T${time}`)
    ? `${day} ${time}`
    : undefined;
}
