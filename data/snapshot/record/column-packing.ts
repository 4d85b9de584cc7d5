// Column-wise packing of rows whose numbers refer to each other, or grow: one list for each
// property. Each packer stands beside its reader, which checks every number that refers to
// something.
import { finishSteps, type Steps } from "../../yield.js";
import { damagedSection } from "../errors.js";
import type { SectionName } from "../format.js";
import { readValuesOf, type ValueReaders } from "../packed-values.js";

/**
 * Readers for a section, with the counts that references are checked against, by names of lists
 * read so far.
 */
export interface ColumnReader extends ValueReaders {
  readonly section: SectionName;
  readonly counts: Readonly<Record<string, number>>;
}

export function createColumnReader(section: SectionName): ColumnReader {
  return { ...readValuesOf(section), section, counts: {} };
}

export function withCounts(reader: ColumnReader, counts: ColumnReader["counts"]): ColumnReader {
  return { ...reader, counts: { ...reader.counts, ...counts } };
}

/** Packing of a list of values, and its reverse. */
export interface Column<T> {
  pack(values: readonly T[]): unknown;
  /** @throws SnapshotError where it is not what `pack` gives */
  unpack(packed: unknown, reader: ColumnReader): readonly T[];
}

/** Each property of a row as a column. */
type Columns<T> = { readonly [K in keyof T]-?: Column<T[K]> };

/** Each property of an object, which is a list, as a column; numbers lead to lists before their own. */
export type ListColumns<T> = {
  readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Column<Item> : never;
};

export const texts: Column<string> = {
  pack: (values) => values,
  unpack: (packed, { readTexts }) => readTexts(packed),
};

export const textsOrNull: Column<string | null> = {
  pack: (values) => values,
  unpack: (packed, { readList, readTextOrNull }) => readList(packed).map(readTextOrNull),
};

/** @param below the list to which numbers lead, any without one; they are not lower than `lowest`, which is 0 there */
export function numbers(below?: string, lowest = 0): Column<number> {
  return {
    pack: (values) => values,
    unpack(packed, reader) {
      const found = reader.readList(packed).map(reader.readNumber);
      return below === undefined ? found : checkAll(found, lowest, below, reader);
    },
  };
}

/** Numbers that are near the one before. */
export function differences(below?: string, lowest = 0): Column<number> {
  return {
    pack: (values) => values.map((number, at) => number - (values[at - 1] ?? 0)),
    unpack(packed, reader) {
      let sum = 0;
      const { readList, readNumber } = reader;
      const found = readList(packed).map((difference) => (sum += readNumber(difference)));
      return below === undefined ? found : checkAll(found, lowest, below, reader);
    },
  };
}

/** One of a few values each, by its position among them. */
export function oneOf<T>(all: readonly T[]): Column<T> {
  return {
    pack: (values) => values.map((value) => all.indexOf(value)),
    unpack: (packed, { readList, section }) =>
      readList(packed).map((number) => {
        if (typeof number === "number" && number in all) return all[number] as T;
        throw damagedSection(section, `a number below ${all.length}`, String(number));
      }),
  };
}

export const flags: Column<boolean> = oneOf([false, true]);

/** Texts that recur. */
export const recurring: Column<string> = {
  pack(values) {
    const distinct = [...new Set(values)].toSorted();
    const positions = new Map(distinct.map((text, at) => [text, at]));
    return [distinct, values.map((text) => positions.get(text) ?? 0)];
  },
  unpack(packed, reader) {
    const [distinct, positions] = reader.readList(packed);
    return oneOf(reader.readTexts(distinct)).unpack(positions, reader);
  },
};

/** Lists of values: how long each is, and all values one after another. */
export function lists<T>(column: Column<T>): Column<readonly T[]> {
  return {
    pack: (values) => [values.map(({ length }) => length), column.pack(values.flat())],
    unpack(packed, reader) {
      const { readList, readNumber, section } = reader;
      const [lengths, flat] = readList(packed);
      const all = column.unpack(flat, reader);
      // Most lists have one value, as many others do.
      const single = new Map<T, readonly T[]>();
      let end = 0;
      const found = readList(lengths).map((length) => {
        const start = end;
        end += readNumber(length);
        if (end < start) throw damagedSection(section, "lengths", String(length));
        if (end !== start + 1) return all.slice(start, end);
        const value = all[start] as T;
        const known = single.get(value) ?? [value];
        single.set(value, known);
        return known;
      });
      if (end !== all.length) throw damagedSection(section, `${end} values`, `${all.length}`);
      return found;
    },
  };
}

/** Rows of the same properties; `rows` counts them for numbers that lead to one, behind the first property. */
export function rows<T>(columns: Columns<T>): Column<T> {
  const keys = Object.keys(columns) as (keyof T)[];
  return {
    pack: (values) => keys.map((key) => columns[key].pack(values.map((row) => row[key]))),
    unpack(packed, reader) {
      const fields = reader.readList(packed);
      let length = -1;
      const found = keys.map((key, at) => {
        const column = columns[key].unpack(fields[at], withCounts(reader, { rows: length }));
        if (length === -1) ({ length } = column);
        if (column.length !== length) {
          throw damagedSection(reader.section, `${length} values`, `${column.length}`);
        }
        return column;
      });
      return Array.from({ length: Math.max(length, 0) }, (_, row) => {
        const one: Partial<T> = {};
        for (const [at, key] of keys.entries()) one[key] = found[at]?.[row] as T[keyof T];
        return one as T;
      });
    },
  };
}

/** Values by others that say the same. */
export function as<T, P>(
  column: Column<P>,
  to: (value: T) => P,
  from: (packed: P) => T,
): Column<T> {
  return {
    pack: (values) => column.pack(values.map(to)),
    unpack: (packed, reader) => column.unpack(packed, reader).map(from),
  };
}

export function packLists<T extends object>(columns: ListColumns<T>, value: T): unknown {
  return (Object.keys(columns) as (keyof T)[]).map((key) => columns[key].pack(value[key] as never));
}

/** @throws SnapshotError where it is not what `packLists` gives */
export const unpackLists = <T extends object>(
  columns: ListColumns<T>,
  packed: unknown,
  known: ColumnReader,
): T => finishSteps(unpackEachList(columns, packed, known));

/** Steps of `unpackLists`, one for each list. */
export function* unpackEachList<T extends object>(
  columns: ListColumns<T>,
  packed: unknown,
  known: ColumnReader,
): Steps<T> {
  const fields = known.readList(packed);
  const counts: Record<string, number> = { ...known.counts };
  const reader = { ...known, counts };
  const found: Record<string, unknown> = {};
  for (const [at, key] of Object.keys(columns).entries()) {
    const list = columns[key as keyof T].unpack(fields[at], reader);
    counts[key] = list.length;
    found[key] = list;
    yield;
  }
  return found as T;
}

function checkAll(
  values: readonly number[],
  lowest: number,
  below: string,
  { counts, section }: ColumnReader,
): readonly number[] {
  const end = counts[below] ?? 0;
  const wrong = values.find((number) => number < lowest || number >= end);
  if (wrong === undefined) return values;
  throw damagedSection(section, `${lowest} to ${end}`, `${wrong}`);
}
