// From parsed modules to the rows of a snapshot: links and order. Pure.
import type { ModelRecord } from "../../data/module/records.js";
import type { EntryHead } from "../../data/module/facts.js";
import { compareRecords } from "../../data/snapshot/encode.js";
import {
  unpackModels,
  type EntryRows,
  type LinkedTypes,
} from "../../data/snapshot/module/entry-rows.js";
import type { FoundEntries, FoundEntry } from "../cache/found-entry.js";
import { unpackContent } from "../cache/packed-content.js";
import { linkViewTypes } from "./view-types.js";

/** The linked whole. Heads are in memory; what is long is read when it is asked for. */
interface Catalog {
  /** In the order of a snapshot's entries. */
  readonly heads: readonly EntryHead[];
  readonly modules: readonly FoundEntry[];
  readRows(entry: number): EntryRows;
  linkViewTypes(entry: number): LinkedTypes;
  /** The models alone. */
  readModels(entry: number): readonly ModelRecord[];
  /** Digest of a linked entry, without its commit. */
  digestEntry(entry: number): string;
  /** Digest of a module's contents, unlinked. */
  digestModels(entry: number): string;
}

/** Links all modules; their order does not matter. */
export function linkCatalog(readings: readonly FoundEntries[]): Catalog {
  // Sorted before linking: of two providers of one view id the first one counts.
  const entries = readings
    .flatMap((reading) => reading.modules.map((module) => ({ reading, module })))
    .toSorted((left, right) => compareRecords(left.module.head, right.module.head));
  const linkViews = linkViewTypes(entries.map(({ module }) => [module.head, module.viewLinks]));
  const get = (entry: number): (typeof entries)[number] => {
    const one = entries[entry];
    if (one === undefined) throw new Error(`the catalog has no entry ${entry}`);
    return one;
  };
  const linkEntry = (entry: number): LinkedTypes => {
    const { head, viewLinks } = get(entry).module;
    return linkViews(head, viewLinks).flatMap(({ view_type: type }, at) =>
      type === null || type === viewLinks[at]?.view_type ? [] : [at, type],
    );
  };
  const readRows = (entry: number): EntryRows => {
    const { reading, module } = get(entry);
    return unpackContent(reading.readContent(module));
  };
  return {
    heads: entries.map(({ module }) => module.head),
    modules: entries.map(({ module }) => module),
    readRows,
    linkViewTypes: linkEntry,
    readModels: (entry) => unpackModels(readRows(entry)),
    digestEntry: (entry) => JSON.stringify([get(entry).module.digest, linkEntry(entry)]),
    digestModels: (entry) => get(entry).module.contentDigest,
  };
}
