// The pipeline on one screen: sources → parsed modules → records → documents and vectors → snapshot.
import { assembleSnapshot, openCachedPieces, type AssemblyOptions } from "./assemble/assemble.js";
import { lockCache } from "./cache/cache-lock.js";
import { prepareOutput } from "./assemble/publish.js";
import { readAll, withReadings, type ReadAllOptions } from "./reading/read-all.js";
import type { SourceResult } from "./reading/read-source.js";
import { describeLayouts } from "./progress/layout-report.js";
import type { BuildReport } from "./progress/report.js";
import { createStages, type Stages } from "./progress/stages.js";
import { cacheProvenance } from "./provenance/cache-provenance.js";
import { toLabel, type Source } from "./source/source.js";
import { waitForAll } from "./source/wait-for-all.js";

export interface BuildOptions
  extends
    AssemblyOptions,
    Pick<ReadAllOptions, "jobs" | "limits" | "pool" | "choices" | "clock" | "onUnreachable"> {}

const MOST_SLOW_SOURCES = 5;

/**
 * Builds a snapshot of the sources and makes it the current one of `out`.
 * @throws OperatorError when nothing could be built; the last good snapshot stays as it is
 */
export async function buildSnapshot(
  sources: readonly Source[],
  options: BuildOptions,
  stages: Stages = createStages(options),
): Promise<BuildReport> {
  await prepareOutput(options.out);
  const releaseCache = await lockCache(options.cacheDirectory);
  try {
    // Opens the cache of the last build while sources are awaited.
    const read = (takesKept: boolean) =>
      waitForAll([
        stages.run("read", sources.length, "repositories", () =>
          readAll(sources, { ...options, takesKept, takesLast: options.allowLoss !== true }),
        ),
        openCachedPieces(options),
      ]);
    return await withReadings(read, async ([{ readings, parsed, notes }, kept]) => {
      const published = await assembleSnapshot(readings, kept, { ...options, stages });
      await cacheProvenance(readings, published, options);
      return {
        isUpToDate: false,
        folder: published.folder,
        entry: published.entry,
        stages: stages.times,
        parsed,
        slowest: listSlowest(readings),
        unresolved: published.unresolved,
        layout: describeLayouts(readings),
        notes: [...notes, ...published.notes],
      };
    });
  } finally {
    await releaseCache();
  }
}

/** The repositories that took longest, with their seconds. */
function listSlowest(readings: readonly SourceResult[]): BuildReport["slowest"] {
  return readings
    .toSorted((left, right) => right.seconds - left.seconds)
    .slice(0, MOST_SLOW_SOURCES)
    .map(({ row, seconds }) => ({ source: toLabel(row), seconds }));
}
