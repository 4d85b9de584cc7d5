// What most of a snapshot is made of: definitions, records and parts, out of the contents of entries,
// of which only one is looked at at a time.
import type { ModelRecord } from "../records.js";
import type { Steps } from "../yield.js";
import type { EntryContent, EntryHead, SnapshotContents } from "./contents.js";
import { DefinitionWriter } from "./table/definitions.js";
import type { SnapshotCounts } from "./entry-file.js";
import { LoadedWriter } from "./loaded/loaded-writer.js";
import { PackedStoreWriter } from "./record/packed-store.js";
import { toPackableParts } from "./record/parts.js";
import { toPackedHead } from "./record/record-head.js";
import type { Compress, RecordRun } from "./record/record-store.js";
import type { Section } from "./sections.js";

export interface ContentTables {
  /** The entries of each technical name, in order. */
  readonly runs: readonly RecordRun[];
  /** The number of an author, maintainer or committer. */
  toNumber(person: string): number;
  readonly compress: Compress;
}

/** Sections, and how much is in them. */
export interface EncodedContents {
  readonly definitions: readonly Section[];
  readonly records: readonly Section[];
  readonly parts: readonly Section[];
  readonly loaded: readonly Section[];
  readonly counts: Pick<SnapshotCounts, "models" | "fields" | "methods" | "views">;
}

/**
 * How often an entry is worked on: it is packed, then its record is compressed, then its parts, then what
 * is loaded of it: its head, its share of all classes, and that of all archs.
 */
export const STEPS_OF_ENTRY = 6;

/** @throws what `readContent` throws */
export function* encodeContents(
  { heads, readContent }: SnapshotContents,
  { runs, toNumber, compress }: ContentTables,
): Steps<EncodedContents> {
  const definitions = new DefinitionWriter();
  const records = new PackedStoreWriter("records");
  const parts = new PackedStoreWriter("parts");
  const loaded = new LoadedWriter();
  const counts = { models: 0, fields: 0, methods: 0, views: 0 };
  for (const [entry, head] of heads.entries()) {
    const content = readContent(entry);
    const record = { ...head, ...content };
    definitions.add(entry, record);
    records.add(toPackable(record, toNumber));
    parts.add([toPackableParts(content.parts)]);
    loaded.add(entry, head, content);
    counts.models += content.models.length;
    counts.views += content.views.length;
    for (const { fields, methods } of content.models) {
      counts.fields += fields.length;
      counts.methods += methods.length;
    }
    yield;
  }
  return {
    definitions: definitions.encode(),
    records: yield* records.encode(runs, compress),
    parts: yield* parts.encode(runs, compress),
    loaded: yield* loaded.encode(runs, compress),
    counts,
  };
}

/**
 * What of a record is packed, with its objects of free keys as maps, see packing.ts: its head, then
 * what most of it consists of, so that the head can be read alone.
 */
function toPackable(
  record: EntryHead & EntryContent,
  toNumber: (person: string) => number,
): readonly [head: unknown, content: unknown] {
  const models = record.models.map((model) => ({
    ...model,
    attrs: model.attrs && toMap({ ...model.attrs, ...inheritsOf(model) }),
    fields: model.fields.map((field) => ({ ...field, attrs: field.attrs && toMap(field.attrs) })),
  }));
  return [toPackedHead(record, toNumber), { views: record.views, models }];
}

function inheritsOf({ attrs }: ModelRecord): { readonly inherits?: ReadonlyMap<string, unknown> } {
  return attrs?.inherits === undefined ? {} : { inherits: toMap(attrs.inherits) };
}

function toMap(object: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(object));
}
