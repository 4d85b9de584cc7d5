// Encodes most of a snapshot: definitions, records and parts, out of the packed contents of
// entries. Modules are joined one after another, each with all its entries. Cached ones are not
// even read.
import { toRecord } from "../grouped.js";
import type { Steps } from "../yield.js";
import type { SnapshotContents } from "./contents.js";
import { digest, cacheValue, type MakeCached } from "./cached-pieces.js";
import { ClassWriter } from "./loaded/joined-loaded.js";
import { POSTED_BY } from "./loaded/packed-loaded.js";
import { chooseSamples, limitDictionary, sampleRows } from "./module/dictionaries.js";
import {
  joinEntries,
  type ContentCounts,
  type LinkedEntry,
  type ModuleRows,
} from "./module/module-rows.js";
import { compressModule, unpackModule } from "./module/packed-module.js";
import { PackedStoreWriter } from "./record/packed-store.js";
import type { RecordRun } from "./record/record-store.js";
import { ROWS_NAMES, type Dictionaries, type RowsName } from "./record/structures.js";
import type { Section } from "./sections.js";
import { DefinitionWriter } from "./table/packed-definitions.js";
import { postAll, type Postings } from "./table/postings.js";
import { encodePostings } from "./table/text-lists.js";

/** Inputs for packing modules. */
export type PackedContents = Pick<
  SnapshotContents,
  "heads" | "readRows" | "linkViewTypes" | "digestEntry"
>;

/** All entries of a technical name, and what `compressModule` makes of their rows is kept under. */
interface ListedModule {
  readonly start: number;
  readonly end: number;
  readonly key: Uint8Array;
  /** Reads the contents. @throws what `readRows` throws */
  join(): ModuleRows;
}

/** The modules of contents, by technical name, and what they are compressed against. */
export interface ModuleListing {
  readonly dictionaries: Dictionaries;
  readonly modules: readonly ListedModule[];
}

/** Sections, and how much is in them. */
interface EncodedContents {
  readonly sections: readonly Section[];
  readonly counts: ContentCounts;
}

/** A step for each entry. @throws what `readRows` throws */
export function* encodeContents(
  { dictionaries, modules }: ModuleListing,
  keep: MakeCached,
): Steps<EncodedContents> {
  const definitions = new DefinitionWriter();
  const rows = toRecord(ROWS_NAMES, (name) => new PackedStoreWriter(name));
  const classes = new ClassWriter();
  const posted = POSTED_BY.map((by) => [by, new Map() as Postings] as const);
  const counts = { models: 0, fields: 0, methods: 0, views: 0 };
  for (const { start, end, key, join } of modules) {
    const module = unpackModule(keep(key, () => compressModule(join(), dictionaries)));
    for (const name of ROWS_NAMES) rows[name].add(module.rows[name]);
    definitions.add(start, module.definitions);
    classes.add(start, module.classes);
    for (const [at, [, postings]] of posted.entries()) {
      postAll(postings, module.posted[at] ?? [], start);
    }
    for (const kind of ["models", "fields", "methods", "views"] as const) {
      counts[kind] += module.counts[kind];
    }
    for (let entry = start; entry < end; entry++) yield;
  }
  const encodeRows = (...names: readonly RowsName[]): readonly Section[] =>
    names.flatMap((name) => rows[name].encode(dictionaries[name]));
  return {
    sections: [
      ...definitions.encode(),
      ...encodeRows("records", "parts", "loaded"),
      ...classes.encode(),
      ...encodeRows("writes", "archs", "data"),
      ...posted.flatMap(([by, postings]) => encodePostings(by, postings)),
    ],
    counts,
  };
}

/** @throws what `readRows` throws: of some modules the first entry is read */
export function listModules(contents: PackedContents, keep: MakeCached): ModuleListing {
  const runs = listRuns(contents.heads);
  const dictionaries = findDictionaries(contents, runs, keep);
  const ofDictionaries = digest(...Object.values(dictionaries));
  const modules = Array.from(runs, ([name, run]) => ({
    ...run,
    key: digest(ofDictionaries, digestEntries(contents, name, run)),
    join: () => joinEntries(listEntries(contents, run)),
  }));
  return { dictionaries, modules };
}

/** The entries of each technical name, which stand together. */
function listRuns(heads: PackedContents["heads"]): ReadonlyMap<string, RecordRun> {
  const runs = new Map<string, RecordRun>();
  for (const [entry, { technical_name: name }] of heads.entries()) {
    runs.set(name, { start: runs.get(name)?.start ?? entry, end: entry + 1 });
  }
  return runs;
}

/** Dictionaries from the first, oldest entry of some modules. */
function findDictionaries(
  contents: PackedContents,
  runs: ReadonlyMap<string, RecordRun>,
  keep: MakeCached,
): Dictionaries {
  const { heads } = contents;
  const oldest = new Map(
    Array.from(runs, ([name, { start }]) => [name, heads[start]?.platform_version ?? ""]),
  );
  const samples = chooseSamples(oldest).map((name) => {
    const start = runs.get(name)?.start ?? 0;
    return { name, run: { start, end: start + 1 } };
  });
  const limit = limitDictionary(heads.length);
  const key = digest(
    `${limit}\0`,
    ...samples.map(({ name, run }) => digestEntries(contents, name, run)),
  );
  function* join(): Generator<ModuleRows> {
    for (const { run } of samples) yield joinEntries(listEntries(contents, run));
  }
  return cacheValue(keep, key, () => sampleRows(join(), limit));
}

/** Digest of the entries of a technical name. */
function digestEntries(
  { digestEntry }: PackedContents,
  name: string,
  { start, end }: RecordRun,
): Uint8Array {
  const entries = Array.from({ length: end - start }, (_, at) => digestEntry(start + at));
  return digest(JSON.stringify([name, entries]));
}

function listEntries(
  { heads, linkViewTypes, readRows }: PackedContents,
  { start, end }: RecordRun,
): readonly LinkedEntry[] {
  return heads.slice(start, end).map((head, at) => ({
    head,
    viewTypes: linkViewTypes(start + at),
    rows: readRows(start + at),
  }));
}
