// The classes that entries load, as sections: where each stands in columns, the classes themselves in blocks
// by model. A model of a system is made of classes of many modules, and these are all that is read for it; since
// a system has one platform version, those that versions share lie together.
import { comparePlatformVersions } from "../../platform/platform-version.js";
import type { Steps } from "../../yield.js";
import { encodeBlockStore, type BlockOptions } from "../record/block-store.js";
import type { Section } from "../sections.js";
import { encodeColumn, groupBy, type Lists } from "../table/columns.js";
import { NameNumbers, toPlaces } from "../table/name-numbers.js";
import { encodeStringTable } from "../table/string-table.js";
import { encodeLists } from "../table/text-lists.js";
import type { PackedClasses } from "./joined-loaded.js";

/** Of a class that is the same in several entries. */
interface ClassRow {
  /** Number in the models that were met, and 1; 0 for none. */
  readonly model: number[];
  readonly name: number[];
}

/** Of a class as an entry loads it. */
interface ClassLocations {
  readonly entry: number[];
  readonly row: number[];
  readonly file: number[];
  readonly line: number[];
}

interface ClassOptions extends BlockOptions {
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
  readonly #places: ClassLocations = { entry: [], row: [], file: [], line: [] };

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
    // 0 is for classes without a model.
    const modelOfRow = toPlaces(this.#rows.model, shiftPlaces(models.places));
    const nameOfRow = toPlaces(this.#rows.name, names.places);
    const groups = this.#sortRows(modelOfRow, models.names.length + 1, options.versions);
    const order = groups.list;
    const ofModels = groupBy(toPlaces(row, modelOfRow), models.names.length + 1);
    const numberOfRow = new Uint32Array(this.length);
    for (const [number, each] of order.entries()) numberOfRow[each] = number;
    return [
      ...(yield* encodeBlockStore("classes", this.#classes, groups, options)),
      ["classes.model", encodeColumn(toPlaces(order, modelOfRow))],
      ["classes.name", encodeColumn(toPlaces(order, nameOfRow))],
      ["class-names", encodeStringTable(names.names)],
      ["loaded-classes.entry", encodeColumn(entry)],
      ["loaded-classes.class", encodeColumn(toPlaces(row, numberOfRow))],
      ["loaded-classes.file", encodeColumn(toPlaces(file, files.places))],
      ["loaded-classes.line", encodeColumn(line)],
      ["class-files", encodeStringTable(files.names)],
      ["loaded-models", encodeStringTable(models.names)],
      ...encodeLists("loaded-models", ofModels),
    ];
  }

  /**
   * The rows of each model, by the newest and the oldest version of which an entry has the class. Measured: the classes
   * of a model of a system lie in half as many blocks, and all take a tenth more.
   */
  #sortRows(modelOfRow: Uint32Array, modelCount: number, versions: readonly string[]): Lists {
    const sorted = [...new Set(versions)].toSorted(comparePlatformVersions);
    const numbers = new Map(sorted.map((version, place) => [version, place]));
    const places = versions.map((version) => numbers.get(version) ?? 0);
    const oldest = new Uint32Array(this.length).fill(sorted.length);
    const newest = new Uint32Array(this.length);
    const { entry, row } = this.#places;
    for (const [at, each] of row.entries()) {
      const place = places[entry[at] ?? -1] ?? 0;
      if (place < (oldest[each] ?? 0)) oldest[each] = place;
      if (place > (newest[each] ?? 0)) newest[each] = place;
    }
    const ranks = newest.map((place, each) => place * sorted.length + (oldest[each] ?? 0));
    const byRank = groupBy(ranks, (sorted.length + 1) ** 2).list;
    const { first, list } = groupBy(toPlaces(byRank, modelOfRow), modelCount);
    return { first, list: toPlaces(list, byRank) };
  }
}

/** Of each number and 1 its place and 1. */
function shiftPlaces(places: Uint32Array): Uint32Array {
  const shifted = new Uint32Array(places.length + 1);
  for (const [number, place] of places.entries()) shifted[number + 1] = place + 1;
  return shifted;
}
