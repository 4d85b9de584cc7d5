// Values that were unpacked of a section, each checked to be what was packed.
import { isObject } from "../json.js";
import { damagedSection } from "./errors.js";
import type { SectionName } from "./format.js";

/**
 * Converts a packed value. It throws SnapshotError `snapshot_damaged`, with the name of the
 * section, for a wrong one.
 */
export type Reader<T> = (value: unknown) => T;

/** Readers of an object's properties, in the order in which they are packed. */
export type Readers<T> = { readonly [K in keyof T]-?: Reader<T[K]> };

/** Lists, objects and maps stay what they are: what is in them is replaced by what is read of it. */
export interface ValueReaders {
  readonly readText: Reader<string>;
  readonly readTextOrNull: Reader<string | null>;
  readonly readTexts: Reader<readonly string[]>;
  readonly readNumber: Reader<number>;
  readonly readFlag: Reader<boolean>;
  readonly readList: Reader<readonly unknown[]>;
  readonly readObject: Reader<Readonly<Record<string, unknown>>>;
  /**
   * Reader of a property that was added later: older rows get `missing`, see `added` in
   * data/shape.ts.
   */
  added<T>(how: { readonly since: number; readonly missing: T }, readOne: Reader<T>): Reader<T>;
  oneOf<const T>(all: readonly T[]): Reader<T>;
  listOf<T>(readOne: Reader<T>): Reader<readonly T[]>;
  /** An object that has these properties. */
  rowOf<T>(properties: Readers<T>): Reader<T>;
  /** An object of free keys, as packing.ts gives it. */
  mapOf<T>(readOne: Reader<T>): Reader<ReadonlyMap<string, T>>;
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
  const listOf =
    <T>(readOne: Reader<T>) =>
    (value: unknown): readonly T[] => {
      const list = readList(value) as T[];
      for (let at = 0; at < list.length; at++) list[at] = readOne(list[at]);
      return list;
    };
  return {
    readText,
    readTextOrNull: (value) => (value === null ? null : readText(value)),
    readTexts: listOf(readText),
    readNumber: (value) => {
      if (Number.isSafeInteger(value)) return value as number;
      throw damagedSection(section, "a whole number", String(value));
    },
    readFlag: (value) => {
      if (typeof value === "boolean") return value;
      throw damagedSection(section, "true or false", typeof value);
    },
    readList,
    readObject,
    added:
      ({ missing }, readOne) =>
      (value) =>
        value === undefined ? missing : readOne(value),
    oneOf: (all) => (value) => {
      const found = all.find((one) => one === value);
      if (found !== undefined) return found;
      throw damagedSection(section, all.join(" or "), String(value));
    },
    listOf,
    rowOf: <T>(properties: Readers<T>) => {
      const readers = Object.entries(properties) as [string, Reader<unknown>][];
      return (value) => {
        const row: Record<string, unknown> = readObject(value);
        for (const [name, read] of readers) row[name] = read(row[name]);
        return row as T;
      };
    },
    mapOf:
      <T>(readOne: Reader<T>) =>
      (value) => {
        if (!(value instanceof Map)) throw damagedSection(section, "a map", typeof value);
        if (value.size === 0) return NOTHING;
        const map = value as Map<string, unknown>;
        for (const [key, one] of map) map.set(readText(key), readOne(one));
        return map as Map<string, T>;
      },
  };
}
