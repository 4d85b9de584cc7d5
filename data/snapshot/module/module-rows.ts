// All entries of a technical name as rows of bytes before compression: the part of a snapshot that
// follows from these entries alone.
import type { EntryHead } from "../../module/facts.js";
import type { SnapshotCounts } from "../entry-file.js";
import { joinLoaded, type JoinedClasses, type JoinedLoaded } from "../loaded/joined-loaded.js";
import { RowPacker } from "../record/packing.js";
import { toPackedHead } from "../record/record-head.js";
import type { RowRuns } from "../record/record-store.js";
import { STRUCTURES, type RowsName } from "../record/structures.js";
import { packDefinitions, type PackedDefinitions } from "../table/packed-definitions.js";
import type { EntryRows, LinkedTypes } from "./entry-rows.js";

export interface LinkedEntry {
  readonly head: EntryHead;
  /** Types of its views, in their order. */
  readonly viewTypes: LinkedTypes;
  readonly rows: EntryRows;
}

/** Counts of models and views. */
export type ContentCounts = Pick<SnapshotCounts, "models" | "fields" | "methods" | "views">;

export interface ModuleRows extends Omit<JoinedLoaded, "rows"> {
  /** One run of records and one of parts, with a row for each entry. */
  readonly rows: Readonly<Record<RowsName, RowRuns>>;
  readonly classes: JoinedClasses;
  readonly definitions: PackedDefinitions;
  readonly counts: ContentCounts;
}

const HEAD_PACKER = new RowPacker(STRUCTURES.records);

/** @param entries all those of a technical name, in order */
export function joinEntries(entries: readonly LinkedEntry[]): ModuleRows {
  const defined = entries.map(({ rows }) => rows.defined);
  const { rows: loaded, ...others } = joinLoaded(entries.map(({ rows }) => rows.loaded));
  // Most of a record is packed behind its head, so that the head can be read alone.
  const records = entries.map(({ head, viewTypes, rows }) =>
    Buffer.concat([HEAD_PACKER.pack([toPackedHead(head), viewTypes]), rows.content]),
  );
  return {
    ...others,
    rows: { records: [records], parts: [entries.map(({ rows }) => rows.parts)], ...loaded },
    classes: entries.flatMap(({ rows }, entry) => rows.classes.map((one) => ({ ...one, entry }))),
    definitions: packDefinitions(defined),
    counts: {
      models: sum(defined, ({ models }) => models.length),
      fields: sum(defined, ({ models }) => sum(models, ({ fields }) => fields.length)),
      methods: sum(defined, ({ models }) => sum(models, ({ methods }) => methods.length)),
      views: sum(defined, ({ viewCount }) => viewCount),
    },
  };
}

function sum<T>(items: readonly T[], count: (item: T) => number): number {
  return items.reduce((all, item) => all + count(item), 0);
}
