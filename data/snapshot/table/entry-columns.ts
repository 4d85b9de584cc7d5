// The columns of entries: what searches read without decoding a record.
import { openColumn, type Column } from "./columns.js";
import type { SectionName } from "../format.js";
import type { SectionReader } from "../sections.js";

const NAMES = [
  "name",
  "version",
  "repository",
  "display",
  "category",
  "license",
  "status",
  "flags",
  "document",
  "updated",
  "commit",
  "release",
  "folder",
  "depth",
] as const;

/** One value for each entry; format.ts says what they are. */
export type EntryColumns = { readonly length: number } & {
  readonly [Name in (typeof NAMES)[number]]: Column;
};

/** @throws SnapshotError `snapshot_damaged` when a column is not as long as there are entries */
export function openEntries(sections: SectionReader, length: number): EntryColumns {
  const columns = NAMES.map((name) => {
    const section: SectionName = `entries.${name}`;
    return [name, openColumn(section, sections.get(section), length)];
  });
  return { length, ...(Object.fromEntries(columns) as Omit<EntryColumns, "length">) };
}
