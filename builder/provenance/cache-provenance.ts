// Provenance of a new snapshot, cached for the next build.
import type { AssembledSnapshot, AssemblyOptions } from "../assemble/assemble.js";
import { BUILDING, computeFingerprint } from "../cache/fingerprint.js";
import { openProvenanceCache, type ProvenanceCache } from "../cache/provenance-cache.js";
import { DEFAULT_KEEP } from "../../data/files/kept-snapshots.js";
import type { SourceResult } from "../reading/read-source.js";
import { toLabel } from "../source/source.js";
import { DEFAULT_LIMITS, type RepositoryLimits } from "../source/limits.js";
import { digestSettings, digestSource, type ShapingSettings } from "./provenance.js";

interface ProvenanceOptions extends AssemblyOptions {
  readonly limits?: RepositoryLimits;
}

export function openProvenance({ cacheDirectory, out }: ProvenanceOptions): ProvenanceCache {
  const fingerprint = computeFingerprint(BUILDING);
  return openProvenanceCache({ directory: cacheDirectory, out, fingerprint });
}

/** Options that shape a snapshot. */
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
