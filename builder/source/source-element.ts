// One element of the sources file, read key by key: every fault is noted, none is thrown, so that
// all faults of a file can be reported at once.
import { isObject } from "../../data/json.js";
import { findNearestKey } from "../parse/nearest-key.js";

/** Pattern of an organization or repository: nothing that leads out of a folder. */
export const NAME = /^(?!\.{1,2}$)[\w.-]+$/;

/** Reads the keys of one element. A wrong value is noted and read as if it were empty. */
export interface SourceElement {
  has(key: string): boolean;
  /** True if the key has exactly this value. */
  is(key: string, value: unknown): boolean;
  /** A text that is not blank. */
  text(key: string): string;
  /** A text that is a name. */
  name(key: string): string;
  /** Optional: texts, at least one. */
  list(key: string): readonly string[] | undefined;
  /** Optional: texts and elements, at least one. */
  elements(key: string): readonly (string | SourceElement)[] | undefined;
  /** Optional, `false` without it. */
  flag(key: string): boolean;
  /** Optional: a whole number between -1000 and 1000. */
  integer(key: string): number | undefined;
  /** Notes what is wrong with the value of a key: `must be …`. */
  refuse(key: string, fault: string): void;
  /** Notes the keys that are not `known`; `explain` may say where such a key belongs. */
  refuseUnknownKeys(known: readonly string[], explain: (key: string) => string | undefined): void;
}

/**
 * Opens an element for reading.
 * @param where its place in the file, for the faults: `sources[0]`
 * @param faults receives one clause for each fault
 */
export function openElement(row: unknown, where: string, faults: string[]): SourceElement {
  const values = isObject(row) ? row : {};
  if (!isObject(row)) faults.push(`${where} is not an object`);
  const valueOf = (key: string): unknown => (Object.hasOwn(values, key) ? values[key] : undefined);
  const refuse = (key: string, fault: string): void => {
    faults.push(`${where}.${key} ${fault}`);
  };
  const text = (key: string): string => {
    const value = valueOf(key);
    if (isText(value)) return value;
    refuse(key, value === undefined ? "is missing" : "must be a string");
    return "";
  };
  return {
    has: (key) => Object.hasOwn(values, key),
    is: (key, value) => valueOf(key) === value,
    text,
    refuse,
    name(key) {
      const value = text(key);
      if (value !== "" && !NAME.test(value)) refuse(key, `"${value}" is not a valid name`);
      return value;
    },
    list(key) {
      const value = valueOf(key);
      if (value === undefined) return undefined;
      if (Array.isArray(value) && value.length > 0 && value.every(isText)) return value;
      refuse(key, "must be a list of strings");
      return undefined;
    },
    elements(key) {
      const value = valueOf(key);
      if (value === undefined) return undefined;
      if (Array.isArray(value) && value.length > 0 && value.every(isTextOrObject)) {
        return value.map((one: unknown, index) =>
          isText(one) ? one : openElement(one, `${where}.${key}[${index}]`, faults),
        );
      }
      refuse(key, "must be a list of strings or objects");
      return undefined;
    },
    flag(key) {
      const value = valueOf(key);
      if (value !== undefined && typeof value !== "boolean") refuse(key, "must be true or false");
      return value === true;
    },
    integer(key) {
      const value = valueOf(key);
      if (value === undefined || isSmallInteger(value)) return value;
      refuse(key, "must be a whole number between -1000 and 1000");
      return undefined;
    },
    refuseUnknownKeys(known, explain) {
      for (const key of Object.keys(values).filter((name) => !known.includes(name))) {
        const hint = explain(key) ?? describeUnknown(key, known);
        faults.push(`${where} has a key ${JSON.stringify(key)}, ${hint}`);
      }
    },
  };
}

function describeUnknown(key: string, known: readonly string[]): string {
  const isShortened = (name: string): boolean => key.length > 2 && name.startsWith(key);
  const nearest = findNearestKey(key, known) ?? known.find(isShortened);
  return nearest === undefined
    ? `which is not known; known are ${known.join(", ")}`
    : `which is not known; perhaps "${nearest}" is meant`;
}

function isSmallInteger(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(Number(value)) <= 1000;
}

function isTextOrObject(value: unknown): boolean {
  return isText(value) || isObject(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
