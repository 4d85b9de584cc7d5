// Provenance of the snapshot that the last build made for an output folder, cached for the next build, which does nothing
// if it is unchanged.
import { rm } from "node:fs/promises";
import path from "node:path";
import { deserialize, serialize } from "node:v8";
import type { AssembledSnapshot, AssemblyOptions } from "../assemble/assemble.js";
import { BUILDING, computeFingerprint } from "../cache/fingerprint.js";
import { nameOutFolder, readCacheBytes, writeCacheBytes } from "../cache/cache-file.js";
import type { UnresolvedReport } from "../progress/report.js";
import type { BranchChoice } from "../source/git/branches.js";
import { DEFAULT_KEEP } from "../../data/files/kept-snapshots.js";
import type { SourceResult } from "../reading/read-source.js";
import { toLabel } from "../source/source.js";
import { DEFAULT_LIMITS, type RepositoryLimits } from "../source/limits.js";
import { digestSettings, digestSource, type ShapingSettings } from "./provenance.js";

interface ProvenanceOptions extends AssemblyOptions {
  readonly limits?: RepositoryLimits;
}

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

interface ProvenanceCache {
  /** `undefined` when nothing is kept, or it was kept by another version of the program, or damaged. */
  read(): Promise<CachedProvenance | undefined>;
  /** Replaces what is kept; `undefined` where the same sources could give something else. */
  write(kept: CachedProvenance | undefined): Promise<void>;
}

export function openProvenance({ cacheDirectory, out }: ProvenanceOptions): ProvenanceCache {
  const fingerprint = computeFingerprint(BUILDING);
  const file = path.join(cacheDirectory, "provenance", `${nameOutFolder(out)}.bin`);
  return {
    async read() {
      const bytes = await readCacheBytes(file, { fingerprint, onDamaged: () => undefined });
      // The checksum held: it is what `write` was given, by this very code.
      return bytes && (deserialize(bytes) as CachedProvenance);
    },
    async write(kept) {
      if (kept === undefined) await rm(file, { force: true });
      else await writeCacheBytes(file, fingerprint, [serialize(kept)]);
    },
  };
}

export function toShaping(options: ProvenanceOptions): ShapingSettings {
  const { program, embedder, needsFile, limits = DEFAULT_LIMITS } = options;
  const { keep = DEFAULT_KEEP } = options;
  return { program, embedder, needsFile, limits, keep };
}

/** More are not kept: looking whether they have come would take as long as reading. */
const MOST_ABSENT = 10_000;

/** Nothing is kept where the same sources could give another snapshot. */
export async function cacheProvenance(
  readings: readonly SourceResult[],
  { entry, unresolved }: AssembledSnapshot,
  options: ProvenanceOptions,
): Promise<void> {
  const absent = readings.reduce((sum, reading) => sum + reading.absent.length, 0);
  const isSettled = absent <= MOST_ABSENT && readings.every((reading) => reading.isSettled);
  const cache = openProvenance(options);
  if (!isSettled) return cache.write(undefined);
  await cache.write({
    snapshot: entry.id,
    settings: await digestSettings(toShaping(options)),
    sources: new Map(
      readings.map(({ source, state }) => [toLabel(source), digestSource(source, state)]),
    ),
    choices: new Map(
      readings.flatMap(({ source, state }) =>
        "choice" in state ? [[toLabel(source), state.choice] as const] : [],
      ),
    ),
    absent: new Map(readings.map((reading) => [toLabel(reading.source), reading.absent])),
    unresolved,
  });
}
