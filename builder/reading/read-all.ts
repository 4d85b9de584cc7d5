// The first half of a build: sources to readings, with reader processes and the cache of branches.
import { describeDamage } from "../assemble/assemble.js";
import { openBranchCache } from "../cache/branch-cache.js";
import type { Clock } from "../clock.js";
import { computeFingerprint } from "../cache/fingerprint.js";
import { openHistoryCache } from "../cache/history-cache.js";
import type { Progress } from "../progress/progress.js";
import { openReaderPool } from "./process/reader-pool.js";
import { readSources, type SourceReading } from "./read-sources.js";
import type { KnownBranches } from "../source/git/repository.js";
import { DEFAULT_LIMITS, type RepositoryLimits } from "../source/limits.js";
import type { Source } from "../source/sources-file.js";
import { toLabel } from "../source/label.js";

export interface ReadAllOptions {
  readonly cacheDirectory: string;
  readonly jobs: number;
  /** What each repository may take. Default: what settings have by default. */
  readonly limits?: RepositoryLimits;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** As ReadOptions has both. */
  readonly onUnreachable?: ((message: string) => void) | undefined;
  readonly choices?: ReadonlyMap<string, KnownBranches> | undefined;
  /** By which waits for servers pass. Default: that of the machine. */
  readonly clock?: Clock | undefined;
}

export interface AllReadings {
  /** One for each source, in the same order. */
  readonly readings: readonly SourceReading[];
  /** Modules that were parsed; the others are known from the last time. */
  readonly parsed: number;
  /** What happened to the cache and not to the result, one sentence each. */
  readonly notes: readonly string[];
}

/** Reads all sources; the cache must be locked. @throws the signal's reason when it is aborted */
export async function readAll(
  sources: readonly Source[],
  options: ReadAllOptions,
): Promise<AllReadings> {
  const notes: string[] = [];
  const limits = options.limits ?? DEFAULT_LIMITS;
  const pool = openReaderPool({ processes: options.jobs, memoryMib: limits.memoryMib });
  const directory = options.cacheDirectory;
  const onDamaged = (file: string): void => void notes.push(describeDamage(file));
  const fingerprint = computeFingerprint();
  const cache = openBranchCache({ directory, fingerprint, onDamaged });
  const histories = openHistoryCache({ directory, fingerprint, onDamaged });
  let done = 0;
  let parsed = 0;
  try {
    const readings = await readSources(sources, {
      cacheDirectory: options.cacheDirectory,
      cache,
      histories,
      pool,
      limits,
      jobs: options.jobs,
      signal: options.signal,
      choices: options.choices,
      onUnreachable: options.onUnreachable,
      clock: options.clock,
      onNote: (note) => notes.push(note),
      onParsed(modules) {
        parsed += modules;
      },
      onNotice: (notice) => options.progress.advance(done, notice),
      onBranchRead(branch, left) {
        options.progress.advance(done, left === 0 ? branch : `${branch}, ${left} left`);
      },
      onSourceRead({ row }) {
        done += 1;
        options.progress.advance(done, toLabel(row));
      },
    });
    return { readings, parsed, notes };
  } finally {
    await pool.close();
  }
}
