// Reads the classes that entries load, see joined-loaded.ts: each out of the row of its entry, where it stands beside the
// record; every value is checked where it is read.
import { countEach, toGroups } from "../../grouped.js";
import type { LoadedClass } from "../../module/loaded-module.js";
import type { PackedRow } from "../record/packing.js";
import type { SectionReader } from "../sections.js";
import { findLastUpTo, openColumnOf, openLists, type Column } from "../table/columns.js";
import { findString, keepTexts, listTexts, openTableOf } from "../table/string-table.js";
import { FORMER_FORMAT, openFormerClasses, type ClassStore } from "./former-classes.js";
import { countClassBytes, FIRST_CLASS, readLoadedClass } from "./packed-class.js";
import { toModelRecordId } from "./subjects.js";

/** Facts that tell a class from others; the rest is read by its number. */
export interface ClassHead extends Pick<LoadedClass, "model" | "class_name"> {
  readonly number: number;
}

/**
 * The classes of all entries, each with a number: they are counted by entry, and of one entry in load order.
 * Each function throws SnapshotError.
 */
export interface LoadedClasses {
  /** Classes of an entry, in load order. */
  list(entry: number): readonly ClassHead[];
  /** Numbers of those of a model, ascending. */
  listOfModel(model: string): Uint32Array;
  /** The models of which entries have a class, each once, sorted. */
  listModels(entries: Iterable<number>): readonly string[];
  /** Models of all entries whose records have this id, see `toModelRecordId`, sorted. */
  listModelsWithId(id: string): readonly string[];
  /** Models of all classes of a name, those of most of them first. */
  listModelsOfClass(className: string): readonly string[];
  /** Entries with a class of the model, ascending. */
  listEntries(model: string): readonly number[];
  /** The entry that loads the class. */
  getEntry(number: number): number;
  read(number: number): LoadedClass;
  /** Bytes of the class when decompressed. */
  countBytes(number: number): number;
}

/** @param readRow of records @throws SnapshotError, also later */
export function openClasses(
  sections: SectionReader,
  readRow: (entry: number) => PackedRow,
): LoadedClasses {
  const entries = openColumnOf(sections, "loaded-classes.entry");
  const nameTable = keepTexts(openTableOf(sections, "class-names"));
  const modelTable = keepTexts(openTableOf(sections, "loaded-models"));
  const store =
    sections.format === FORMER_FORMAT
      ? openFormerClasses(sections, { modelTable, nameTable })
      : openClassRows(sections, entries, keepRows(readRow));
  const ofModels = openLists(sections, "loaded-models", modelTable.length + 1);
  const readHead = (number: number): ClassHead => {
    const model = store.getModel(number);
    return {
      number,
      model: model === 0 ? null : modelTable.get(model - 1),
      class_name: nameTable.get(store.getName(number)),
    };
  };
  const listOfModel = (model: string): Uint32Array => {
    const number = findString(modelTable, model);
    return number === undefined ? new Uint32Array() : ofModels.view(number + 1);
  };
  const listNumbers = (entry: number): readonly number[] => {
    const numbers: number[] = [];
    let number = findLastUpTo(entries, entry);
    while (number >= 0 && number < entries.length && entries.get(number) === entry) {
      numbers.push(number);
      number -= 1;
    }
    return numbers.toReversed();
  };
  let byId: ReadonlyMap<string, readonly string[]> | undefined;
  return {
    list: (entry) => listNumbers(entry).map(readHead),
    listOfModel,
    listModels(all) {
      const found = new Set<number>();
      for (const entry of all) {
        for (const number of listNumbers(entry)) found.add(store.getModel(number));
      }
      found.delete(0);
      return [...found]
        .toSorted((left, right) => left - right)
        .map((one) => modelTable.get(one - 1));
    },
    listModelsWithId: (id) =>
      (byId ??= toGroups(listTexts(modelTable), toModelRecordId)).get(id) ?? [],
    listModelsOfClass(className) {
      const name = findString(nameTable, className);
      if (name === undefined) return [];
      const models: number[] = [];
      for (let number = 0; number < entries.length; number++) {
        const model = store.getName(number) === name ? store.getModel(number) : 0;
        if (model > 0) models.push(model);
      }
      return [...countEach(models)]
        .toSorted(([, left], [, right]) => right - left)
        .map(([model]) => modelTable.get(model - 1));
    },
    listEntries: (model) => [...new Set(Array.from(listOfModel(model), entries.get))],
    getEntry: entries.get,
    read: store.read,
    countBytes: store.countBytes,
  };
}

function openClassRows(
  sections: SectionReader,
  entries: Column,
  readRow: (entry: number) => PackedRow,
): ClassStore {
  const column = (name: "place" | "model" | "name"): Column =>
    openColumnOf(sections, `loaded-classes.${name}`, entries.length);
  const indexes = column("place");
  // Caches of classes ask for their bytes long after the row is dropped.
  const bytes = new Uint32Array(entries.length);
  return {
    getModel: column("model").get,
    getName: column("name").get,
    read: (number) =>
      readLoadedClass(readRow(entries.get(number)), FIRST_CLASS, indexes.get(number)),
    countBytes: (number) =>
      (bytes[number] ||= countClassBytes(
        readRow(entries.get(number)),
        FIRST_CLASS,
        indexes.get(number),
      )),
  };
}

/** Budget for decompressed rows: the rows of a system of some hundred modules. */
const HELD_BYTES = 4 * 1024 * 1024;

/** Rows that were read last: a system is read model by model, and its modules have classes of many. */
function keepRows(readRow: (entry: number) => PackedRow): (entry: number) => PackedRow {
  const held = new Map<number, PackedRow>();
  let heldBytes = 0;
  return (entry) => {
    const known = held.get(entry);
    const row = known ?? readRow(entry);
    // The one that was asked for last is the last to go.
    held.delete(entry);
    held.set(entry, row);
    if (known === undefined) heldBytes += row.bytes;
    for (const [oldest, { bytes }] of held) {
      if (heldBytes <= HELD_BYTES || oldest === entry) break;
      held.delete(oldest);
      heldBytes -= bytes;
    }
    return row;
  };
}
