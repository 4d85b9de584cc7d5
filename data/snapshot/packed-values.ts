// Values that were unpacked of a section, each checked to be what was packed.
import { isObject } from "../json.js";
import { damagedSection } from "./errors.js";
import type { SectionName } from "./format.js";

/** Each function throws SnapshotError `snapshot_damaged`, with the name of the section, for another value. */
export interface ValueReaders {
  readText(value: unknown): string;
  readTextOrNull(value: unknown): string | null;
  readTexts(value: unknown): readonly string[];
  /** A whole number. */
  readNumber(value: unknown): number;
  readList(value: unknown): readonly unknown[];
  readObject(value: unknown): Readonly<Record<string, unknown>>;
  /** An object of free keys, as packing.ts gives it; each value is replaced by what `readOne` makes of it. */
  readMap<T>(value: unknown, readOne: (value: unknown) => T): ReadonlyMap<string, T>;
}

/** Most maps are empty, and all of these are this one. */
const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

export function readValuesOf(section: SectionName): ValueReaders {
  const readText = (value: unknown): string => {
    if (typeof value === "string") return value;
    throw damagedSection(section, "a text", typeof value);
  };
  const readList = (value: unknown): readonly unknown[] => {
    if (Array.isArray(value)) return value;
    throw damagedSection(section, "a list", typeof value);
  };
  const readObject = (value: unknown): Readonly<Record<string, unknown>> => {
    if (isObject(value)) return value;
    throw damagedSection(section, "an object", typeof value);
  };
  return {
    readText,
    readTextOrNull: (value) => (value === null ? null : readText(value)),
    readTexts: (value) => {
      const texts = readList(value);
      for (const text of texts) readText(text);
      return texts as readonly string[];
    },
    readNumber: (value) => {
      if (Number.isSafeInteger(value)) return value as number;
      throw damagedSection(section, "a whole number", String(value));
    },
    readList,
    readObject,
    readMap: <T>(value: unknown, readOne: (value: unknown) => T) => {
      if (!(value instanceof Map)) throw damagedSection(section, "a map", typeof value);
      if (value.size === 0) return NOTHING;
      const map = value as Map<string, unknown>;
      for (const [key, one] of map) map.set(readText(key), readOne(one));
      return map as Map<string, T>;
    },
  };
}
