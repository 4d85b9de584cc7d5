// The first half of a build: sources to readings, with reader processes and the cache of branches.
import { describeDamage } from "../assemble/assemble.js";
import { DamagedContent, openBranchCache } from "../cache/branch-cache.js";
import type { Clock } from "../../network/clock.js";
import { computeFingerprint } from "../cache/fingerprint.js";
import { openReadingCache } from "../cache/reading-cache.js";
import type { Progress } from "../progress/progress.js";
import { createReaderPool, type ReaderPool } from "./process/reader-pool.js";
import type { SourceResult } from "./read-source.js";
import { readSources } from "./read-sources.js";
import type { KnownBranches } from "../source/git/repository.js";
import { DEFAULT_LIMITS, type RepositoryLimits } from "../source/limits.js";
import type { Source } from "../source/source.js";
import { toLabel } from "../source/source.js";

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
  /** As ReadSourceOptions has it. */
  readonly takesKept?: boolean;
  /** The processes that read: they rest when all is read, and who opened them ends them. Default: a pool for this reading alone. */
  readonly pool?: ReaderPool | undefined;
  /** By which waits for servers pass. Default: that of the machine. */
  readonly clock?: Clock | undefined;
}

export interface AllResults {
  /** One for each source, in the same order. */
  readonly readings: readonly SourceResult[];
  /** Modules that were parsed; the others are known from the last time. */
  readonly parsed: number;
  /** What happened to the cache and not to the result, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * What `goOn` makes of what `read` reads. Contents that were kept are compared when they are asked for: where one turns out
 * to be damaged, all branches are opened and compared, and all begins anew.
 */
export async function withReadings<R, T>(
  read: (takesKept: boolean) => Promise<R>,
  goOn: (all: R) => Promise<T>,
): Promise<T> {
  try {
    return await goOn(await read(true));
  } catch (error) {
    if (!(error instanceof DamagedContent)) throw error;
    return goOn(await read(false));
  }
}

/** Reads all sources; the cache must be locked. @throws the signal's reason when it is aborted */
export async function readAll(
  sources: readonly Source[],
  options: ReadAllOptions,
): Promise<AllResults> {
  const notes: string[] = [];
  const limits = options.limits ?? DEFAULT_LIMITS;
  const pool =
    options.pool ?? createReaderPool({ processes: options.jobs, memoryMib: limits.memoryMib });
  const directory = options.cacheDirectory;
  const onDamaged = (file: string): void => void notes.push(describeDamage(file));
  const fingerprint = computeFingerprint();
  const cache = openBranchCache({ directory, fingerprint, onDamaged });
  const readings = openReadingCache({ directory, fingerprint, onDamaged });
  let done = 0;
  let parsed = 0;
  try {
    const all = await readSources(sources, {
      cacheDirectory: options.cacheDirectory,
      cache,
      readings,
      pool,
      limits,
      jobs: options.jobs,
      signal: options.signal,
      choices: options.choices,
      onUnreachable: options.onUnreachable,
      clock: options.clock,
      takesKept: options.takesKept ?? true,
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
    return { readings: all, parsed, notes };
  } finally {
    await (pool === options.pool ? pool.endIdle() : pool.close());
  }
}
