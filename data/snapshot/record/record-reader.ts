// From the number of an entry to its record: columns, tables and the packed part put together.
import { PACKED_FACT_SHAPES, type EntryHead, type RecordHead } from "../../module/facts.js";
import { PART_PROPERTIES, type ModuleParts } from "../../module/module-parts.js";
import { parseNeed, type Need } from "../../needs/needs.js";
import { CONTENT_PROPERTIES, type ModuleRecord } from "../../module/records.js";
import { createClosures, type ClosureTables } from "./closures.js";
import type { ListColumns } from "../table/columns.js";
import type { RepositoryRow } from "../contents.js";
import { isObject } from "../../json.js";
import { damagedSection } from "../errors.js";
import { FLAGS, type SectionName } from "../format.js";
import { openPackedStore, toStoreRuns } from "./packed-store.js";
import { FIRST_CLASS, readModels } from "../loaded/packed-class.js";
import { createUnpacked } from "./packable.js";
import type { PackedRow } from "./packing.js";
import {
  joinHead,
  joinOwnHead,
  toTimestamp,
  type PackedHead,
  type RecordDetails,
} from "./record-head.js";
import type { SectionReader } from "../sections.js";
import { openTableOf, type StringTable } from "../table/string-table.js";

const toFacts = createUnpacked(PACKED_FACT_SHAPES);
const toContentRow = createUnpacked(CONTENT_PROPERTIES);
const toParts = createUnpacked(PART_PROPERTIES);

/** Inputs of a record beside its packed part. */
interface RecordTables extends ClosureTables {
  readonly texts: StringTable;
  readonly releases: StringTable;
  readonly folders: StringTable;
  readonly commits: StringTable;
  readonly repositories: readonly RepositoryRow[];
  /** For each document the needs of its module; not even empty lists without an embedder. */
  readonly documentNeeds: ListColumns;
}

/** A record as its module is alone. */
type OwnRecord = EntryHead & Pick<ModuleRecord, "views" | "models">;

/** Reads records by the number of their entry; each function throws SnapshotError. */
interface RecordReader {
  readRecord(entry: number): ModuleRecord;
  /** The record without what follows from other modules, in less time. */
  readOwnRecord(entry: number): OwnRecord;
  /** The record without its views and models, which are not decoded. */
  readHead(entry: number): RecordHead;
  /** The head without what follows from other modules. */
  readOwnHead(entry: number): EntryHead;
  /** Parts lie apart, so that who reads a record does not pay for them. */
  readParts(entry: number): ModuleParts;
}

/** @throws SnapshotError */
export function openRecords(sections: SectionReader, tables: RecordTables): RecordReader {
  const readRow = openPackedStore(sections, "records", toStoreRuns(tables));
  const readHeadRow = (entry: number): unknown => toFacts(readRow(entry).read(0));
  const readWhole = (entry: number) => {
    const row = readRow(entry);
    return { head: toFacts(row.read(0)), content: toContent(row) };
  };
  const readPartsRow = openPackedStore(sections, "parts", toStoreRuns(tables));
  const { names, texts, commits, versions, repositories, entries } = tables;
  const findClosure = createClosures(sections, tables);
  const findNeeds = openNeeds(sections, tables);
  const readDetails = (entry: number): RecordDetails => {
    const flags = entries.flags.get(entry);
    const status = entries.status.get(entry);
    const updated = entries.updated.get(entry);
    const repository = getRow(repositories, "repositories", entries.repository.get(entry));
    return {
      technical_name: names.get(entries.name.get(entry)),
      name: texts.get(entries.display.get(entry)),
      version: tables.releases.get(entries.release.get(entry)),
      license: texts.get(entries.license.get(entry)),
      category: texts.get(entries.category.get(entry)),
      application: (flags & FLAGS.application) !== 0,
      installable: (flags & FLAGS.installable) !== 0,
      development_status: status === 0 ? null : texts.get(status - 1),
      update_date: updated === 0 ? null : toTimestamp(updated),
      commit: commits.get(entries.commit.get(entry)),
      platform_version: getRow(versions, "versions", entries.version.get(entry)),
      has_depends: (flags & FLAGS.has_depends) !== 0,
      has_tests: (flags & FLAGS.has_tests) !== 0,
      source_path: tables.folders.get(entries.folder.get(entry)),
      ...repository,
    };
  };
  const toHead = (entry: number, packed: unknown): RecordHead =>
    joinHead(readDetails(entry), toPacked(packed), {
      ...findClosure(entry),
      needs: findNeeds(entry),
    });
  const toOwnHead = (entry: number, packed: unknown): EntryHead =>
    joinOwnHead(readDetails(entry), toPacked(packed));
  return {
    readRecord(entry) {
      const { head, content } = readWhole(entry);
      // The head is nobody else's; spreading it would take longer.
      return Object.assign(toHead(entry, head), content);
    },
    readOwnRecord(entry) {
      const { head, content } = readWhole(entry);
      return Object.assign(toOwnHead(entry, head), content);
    },
    readHead: (entry) => toHead(entry, readHeadRow(entry)),
    readOwnHead: (entry) => toOwnHead(entry, readHeadRow(entry)),
    readParts(entry) {
      const parts = toParts(readPartsRow(entry).read(0));
      if (!isObject(parts)) throw damagedSection("parts.bytes", "parts", typeof parts);
      return parts as unknown as ModuleParts;
    },
  };
}

/** Needs of modules, by the number of their entry. */
function openNeeds(
  sections: SectionReader,
  { entries, documentNeeds }: Pick<RecordTables, "entries" | "documentNeeds">,
): (entry: number) => readonly Need[] {
  const needs = openTableOf(sections, "need-texts");
  return (entry) =>
    documentNeeds.length === 0
      ? []
      : Array.from(documentNeeds.view(entries.document.get(entry)), (need) =>
          parseNeed(needs.get(need)),
        );
}

/** Views, which get the types of `LinkedTypes`, and models, which format 10 has beside the views. */
function toContent(row: PackedRow): Pick<ModuleRecord, "views" | "models"> {
  const types = row.read(1);
  const content = toContentRow(row.read(2));
  if (!isObject(content)) throw damagedSection("records.bytes", "a record", typeof content);
  const { views, models = readModels(row, FIRST_CLASS) } = content;
  if (!Array.isArray(views) || !Array.isArray(models) || !Array.isArray(types)) {
    throw damagedSection("records.bytes", "lists of views and models", typeof models);
  }
  for (let at = 0; at < types.length; at += 2) {
    const view: unknown = views[types[at] as number];
    if (!isObject(view)) throw damagedSection("records.bytes", "a view", typeof view);
    Object.assign(view, { view_type: types[at + 1] as string });
  }
  return { views, models };
}

function toPacked(packed: unknown): PackedHead {
  if (!isObject(packed)) throw damagedSection("records.bytes", "a record", typeof packed);
  return packed as unknown as PackedHead;
}

function getRow<T>(rows: readonly T[], section: SectionName, number: number): T {
  const row = rows[number];
  if (row === undefined) throw damagedSection(section, `number ${number}`, "no such row");
  return row;
}
