// All entries of a technical name as rows of bytes, before they are compressed: what of a snapshot follows from
// these entries alone.
import type { ModelRecord } from "../../records.js";
import type { EntryContent, EntryHead } from "../contents.js";
import type { SnapshotCounts } from "../entry-file.js";
import { packLoaded, type LoadedRows } from "../loaded/packed-loaded.js";
import { RowPacker } from "../record/packing.js";
import { STRUCTURES } from "../record/structures.js";
import { toPackableParts } from "../record/parts.js";
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

const RECORDS = new RowPacker(STRUCTURES.records);
const PARTS = new RowPacker(STRUCTURES.parts);

/** @param entries all those of a technical name, in order */
export function packEntries(name: string, entries: readonly PackingEntry[]): ModuleRows {
  return {
    records: entries.map(({ head, content }) =>
      RECORDS.pack([toPackedHead(head), toPackableContent(content)]),
    ),
    parts: entries.map(({ content }) => PARTS.pack([toPackableParts(content.parts)])),
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

/**
 * What most of a record consists of, packed behind its head, so that the head can be read alone; with its
 * objects of free keys as maps, see packing.ts.
 */
function toPackableContent({ views, models }: EntryContent): unknown {
  return {
    views,
    models: models.map((model) => ({
      ...model,
      attrs: model.attrs && toMap({ ...model.attrs, ...inheritsOf(model) }),
      fields: model.fields.map((field) => ({ ...field, attrs: field.attrs && toMap(field.attrs) })),
    })),
  };
}

function inheritsOf({ attrs }: ModelRecord): { readonly inherits?: ReadonlyMap<string, unknown> } {
  return attrs?.inherits === undefined ? {} : { inherits: toMap(attrs.inherits) };
}

function toMap(object: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(object));
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
