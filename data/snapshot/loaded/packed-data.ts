// Values of data files as packed: for each model of an entry one row, which has its records in load
// order. Many records give the same fields: lists of field names come first, each once, then the
// number of each record's list, and then all values. Browser code lies beside it, see
// packed-browser.ts.
import {
  GIVEN,
  type GivenKind,
  type GivenValue,
  type GivenValues,
} from "../../module/given-value.js";
import type { LoadedDataFile } from "../../module/loaded-module.js";
import { addToGroup } from "../../grouped.js";
import { damagedSection } from "../errors.js";
import { readValuesOf } from "../packed-values.js";
import { RowPacker } from "../record/packing.js";
import { STRUCTURES } from "../record/structures.js";

const { readList, readNumber, readTexts } = readValuesOf("data.bytes");

/** A row by what it is of, which is unique in its entry. */
export interface KeyedRow {
  readonly key: string;
  readonly row: Uint8Array;
}

const ROWS = new RowPacker(STRUCTURES.data);

/** Deeper than any expression that the builder reads. */
const DEPTH_LIMIT_LEVELS = 64;

/** No other key begins so. */
export function toModelKey(model: string): string {
  return `=${model}`;
}

export function findModelOfKey(key: string): string | undefined {
  return key.startsWith("=") ? key.slice(1) : undefined;
}

/** Keys of all models with records, with or without values. */
export function listModelKeys(data: readonly LoadedDataFile[]): readonly string[] {
  return [...new Set(data.flatMap(({ records }) => records.map(({ model }) => toModelKey(model))))];
}

/** Rows of models with a record that has a value. */
export function packValues(data: readonly LoadedDataFile[]): readonly KeyedRow[] {
  const models = new Map<string, GivenValues[]>();
  for (const { records } of data) {
    for (const { model, values } of records) addToGroup(models, model, values);
  }
  return [...models]
    .filter(([, all]) => all.some(({ size }) => size > 0))
    .map(([model, all]) => ({
      key: toModelKey(model),
      row: ROWS.pack([toColumns(all)]),
    }));
}

/** A loop for the values, since `flat` takes seconds of a build. */
function toColumns(records: readonly GivenValues[]): readonly (readonly unknown[])[] {
  const lists = new Map<string, number>();
  const numbers = records.map((record) => {
    const key = JSON.stringify([...record.keys()]);
    const number = lists.get(key) ?? lists.size;
    lists.set(key, number);
    return number;
  });
  const values: GivenValue[] = [];
  for (const record of records) for (const value of record.values()) values.push(value);
  return [Array.from(lists.keys(), (key) => JSON.parse(key) as readonly string[]), numbers, values];
}

/** Fields with the values that are given to them, in the order of the file. */
export interface GivenRow {
  readonly names: readonly string[];
  readonly values: readonly GivenValue[];
}

/** @throws SnapshotError where the value is not what `packValues` gives */
export function toGivenRows(packed: unknown): readonly GivenRow[] {
  const [lists, numbers, flat] = readList(packed).map(readList);
  const names = (lists ?? []).map(readTexts);
  const all = (flat ?? []).map((value) => {
    if (isGivenValue(value, 0)) return value;
    throw damagedSection("data.bytes", "a value", typeof value);
  });
  let end = 0;
  const rows = (numbers ?? []).map((number): GivenRow => {
    const own = names[readNumber(number)];
    if (own === undefined) throw damagedSection("data.bytes", "a list of names", `${number}`);
    return { names: own, values: all.slice(end, (end += own.length)) };
  });
  if (end !== all.length) throw damagedSection("data.bytes", `${end} values`, `${all.length}`);
  return rows;
}

const KINDS: ReadonlySet<unknown> = new Set<GivenKind>(Object.values(GIVEN));

function isGivenValue(value: unknown, depth: number): value is GivenValue {
  if (!Array.isArray(value)) {
    return value === null || ["boolean", "number", "string"].includes(typeof value);
  }
  return (
    depth < DEPTH_LIMIT_LEVELS &&
    KINDS.has(value[0]) &&
    value.every((item, at) => at === 0 || isGivenValue(item, depth + 1))
  );
}
