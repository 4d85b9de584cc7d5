// Reads the classes that entries load, see class-writer.ts; every value is checked where it is read.
import { toGroups } from "../../grouped.js";
import type { LoadedClass } from "../../module/loaded-module.js";
import type { SectionName } from "../format.js";
import { openBlockStore } from "../record/block-store.js";
import type { SectionReader } from "../sections.js";
import { findLastUpTo, openColumn, openLists, type Column } from "../table/columns.js";
import {
  findString,
  keepTexts,
  listTexts,
  openStringTable,
  type StringTable,
} from "../table/string-table.js";
import { toModelRecordId } from "./subjects.js";
import { fromPackedClass, type ClassKey } from "./packed-class.js";

/** What tells a class from others; the rest is read by its number. */
export interface ClassHead extends ClassKey {
  readonly number: number;
}

/**
 * The classes of all entries, each with a number: they are counted by entry, and of one entry in load order.
 * Each function throws SnapshotError.
 */
export interface LoadedClasses {
  /** Those of an entry, in load order. */
  list(entry: number): readonly ClassHead[];
  /** Numbers of those of a model, ascending. */
  listOfModel(model: string): Uint32Array;
  /** The models of which entries have a class, each once, sorted. */
  listModels(entries: Iterable<number>): readonly string[];
  /** Those of all entries whose records have this id, see `toModelRecordId`, sorted. */
  listModelsWithId(id: string): readonly string[];
  /** Entries with a class of the model, ascending. */
  listEntries(model: string): readonly number[];
  /** The entry that loads the class. */
  getEntry(number: number): number;
  /** Where the class lies among all: those that lie beside each other are decompressed together. */
  getRow(number: number): number;
  read(number: number): LoadedClass;
  /** The same bytes say the same of a class, wherever it begins in its file. */
  readPacked(number: number): Uint8Array;
  /** How many bytes it has when it is decompressed. */
  countBytes(number: number): number;
}

/** @throws SnapshotError, also later */
export function openClasses(sections: SectionReader): LoadedClasses {
  const store = openBlockStore(sections, "classes");
  const column = (name: SectionName, length = sections.get(name).length / 4): Column =>
    openColumn(name, sections.get(name), length);
  const table = (name: SectionName): StringTable =>
    keepTexts(openStringTable(name, sections.get(name)));
  const entries = column("loaded-classes.entry");
  const rows = column("loaded-classes.class", entries.length);
  const files = column("loaded-classes.file", entries.length);
  const lines = column("loaded-classes.line", entries.length);
  const models = column("classes.model", store.length);
  const names = column("classes.name", store.length);
  const fileTable = table("class-files");
  const nameTable = table("class-names");
  const modelTable = table("loaded-models");
  const ofModels = openLists(sections, "loaded-models", modelTable.length + 1);
  const readHead = (number: number): ClassHead => {
    const row = rows.get(number);
    const model = models.get(row);
    return {
      number,
      model: model === 0 ? null : modelTable.get(model - 1),
      class_name: nameTable.get(names.get(row)),
      file: fileTable.get(files.get(number)),
      line: lines.get(number),
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
        for (const number of listNumbers(entry)) found.add(models.get(rows.get(number)));
      }
      found.delete(0);
      return [...found]
        .toSorted((left, right) => left - right)
        .map((one) => modelTable.get(one - 1));
    },
    listModelsWithId: (id) =>
      (byId ??= toGroups(listTexts(modelTable), toModelRecordId)).get(id) ?? [],
    listEntries: (model) => [...new Set(Array.from(listOfModel(model), entries.get))],
    getEntry: entries.get,
    getRow: rows.get,
    read: (number) => fromPackedClass(store.read(rows.get(number), 1)[0], readHead(number)),
    readPacked: (number) => store.readBytes(rows.get(number)),
    countBytes: (number) => store.countBytes(rows.get(number)),
  };
}
