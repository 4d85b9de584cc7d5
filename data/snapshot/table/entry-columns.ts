// The columns of entries: what searches read without decoding a record.
import { openColumnOf, type Column } from "./columns.js";
import type { SectionReader } from "../sections.js";

/** The columns under `entries.…` in format.ts. */
const COLUMNS = [
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

export type EntryColumns = { readonly length: number } & Readonly<
  Record<(typeof COLUMNS)[number], Column>
>;

/** @throws SnapshotError `snapshot_damaged` when a column is not as long as there are entries */
export function openEntries(sections: SectionReader, length: number): EntryColumns {
  const columns = COLUMNS.map(
    (column) => [column, openColumnOf(sections, `entries.${column}`, length)] as const,
  );
  return { length, ...(Object.fromEntries(columns) as Omit<EntryColumns, "length">) };
}
