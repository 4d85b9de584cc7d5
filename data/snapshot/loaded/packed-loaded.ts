// What is loaded of the entries of a technical name, as it is packed: of each entry a head that names its views,
// and apart from it its classes, and the archs, equal ones once.
import { addToGroup } from "../../grouped.js";
import type { LoadedModule, LoadedRecord, LoadedView } from "../../loaded-module.js";
import type { ModuleParts } from "../../module-parts.js";
import { compareText } from "../../platform-version.js";
import { getModuleOfXmlId, toFullXmlId } from "../../xml-id.js";
import { addDistinct } from "../record/distinct-rows.js";
import { RowPacker } from "../record/packing.js";
import { STRUCTURES } from "../record/structures.js";
import { post, type PackedPostings, type Postings } from "../table/postings.js";
import { packClasses, type PackedClasses } from "./packed-classes.js";
import { listSubjects, listViewSubjects } from "./subjects.js";

/** What of an entry is packed here. */
export interface LoadedContent {
  readonly loaded: LoadedModule;
  readonly parts: ModuleParts;
}

export interface LoadedRows {
  /** Of each entry. */
  readonly heads: readonly Uint8Array[];
  /** In runs of what is nearly equal, since it is of one view. */
  readonly archs: readonly (readonly Uint8Array[])[];
  readonly classes: PackedClasses;
  /** Views of other modules that entries change or inherit from, by their full ids. */
  readonly views: PackedPostings;
  /** What views are of, and what parts are about, see subjects.ts. */
  readonly viewSubjects: PackedPostings;
  readonly subjects: PackedPostings;
}

const HEADS = new RowPacker(STRUCTURES.loaded);
const ARCHS = new RowPacker(STRUCTURES.archs);

/** @param contents of all entries of the technical name, in order */
export function packLoaded(name: string, contents: readonly LoadedContent[]): LoadedRows {
  const foreign: Postings = new Map();
  const viewSubjects: Postings = new Map();
  const subjects: Postings = new Map();
  for (const [entry, { loaded, parts }] of contents.entries()) {
    for (const id of listForeignIds(name, loaded.views)) post(foreign, id, entry);
    for (const subject of listViewSubjects(loaded.views)) post(viewSubjects, subject, entry);
    for (const subject of listSubjects(name, parts)) post(subjects, subject, entry);
  }
  const { archs, rows } = packArchs(
    name,
    contents.flatMap(({ loaded }) => loaded.views),
  );
  return {
    heads: contents.map(({ loaded: { constants, views, data } }) =>
      HEADS.pack([
        { constants, views: views.map((one) => toViewHead(one, rows.get(one))) },
        data.map(({ file, records }) => [file, toPackedRecords(records)]),
      ]),
    ),
    archs,
    classes: packClasses(contents.map(({ loaded }) => loaded.classes)),
    views: [...foreign],
    viewSubjects: [...viewSubjects],
    subjects: [...subjects],
  };
}

/** @returns the archs, and of each view that has one its number among them */
function packArchs(
  name: string,
  views: readonly LoadedView[],
): { readonly archs: LoadedRows["archs"]; readonly rows: ReadonlyMap<LoadedView, number> } {
  const groups = new Map<string, LoadedView[]>();
  for (const view of views) {
    if (view.arch !== undefined) addToGroup(groups, toFullXmlId(name, view.xml_id), view);
  }
  const rows = new Map<LoadedView, number>();
  const archs: Uint8Array[][] = [];
  let count = 0;
  for (const [, group] of [...groups].toSorted(([left], [right]) => compareText(left, right))) {
    const run: Uint8Array[] = [];
    for (const view of group) {
      rows.set(view, count + addDistinct(run, ARCHS.pack([view.arch]), 0));
    }
    archs.push(run);
    count += run.length;
  }
  return { archs, rows };
}

/** With free keys, since a view seldom gives all columns. */
function toViewHead({ arch: _arch, ...head }: LoadedView, row: number | undefined): unknown {
  const given = Object.entries(head).filter(([, value]) => value !== undefined);
  return new Map<string, unknown>([
    ...given,
    ...(row === undefined ? [] : [["arch", row] as const]),
  ]);
}

/** Flat, and each line counted from the one before, so that equal neighbours are equal bytes. */
function toPackedRecords(records: readonly LoadedRecord[]): readonly unknown[] {
  let before = 0;
  return records.flatMap(({ xml_id: id, model, line }) => {
    const lines = line - before;
    before = line;
    return [id, model, lines];
  });
}

/** Full ids of other modules' views that a module changes or inherits from. */
function listForeignIds(name: string, views: readonly LoadedView[]): readonly string[] {
  return views
    .flatMap(({ xml_id: id, inherit_id: inherited }) => [id, inherited ?? id])
    .map((id) => toFullXmlId(name, id))
    .filter((id) => getModuleOfXmlId(id) !== name);
}
