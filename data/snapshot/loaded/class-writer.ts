// The classes that entries load, as sections: where each stands in columns, the classes themselves in blocks
// by model. A model of a system is made of classes of many modules, and these are all that is read for it; since
// a system has one platform version, those that versions share lie together.
import { comparePlatformVersions } from "../../platform-version.js";
import type { Steps } from "../../yield.js";
import { encodeBlockStore, type BlockOptions } from "../record/block-store.js";
import type { Section } from "../sections.js";
import { encodeColumn, groupBy, type Lists } from "../table/columns.js";
import { NameNumbers } from "../table/name-numbers.js";
import { encodeNameTable } from "../table/name-table.js";
import type { PackedClasses } from "./packed-classes.js";

/** Of a class that is the same in several entries. */
interface ClassRow {
  /** Number in the models that were met, and 1; 0 for none. */
  readonly model: number[];
  readonly name: number[];
}

/** Of a class as an entry loads it. */
interface ClassPlaces {
  readonly entry: number[];
  readonly row: number[];
  readonly file: number[];
  readonly line: number[];
}

export interface ClassOptions extends BlockOptions {
  /** The platform version of each entry. */
  readonly versions: readonly string[];
}

/** Collects classes, in the order of their entries. */
export class ClassWriter {
  readonly #classes: Uint8Array[] = [];
  readonly #models = new NameNumbers();
  readonly #names = new NameNumbers();
  readonly #files = new NameNumbers();
  readonly #rows: ClassRow = { model: [], name: [] };
  readonly #places: ClassPlaces = { entry: [], row: [], file: [], line: [] };

  /** The number of different classes up to now. */
  get length(): number {
    return this.#classes.length;
  }

  /** @param start the first entry of the technical name */
  add(start: number, { rows, models, names, entries, numbers, files, lines }: PackedClasses): void {
    const first = this.length;
    for (const row of rows) this.#classes.push(row);
    for (const model of models) {
      this.#rows.model.push(model === null ? 0 : this.#models.add(model) + 1);
    }
    for (const name of names) this.#rows.name.push(this.#names.add(name));
    for (const entry of entries) this.#places.entry.push(start + entry);
    for (const number of numbers) this.#places.row.push(first + number);
    for (const file of files) this.#places.file.push(this.#files.add(file));
    for (const line of lines) this.#places.line.push(line);
  }

  /** A step for each of `length`. */
  *encode(options: ClassOptions): Steps<readonly Section[]> {
    const models = this.#models.list();
    const names = this.#names.list();
    const files = this.#files.list();
    const { entry, row, file, line } = this.#places;
    const modelOfRow = this.#rows.model.map((met) =>
      met === 0 ? 0 : (models.places[met - 1] ?? 0) + 1,
    );
    const groups = this.#sortGroups(
      toGroups(groupBy(modelOfRow, models.names.length + 1)),
      options.versions,
    );
    const order = groups.flat();
    const ofModels = groupBy(
      row.map((each) => modelOfRow[each] ?? 0),
      models.names.length + 1,
    );
    const numberOfRow = new Uint32Array(this.length);
    for (const [number, each] of order.entries()) numberOfRow[each] = number;
    return [
      ...(yield* encodeBlockStore("classes", this.#classes, groups, options)),
      ["classes.model", toColumn(order, (each) => modelOfRow[each])],
      ["classes.name", toColumn(order, (each) => names.places[this.#rows.name[each] ?? 0])],
      ["class-names", encodeNameTable(names.names)],
      ["loaded-classes.entry", encodeColumn(entry)],
      ["loaded-classes.class", toColumn(row, (each) => numberOfRow[each])],
      ["loaded-classes.file", toColumn(file, (met) => files.places[met])],
      ["loaded-classes.line", encodeColumn(line)],
      ["class-files", encodeNameTable(files.names)],
      ["loaded-models", encodeNameTable(models.names)],
      ["loaded-models.first", encodeColumn(ofModels.first)],
      ["loaded-models.list", encodeColumn(ofModels.list)],
    ];
  }

  /**
   * By the newest and the oldest version of which an entry has a class. Measured: the classes of a model of
   * a system lie in half as many blocks, and all take a tenth more.
   */
  #sortGroups(
    groups: readonly (readonly number[])[],
    versions: readonly string[],
  ): readonly (readonly number[])[] {
    const sorted = [...new Set(versions)].toSorted(comparePlatformVersions);
    const places = new Map(sorted.map((version, place) => [version, place]));
    const oldest = new Uint32Array(this.length).fill(sorted.length);
    const newest = new Uint32Array(this.length);
    const { entry, row } = this.#places;
    for (const [at, each] of row.entries()) {
      const place = places.get(versions[entry[at] ?? -1] ?? "") ?? 0;
      oldest[each] = Math.min(oldest[each] ?? place, place);
      newest[each] = Math.max(newest[each] ?? place, place);
    }
    const rank = (each: number): number =>
      (newest[each] ?? 0) * sorted.length + (oldest[each] ?? 0);
    return groups.map((group) => group.toSorted((left, right) => rank(left) - rank(right)));
  }
}

function toGroups({ first, list }: Lists): readonly (readonly number[])[] {
  return Array.from(first.subarray(1), (end, key) => Array.from(list.subarray(first[key], end)));
}

function toColumn(
  keys: Iterable<number>,
  toValue: (key: number) => number | undefined,
): Uint8Array {
  return encodeColumn(Array.from(keys, (key) => toValue(key) ?? 0));
}
