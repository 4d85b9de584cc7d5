// Loaded contents of the entries of a technical name, joined: equal archs and rows of data are kept once. Classes, which lie
// in the rows of records, are collected for their sections.
import { toGroups } from "../../grouped.js";
import { compareText } from "../../platform/platform-version.js";
import { RowPacker } from "../record/packing.js";
import type { RowRuns } from "../record/record-store.js";
import { STRUCTURES, type RowsName } from "../record/structures.js";
import { post, type PackedPostings, type Postings } from "../table/postings.js";
import type { KeyedRow } from "./packed-data.js";
import type { PlacedClass } from "./packed-class.js";
import { POSTED_BY, type ArchRow, type LoadedRows } from "./packed-loaded.js";
import { packRowNumbers } from "./packed-writes.js";
import type { Section } from "../sections.js";
import { encodeColumn, groupBy } from "../table/columns.js";
import { NameNumbers, toSortedNumbers } from "../table/name-numbers.js";
import { encodeStringTable } from "../table/string-table.js";
import { encodeLists } from "../table/text-lists.js";

export interface JoinedLoaded {
  /**
   * One run of heads, each behind the numbers of the archs of the entry, see LoadedRows; one of what data files write,
   * behind the numbers of the rows of data; those of a view are a run of archs, those of a key a run of data.
   */
  readonly rows: Readonly<Record<Exclude<RowsName, "records" | "parts">, RowRuns>>;
  /** Postings for each of POSTED_BY. */
  readonly posted: readonly PackedPostings[];
}

/** The classes that the entries of one technical name load, in the order of entries and load order. */
export type JoinedClasses = readonly (PlacedClass & { readonly entry: number })[];

const NUMBERS = new RowPacker(STRUCTURES.loaded);

/** @param entries all those of a technical name, in order */
export function joinLoaded(entries: readonly LoadedRows[]): JoinedLoaded {
  const archs = joinRows(
    entries.flatMap((entry) => entry.archs),
    ({ id }) => id,
  );
  const data = joinRows(
    entries.flatMap((entry) => entry.data),
    ({ key }) => key,
  );
  const heads = entries.map((entry) => {
    const numbers = entry.archs.map((arch) => archs.numbers.get(arch) ?? 0);
    return Buffer.concat([NUMBERS.pack([numbers]), entry.head]);
  });
  const writes = entries.map((entry) => {
    const keyed = entry.data.flatMap((one) => [one.key, data.numbers.get(one) ?? 0]);
    return Buffer.concat([packRowNumbers(keyed), entry.writes]);
  });
  return {
    rows: {
      loaded: [heads],
      writes: [writes],
      archs: archs.runs.map((run) => run.map(({ row }) => row)),
      data: data.runs.map((run) => run.map(({ row }) => row)),
    },
    posted: POSTED_BY.map((by) => postAll(entries.map(({ posted }) => posted[by]))),
  };
}

/** Rows of which equal ones of a group are kept once. */
interface JoinedRows<T> {
  /** By group, in the order of their keys. */
  readonly runs: readonly (readonly T[])[];
  /** Position in the runs of each given value. */
  readonly numbers: ReadonlyMap<T, number>;
}

function joinRows<T extends ArchRow | KeyedRow>(
  given: readonly T[],
  toKey: (one: T) => string,
): JoinedRows<T> {
  const groups = toGroups(given, toKey);
  const numbers = new Map<T, number>();
  const runs: T[][] = [];
  let count = 0;
  for (const [, group] of [...groups].toSorted(([left], [right]) => compareText(left, right))) {
    const run = new Map<string, T>();
    for (const one of group) {
      const bytes = Buffer.from(one.row).toString("latin1");
      const same = run.get(bytes);
      if (same === undefined) {
        numbers.set(one, count + run.size);
        run.set(bytes, one);
      } else numbers.set(one, numbers.get(same) ?? 0);
    }
    runs.push([...run.values()]);
    count += run.size;
  }
  return { runs, numbers };
}

function postAll(entries: readonly (readonly string[])[]): PackedPostings {
  const postings: Postings = new Map();
  for (const [entry, keys] of entries.entries()) {
    for (const key of keys) post(postings, key, entry);
  }
  return [...postings];
}

/** Collects classes, in the order of their entries. */
export class ClassWriter {
  readonly #models = new NameNumbers();
  readonly #names = new NameNumbers();
  readonly #columns = {
    entry: [] as number[],
    index: [] as number[],
    /** Number in order of first occurrence, plus 1; 0 for none. */
    model: [] as number[],
    name: [] as number[],
  };

  /** @param start the first entry of the technical name */
  add(start: number, classes: JoinedClasses): void {
    const { entry, index, model, name } = this.#columns;
    for (const one of classes) {
      entry.push(start + one.entry);
      index.push(one.index);
      model.push(one.model === null ? 0 : this.#models.add(one.model) + 1);
      name.push(this.#names.add(one.class_name));
    }
  }

  encode(): readonly Section[] {
    const models = this.#models.list();
    const names = this.#names.list();
    const { entry, index, model, name } = this.#columns;
    const ofModels = toSortedNumbers(
      model,
      Uint32Array.of(0, ...models.sorted.map((at) => at + 1)),
    );
    return [
      ["loaded-classes.entry", encodeColumn(entry)],
      ["loaded-classes.place", encodeColumn(index)],
      ["loaded-classes.model", encodeColumn(ofModels)],
      ["loaded-classes.name", encodeColumn(toSortedNumbers(name, names.sorted))],
      ["class-names", encodeStringTable(names.names)],
      ["loaded-models", encodeStringTable(models.names)],
      ...encodeLists("loaded-models", groupBy(ofModels, models.names.length + 1)),
    ];
  }
}
