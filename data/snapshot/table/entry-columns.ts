// The columns of entries: what searches read without decoding a record.
import { openColumn, type Column } from "./columns.js";
import type { SectionName } from "../format.js";
import type { SectionReader } from "../sections.js";

/** One value for each entry; format.ts says what they are. */
export interface EntryColumns {
  readonly length: number;
  readonly name: Column;
  readonly version: Column;
  readonly repository: Column;
  readonly display: Column;
  readonly category: Column;
  readonly license: Column;
  readonly status: Column;
  readonly flags: Column;
  readonly document: Column;
  /** Update date, seconds since 1970. */
  readonly updated: Column;
  readonly commit: Column;
  readonly release: Column;
  readonly folder: Column;
  readonly depth: Column;
}

/** @throws SnapshotError `snapshot_damaged` when a column is not as long as there are entries */
export function openEntries(sections: SectionReader, length: number): EntryColumns {
  const column = (name: SectionName): Column => openColumn(name, sections.get(name), length);
  return {
    length,
    name: column("entries.name"),
    version: column("entries.version"),
    repository: column("entries.repository"),
    display: column("entries.display"),
    category: column("entries.category"),
    license: column("entries.license"),
    status: column("entries.status"),
    flags: column("entries.flags"),
    document: column("entries.document"),
    updated: column("entries.updated"),
    commit: column("entries.commit"),
    release: column("entries.release"),
    folder: column("entries.folder"),
    depth: column("entries.depth"),
  };
}
