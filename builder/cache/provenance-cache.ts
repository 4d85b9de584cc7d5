// Provenance of the snapshot that the last build made for an output folder. The next build does
// nothing if it is unchanged.
import { rm } from "node:fs/promises";
import path from "node:path";
import type { UnresolvedReport } from "../progress/report.js";
import type { BranchChoice } from "../source/git/branches.js";
import { nameOutFolder, readCacheFile, writeCacheFile } from "./cache-file.js";

export interface CachedProvenance {
  /** The id of the snapshot. */
  readonly snapshot: string;
  /** Output of `digestSettings`. */
  readonly settings: string;
  /** By `organization/repository`, what `digestSource` gave. */
  readonly sources: ReadonlyMap<string, string>;
  /** By the same, the branches that were chosen of it, where it could be opened. */
  readonly choices: ReadonlyMap<string, BranchChoice>;
  /** By the same, ids of blobs that were wanted of it and that it did not hold. */
  readonly absent: ReadonlyMap<string, readonly string[]>;
  readonly unresolved: UnresolvedReport;
}

export interface ProvenanceCache {
  /** `undefined` when nothing is kept, or it was kept by another version of the program, or damaged. */
  read(): Promise<CachedProvenance | undefined>;
  /** Replaces what is kept; `undefined` where the same sources could give something else. */
  write(kept: CachedProvenance | undefined): Promise<void>;
}

interface ProvenanceCacheOptions {
  readonly directory: string;
  /** The output folder. */
  readonly out: string;
  /** 32 bytes that stand for the code of a build. */
  readonly fingerprint: Uint8Array;
}

export function openProvenanceCache(options: ProvenanceCacheOptions): ProvenanceCache {
  const { directory, out, fingerprint } = options;
  const name = nameOutFolder(out);
  const file = path.join(directory, "provenance", `${name}.bin`);
  return {
    async read() {
      const reading = await readCacheFile(file, fingerprint);
      // The checksum held: it is what `write` was given, by this very code.
      return reading.state === "read" ? (reading.value as CachedProvenance) : undefined;
    },
    async write(kept) {
      if (kept === undefined) await rm(file, { force: true });
      else await writeCacheFile(file, fingerprint, kept);
    },
  };
}
