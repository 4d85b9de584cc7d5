// Reads what the platform loads of modules, see packed-loaded.ts; every value is checked where it is read.
import {
  VIEW_OPERATIONS,
  type ArchNode,
  type LiteralValue,
  type LoadedView,
} from "../../module/loaded-module.js";
import { damagedSection, type SnapshotError } from "../errors.js";
import type { Reader, Readers } from "../packed-values.js";
import {
  openPackedStore,
  toStoreRuns,
  type EntryRuns,
  type StoreRuns,
} from "../record/packed-store.js";
import type { PackedRow } from "../record/packing.js";
import type { SectionReader } from "../sections.js";
import { findLastUpTo, openColumnOf } from "../table/columns.js";
import { findString } from "../table/string-table.js";
import { openTextLists, type TextLists } from "../table/text-lists.js";
import { createColumnReader } from "../record/column-packing.js";
import { openWrites, type DataHead } from "./packed-writes.js";
import { parseArch } from "./packed-arch.js";
import { openClasses, type LoadedClasses } from "./class-reader.js";
import { readLiteral } from "./packed-class.js";

const READER = createColumnReader("loaded.bytes");
const { readList, readNumber, readObject, readText, readTextOrNull } = READER;
const readConstantsOf = READER.mapOf(READER.mapOf(readLiteral));

/** A view without its arch, which `readArch` reads. */
export interface ViewHead extends Omit<LoadedView, "arch"> {
  readonly archRow: number | undefined;
}

/** Loaded contents of one module beside its classes, in load order. */
export interface LoadedHead {
  readonly constants: ReadonlyMap<string, ReadonlyMap<string, LiteralValue>>;
  readonly views: readonly ViewHead[];
}

/** Each function throws SnapshotError. */
interface LoadedReader {
  readonly classes: LoadedClasses;
  readHead(entry: number): LoadedHead;
  /** Bytes of an entry's head when decompressed. */
  countHeadBytes(entry: number): number;
  readData(entry: number): DataHead;
  /** Bytes of its record writes. */
  countWriteBytes(entry: number): number;
  /** Row of data; its kind follows from its key, see packed-data.ts and packed-browser.ts. */
  readRow(row: number): unknown;
  /** Bytes of the row when decompressed. */
  countDataBytes(row: number): number;
  readArch(row: number): ArchNode;
  /** Entries that have something under a key, see packed-data.ts: records of a model, or steps of bundles; ascending. */
  listEntriesWith(key: string): Uint32Array;
  /** Entries of other modules that write the record with this full id, or inherit from that view, ascending. */
  listForeignEntries(xmlId: string): Uint32Array;
  /** Ids of other modules' records that entries write. */
  readonly foreignIds: TextLists;
  /** All such keys. */
  readonly dataKeys: TextLists;
  /** Entries with a view of the model that is the subject, see subjects.ts, ascending. */
  listEntriesWithViews(subject: string): Uint32Array;
  /** Entries with parts that are about the subject, ascending. */
  listEntriesAbout(subject: string): Uint32Array;
  /** Records by what people call them, see data/module/labels.ts. */
  readonly labels: TextLists;
  /** Entries by the names they refer to; `undefined` where that is not recorded. */
  readonly references: TextLists | undefined;
}

/** @throws SnapshotError, also later */
export function openLoaded(sections: SectionReader, runs: EntryRuns): LoadedReader {
  const readPacked = openPackedStore(sections, "loaded", toStoreRuns(runs));
  const readWritten = openPackedStore(sections, "writes", toStoreRuns(runs));
  const countLoaded = openColumnOf(sections, "loaded.length", runs.entries.length);
  const countWritten = openColumnOf(sections, "writes.length", runs.entries.length);
  const dataKeys = openTextLists(sections, "data-keys");
  const foreignIds = openTextLists(sections, "foreign-ids");
  const firstArchs = openColumnOf(sections, "names.archs", runs.nameFirst.length - 1);
  const firstData = openColumnOf(sections, "names.data", runs.nameFirst.length - 1);
  const readArchRow = openPackedStore(sections, "archs", openRuns(sections, "archs.runs"));
  const dataRuns = openRuns(sections, "data.runs");
  const readDataRow = openPackedStore(sections, "data", dataRuns);
  const dataLengths = openColumnOf(sections, "data.length", dataRuns.length);
  const getName = (entry: number): number => runs.entries.name.get(entry);
  return {
    classes: openClasses(sections, openPackedStore(sections, "records", toStoreRuns(runs))),
    readHead: (entry) => toHead(readPacked(entry), firstArchs.get(getName(entry))),
    countHeadBytes: (entry) => countLoaded.get(entry),
    readData: (entry) => openWrites(readWritten(entry), firstData.get(getName(entry))),
    countWriteBytes: (entry) => countWritten.get(entry),
    readRow: (row) => readDataRow(row).read(0),
    countDataBytes: (row) => dataLengths.get(row),
    readArch: (row) => parseArch(readArchRow(row).read(0)),
    listEntriesWith: findIn(dataKeys),
    listForeignEntries: findIn(foreignIds),
    foreignIds,
    dataKeys,
    listEntriesWithViews: findIn(openTextLists(sections, "view-subjects")),
    listEntriesAbout: findIn(openTextLists(sections, "subjects")),
    labels: openTextLists(sections, "labels"),
    references: sections.has("references") ? openTextLists(sections, "references") : undefined,
  };
}

function openRuns(sections: SectionReader, name: "archs.runs" | "data.runs"): StoreRuns {
  const starts = openColumnOf(sections, name);
  if (starts.length === 0) throw damagedSection(name, "the number of rows", "nothing");
  return {
    length: starts.get(starts.length - 1),
    findRun(row) {
      const run = findLastUpTo(starts, row);
      return { start: starts.get(run), end: starts.get(run + 1) };
    },
  };
}

function findIn({ keys, lists }: TextLists): (key: string) => Uint32Array {
  return (key) => {
    const number = findString(keys, key);
    return number === undefined ? new Uint32Array() : lists.view(number);
  };
}

/** Each is looked at when it is asked for: few questions are about both. */
function toHead(row: PackedRow, firstArch: number): LoadedHead {
  const archRows = readList(row.read(0)).map((arch) => firstArch + readNumber(arch));
  const { constants, views } = readObject(row.read(1));
  let readConstants: LoadedHead["constants"] | undefined;
  let readViews: LoadedHead["views"] | undefined;
  return {
    get constants() {
      return (readConstants ??= readConstantsOf(constants));
    },
    get views() {
      return (readViews ??= readList(views).map((view) => toViewHead(view, archRows)));
    },
  };
}

/** Every column of a view as it is packed; the arch is its number among those of the entry. */
const COLUMNS: Readers<Omit<LoadedView, "arch"> & { readonly arch: number }> = {
  operation: READER.oneOf(VIEW_OPERATIONS),
  xml_id: readText,
  file: readText,
  line: readNumber,
  name: readTextOrNull,
  model: readTextOrNull,
  type: readTextOrNull,
  mode: readTextOrNull,
  inherit_id: readTextOrNull,
  // Any number that a file gives, also one that is not whole or too large to be.
  priority: (value) => (typeof value === "number" ? value : readNumber(value)),
  active: READER.readFlag,
  key: readTextOrNull,
  groups: READER.readTexts,
  arch_line: readNumber,
  arch: readNumber,
  dynamic: READER.readTexts,
};
const COLUMN_READERS: ReadonlyMap<string, Reader<unknown>> = new Map(Object.entries(COLUMNS));

const REQUIRED_COLUMNS = ["operation", "xml_id", "file", "line", "dynamic"] as const;

/** Views are many, and each is one object with the columns that it gives. */
function toViewHead(packed: unknown, archRows: readonly number[]): ViewHead {
  if (!(packed instanceof Map)) throw damagedView(typeof packed);
  const view: Record<string, unknown> = { archRow: undefined };
  for (const [column, value] of packed as ReadonlyMap<string, unknown>) {
    const read = COLUMN_READERS.get(column);
    if (read === undefined) throw damagedView(`another ${column}`);
    if (column === "arch") view["archRow"] = getArchRow(archRows, readNumber(value));
    else view[column] = read(value);
  }
  if (isViewHead(view)) return view;
  throw damagedView("a part of one");
}

function getArchRow(archRows: readonly number[], arch: number): number {
  const row = archRows[arch];
  if (row === undefined) throw damagedView(`arch ${arch}`);
  return row;
}

function isViewHead(view: object): view is ViewHead {
  return REQUIRED_COLUMNS.every((column) => column in view);
}

function damagedView(got: string): SnapshotError {
  return damagedSection("loaded.bytes", "a view", got);
}
