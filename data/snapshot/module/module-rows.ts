// All entries of a technical name as rows of bytes, before they are compressed: what of a snapshot follows from
// these entries alone.
import { PARTS } from "../../module-parts.js";
import { CONTENT } from "../../records.js";
import type { EntryContent, EntryHead } from "../contents.js";
import type { SnapshotCounts } from "../entry-file.js";
import { packLoaded, type LoadedRows } from "../loaded/packed-loaded.js";
import { createPackable } from "../record/packable.js";
import { RowPacker } from "../record/packing.js";
import { STRUCTURES } from "../record/structures.js";
import { toPackedHead } from "../record/record-head.js";
import { packDefinitions, type PackedDefinitions } from "../table/packed-definitions.js";

export interface PackingEntry {
  readonly head: EntryHead;
  readonly content: EntryContent;
}

/** How much of a snapshot is in models and views. */
export type ContentCounts = Pick<SnapshotCounts, "models" | "fields" | "methods" | "views">;

export interface ModuleRows {
  /** Of each entry, in order. */
  readonly records: readonly Uint8Array[];
  readonly parts: readonly Uint8Array[];
  readonly loaded: LoadedRows;
  readonly definitions: PackedDefinitions;
  readonly counts: ContentCounts;
}

const RECORD_PACKER = new RowPacker(STRUCTURES.records);
const PART_PACKER = new RowPacker(STRUCTURES.parts);
const toPackableContent = createPackable(CONTENT.properties);
const toPackableParts = createPackable(PARTS);

/** @param entries all those of a technical name, in order */
export function packEntries(name: string, entries: readonly PackingEntry[]): ModuleRows {
  return {
    // Most of a record is packed behind its head, so that the head can be read alone.
    records: entries.map(({ head, content: { views, models } }) =>
      RECORD_PACKER.pack([toPackedHead(head), toPackableContent({ views, models })]),
    ),
    parts: entries.map(({ content }) => PART_PACKER.pack([toPackableParts(content.parts)])),
    loaded: packLoaded(
      name,
      entries.map(({ content }) => content),
    ),
    definitions: packDefinitions(
      entries.map(({ content: { models, views } }) => ({ technical_name: name, models, views })),
    ),
    counts: countContents(entries),
  };
}

function countContents(entries: readonly PackingEntry[]): ContentCounts {
  const counts = { models: 0, fields: 0, methods: 0, views: 0 };
  for (const { content } of entries) {
    counts.models += content.models.length;
    counts.views += content.views.length;
    for (const { fields, methods } of content.models) {
      counts.fields += fields.length;
      counts.methods += methods.length;
    }
  }
  return counts;
}
