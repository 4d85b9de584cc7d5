// All entries of a technical name, packed and compressed: the piece of a snapshot that is kept from one build to
// the next, where these entries are as they were.
import type { PackedLoaded, PackedRuns } from "../loaded/loaded-writer.js";
import { packCached, unpackCached } from "../record/packing.js";
import { compressRun, joinRuns, type CompressedRows } from "../record/record-store.js";
import type { PackedDefinitions } from "../table/packed-definitions.js";
import type { Dictionaries } from "./dictionaries.js";
import type { ContentCounts, ModuleRows } from "./module-rows.js";

interface PackedModule {
  readonly records: CompressedRows;
  readonly parts: CompressedRows;
  readonly loaded: PackedLoaded;
  readonly definitions: PackedDefinitions;
  readonly counts: ContentCounts;
}

/**
 * Compresses the entries of a technical name, each kind of row against what is most like it.
 * @returns what `unpackModule` reads
 */
export function compressModule(rows: ModuleRows, dictionaries: Dictionaries): Uint8Array {
  const { heads, writes, archs, data, ...loaded } = rows.loaded;
  return packCached({
    records: compressRun(rows.records, dictionaries.records),
    parts: compressRun(rows.parts, dictionaries.parts),
    loaded: {
      ...loaded,
      heads: compressRun(heads, dictionaries.loaded),
      writes: compressRun(writes, dictionaries.writes),
      archs: compressRuns(archs, dictionaries.archs),
      data: compressRuns(data, dictionaries.data),
    },
    definitions: rows.definitions,
    counts: rows.counts,
  } satisfies PackedModule);
}

/** @param bytes what `compressModule` gave */
export function unpackModule(bytes: Uint8Array): PackedModule {
  return unpackCached(bytes) as PackedModule;
}

function compressRuns(
  runs: readonly (readonly Uint8Array[])[],
  dictionary: Uint8Array,
): PackedRuns {
  return {
    rows: joinRuns(runs.map((run) => compressRun(run, dictionary))),
    lengths: runs.map((run) => run.length),
  };
}
