// What data files give the fields of records, as it is packed: of an entry a row for each model, which has the
// records of that model in the order in which they are loaded, of each the names of fields and their values in turns.
// What runs in the browser lies beside it, see packed-browser.ts.
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

const { readList, readText } = readValuesOf("data.bytes");

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

/** Of each model of which there are records, with values or without. */
export function listModelKeys(data: readonly LoadedDataFile[]): readonly string[] {
  return [...new Set(data.flatMap(({ records }) => records.map(({ model }) => toModelKey(model))))];
}

/** Those of models of which some record has a value. */
export function packValues(data: readonly LoadedDataFile[]): readonly KeyedRow[] {
  const models = new Map<string, GivenValues[]>();
  for (const { records } of data) {
    for (const { model, values } of records) addToGroup(models, model, values);
  }
  return [...models]
    .filter(([, all]) => all.some(({ size }) => size > 0))
    .map(([model, all]) => ({
      key: toModelKey(model),
      row: ROWS.pack([all.map(toTurns)]),
    }));
}

/** Names and values in turns. A loop, since `flat` takes seconds of a build. */
function toTurns(values: GivenValues): readonly GivenValue[] {
  const turns: GivenValue[] = [];
  for (const [name, value] of values) turns.push(name, value);
  return turns;
}

/** @throws SnapshotError where the value is not what `packValues` gives */
export function toGivenValues(packed: unknown): readonly GivenValues[] {
  return readList(packed).map((record) => {
    const flat = readList(record);
    const values = new Map<string, GivenValue>();
    for (let at = 0; at + 1 < flat.length; at += 2) {
      const value = flat[at + 1];
      if (!isGivenValue(value, 0)) throw damagedSection("data.bytes", "a value", typeof value);
      values.set(readText(flat[at]), value);
    }
    return values;
  });
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
