// The classes that entries load, as sections: where each stands in columns, the classes themselves in blocks
// by model. A model of a system is made of classes of many modules, and these are all that is read for it; since
// a system has one platform version, those that versions share lie together.
import { addToGroup } from "../../grouped.js";
import type { LoadedClass } from "../../loaded-module.js";
import { comparePlatformVersions, compareText } from "../../platform-version.js";
import type { Steps } from "../../yield.js";
import { encodeBlockStore } from "../record/block-store.js";
import { RecordPacker } from "../record/packing.js";
import type { Compress } from "../record/record-store.js";
import type { Section } from "../sections.js";
import { encodeColumn, groupBy, type Lists } from "../table/columns.js";
import { NameNumbers } from "../table/name-numbers.js";
import { encodeNameTable } from "../table/name-table.js";
import { toPackedClass } from "./packed-class.js";

/** An entry with its classes. */
export interface EntryClasses {
  readonly entry: number;
  readonly platformVersion: string;
  readonly classes: readonly LoadedClass[];
}

/** Of a class that is the same in several entries. */
interface ClassRow {
  /** Number in the models that were met, and 1; 0 for none. */
  readonly model: number[];
  readonly name: number[];
  /** The oldest and the newest platform version of which an entry has it. */
  readonly oldest: string[];
  readonly newest: string[];
}

/** Of a class as an entry loads it. */
interface ClassPlaces {
  readonly entry: number[];
  readonly row: number[];
  readonly file: number[];
  readonly line: number[];
}

/** Collects classes, in the order of their entries. */
export class ClassWriter {
  readonly #packer = new RecordPacker();
  readonly #models = new NameNumbers();
  readonly #names = new NameNumbers();
  readonly #files = new NameNumbers();
  readonly #rows: ClassRow = { model: [], name: [], oldest: [], newest: [] };
  readonly #places: ClassPlaces = { entry: [], row: [], file: [], line: [] };

  /** The number of different classes up to now. */
  get length(): number {
    return this.#rows.model.length;
  }

  /**
   * Adds the classes of all entries of a technical name: equal ones of them are kept once.
   * @param entries in the order of their platform versions
   */
  add(entries: readonly EntryClasses[]): void {
    const groups = new Map<string, LoadedClass[]>();
    for (const { classes } of entries) {
      for (const one of classes) {
        addToGroup(groups, JSON.stringify([one.model, one.class_name]), one);
      }
    }
    const rows = new Map<LoadedClass, number>();
    for (const [, group] of [...groups].toSorted(([left], [right]) => compareText(left, right))) {
      const start = this.length;
      for (const one of group) rows.set(one, this.#addRow(one, start));
    }
    for (const { entry, platformVersion, classes } of entries) {
      for (const one of classes) {
        const row = rows.get(one) ?? 0;
        this.#rows.oldest[row] ??= platformVersion;
        this.#rows.newest[row] = platformVersion;
        this.#places.entry.push(entry);
        this.#places.row.push(row);
        this.#places.file.push(this.#files.add(one.file));
        this.#places.line.push(one.line);
      }
    }
  }

  /** A step for each of `length`. */
  *encode(compress: Compress): Steps<readonly Section[]> {
    const models = this.#models.list();
    const names = this.#names.list();
    const files = this.#files.list();
    const { entry, row, file, line } = this.#places;
    const modelOfRow = this.#rows.model.map((met) =>
      met === 0 ? 0 : (models.places[met - 1] ?? 0) + 1,
    );
    const groups = this.#sortGroups(toGroups(groupBy(modelOfRow, models.names.length + 1)));
    const order = groups.flat();
    const ofModels = groupBy(
      row.map((each) => modelOfRow[each] ?? 0),
      models.names.length + 1,
    );
    const numberOfRow = new Uint32Array(this.length);
    for (const [number, each] of order.entries()) numberOfRow[each] = number;
    return [
      ...(yield* encodeBlockStore("classes", this.#packer, groups, compress)),
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

  /** Measured: the classes of a model of a system lie in half as many blocks, and all take a tenth more. */
  #sortGroups(groups: readonly (readonly number[])[]): readonly (readonly number[])[] {
    const { oldest, newest } = this.#rows;
    const versions = [...new Set([...oldest, ...newest])].toSorted(comparePlatformVersions);
    const places = new Map(versions.map((version, place) => [version, place]));
    const rank = (row: number): number =>
      (places.get(newest[row] ?? "") ?? 0) * versions.length + (places.get(oldest[row] ?? "") ?? 0);
    return groups.map((group) => group.toSorted((left, right) => rank(left) - rank(right)));
  }

  #addRow(one: LoadedClass, start: number): number {
    const row = this.#packer.addDistinct([toPackedClass(one)], start);
    if (row === this.length) {
      this.#rows.model.push(one.model === null ? 0 : this.#models.add(one.model) + 1);
      this.#rows.name.push(this.#names.add(one.class_name));
    }
    return row;
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
