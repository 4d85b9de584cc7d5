// What most of a snapshot is made of: definitions, records and parts, out of the contents of entries. Modules are
// packed one after another, each with all its entries; of those that are kept not even the contents are read.
import type { Steps } from "../yield.js";
import type { SnapshotContents } from "./contents.js";
import { digest, keepValue, type Keep } from "./keep.js";
import { LoadedWriter } from "./loaded/loaded-writer.js";
import {
  chooseSamples,
  limitDictionary,
  sampleRows,
  type Dictionaries,
} from "./module/dictionaries.js";
import {
  packEntries,
  type ContentCounts,
  type ModuleRows,
  type PackingEntry,
} from "./module/module-rows.js";
import { compressModule } from "./module/packed-module.js";
import { PackedStoreWriter } from "./record/packed-store.js";
import type { RecordRun } from "./record/record-store.js";
import type { Section } from "./sections.js";
import { DefinitionWriter } from "./table/definition-writer.js";

export interface ContentTables {
  /** Technical names, sorted. */
  readonly names: readonly string[];
  /** The entries of each. */
  readonly runs: readonly RecordRun[];
  readonly keep: Keep;
}

/** Sections, and how much is in them. */
export interface EncodedContents {
  readonly sections: readonly Section[];
  readonly counts: ContentCounts;
}

/** How often an entry is worked on: it is packed, then its share of all classes is compressed. */
export const STEPS_OF_ENTRY = 2;

/** @throws what `readContent` throws */
export function* encodeContents(
  contents: SnapshotContents,
  { names, runs, keep }: ContentTables,
): Steps<EncodedContents> {
  const definitions = new DefinitionWriter();
  const records = new PackedStoreWriter("records");
  const parts = new PackedStoreWriter("parts");
  const loaded = new LoadedWriter();
  const counts = { models: 0, fields: 0, methods: 0, views: 0 };
  const dictionaries = findDictionaries(contents, { names, runs, keep });
  const ofDictionaries = digest(...Object.values(dictionaries));
  for (const [number, name] of names.entries()) {
    const run = runs[number] ?? NO_ENTRIES;
    const key = digest(ofDictionaries, digestEntries(contents, name, run));
    const module = keepValue(keep, key, () =>
      compressModule(packEntries(name, listEntries(contents, run)), dictionaries),
    );
    records.add(module.records);
    parts.add(module.parts);
    definitions.add(run.start, module.definitions);
    loaded.add(run.start, module.loaded);
    for (const kind of ["models", "fields", "methods", "views"] as const) {
      counts[kind] += module.counts[kind];
    }
    for (let entry = run.start; entry < run.end; entry++) yield;
  }
  return {
    sections: [
      ...definitions.encode(),
      ...records.encode(dictionaries.records),
      ...parts.encode(dictionaries.parts),
      ...(yield* loaded.encode({
        dictionaries,
        keep,
        versions: contents.heads.map((head) => head.platform_version),
      })),
    ],
    counts,
  };
}

const NO_ENTRIES: RecordRun = { start: 0, end: 0 };

/** Of some modules, each with its first entry, which is the oldest. */
function findDictionaries(
  contents: SnapshotContents,
  { names, runs, keep }: ContentTables,
): Dictionaries {
  const numbers = new Map(names.map((name, number) => [name, number]));
  const samples = chooseSamples(names).map((name) => {
    const { start } = runs[numbers.get(name) ?? -1] ?? NO_ENTRIES;
    return { name, run: { start, end: start + 1 } };
  });
  const limit = limitDictionary(contents.heads.length);
  const key = digest(
    `${limit}\0`,
    ...samples.map(({ name, run }) => digestEntries(contents, name, run)),
  );
  function* pack(): Generator<ModuleRows> {
    for (const { name, run } of samples) yield packEntries(name, listEntries(contents, run));
  }
  return keepValue(keep, key, () => sampleRows(pack(), limit));
}

/** What stands for the entries of a technical name. */
function digestEntries(
  { digestEntry }: SnapshotContents,
  name: string,
  { start, end }: RecordRun,
): Uint8Array {
  const entries = Array.from({ length: end - start }, (_, at) => digestEntry(start + at));
  return digest(JSON.stringify([name, entries]));
}

function listEntries(
  { heads, readContent }: SnapshotContents,
  { start, end }: RecordRun,
): readonly PackingEntry[] {
  return heads.slice(start, end).map((head, at) => ({ head, content: readContent(start + at) }));
}
