// The first half of a build: sources to readings, with reader processes and the cache of branches.
import { describeDamage } from "../assemble/assemble.js";
import { DamagedContent, openBranchCache } from "../cache/branch-cache.js";
import { createSemaphore, type Semaphore } from "../../data/semaphore.js";
import { computeFingerprint } from "../cache/fingerprint.js";
import { openReadingCache } from "../cache/reading-cache.js";
import type { Progress } from "../progress/progress.js";
import { createReaderPool, type ReaderPool } from "./process/reader-pool.js";
import { readSource, type ReadSourceOptions, type SourceResult } from "./read-source.js";
import { DEFAULT_LIMITS, type RepositoryLimits } from "../source/limits.js";
import { toLabel, type Source } from "../source/source.js";
import { requireParser } from "./require-parser.js";

export interface ReadAllOptions extends Pick<
  ReadSourceOptions,
  "cacheDirectory" | "signal" | "onUnreachable" | "choices" | "takesKept" | "takesLast" | "clock"
> {
  /** Repositories read at once. */
  readonly jobs: number;
  /** Limits of each repository. Default: as in the settings. */
  readonly limits?: RepositoryLimits;
  readonly progress: Progress;
  /** The processes that read: they rest when all is read, and who opened them ends them. Default: a pool for this reading alone. */
  readonly pool?: ReaderPool | undefined;
}

export interface AllResults {
  /** One for each source, in the same order. */
  readonly readings: readonly SourceResult[];
  /** Modules that were parsed; the others are known from the last time. */
  readonly parsed: number;
  /** Faults of the cache that do not change the result, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * Applies `goOn` to the result of `read`. Cached contents are verified when they are used: if one
 * is damaged, all branches are opened and compared, and everything starts over.
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
  requireParser();
  const { cacheDirectory: directory, jobs, limits = DEFAULT_LIMITS, progress } = options;
  const notes: string[] = [];
  const pool = options.pool ?? createReaderPool({ processes: jobs, memoryMib: limits.memoryMib });
  const onDamaged = (file: string): void => void notes.push(describeDamage(file));
  const fingerprint = computeFingerprint();
  const semaphore = createSemaphore(jobs);
  let done = 0;
  let parsed = 0;
  const shared: ReadSourceOptions = {
    ...options,
    cache: openBranchCache({ directory, fingerprint, onDamaged }),
    readings: openReadingCache({ directory, fingerprint, onDamaged }),
    pool,
    limits,
    whileWaiting: semaphore.lend,
    onNote: (note) => notes.push(note),
    onParsed(modules) {
      parsed += modules;
    },
    onNotice: (notice) => progress.advance(done, notice),
    onBranchRead(branch, left) {
      progress.advance(done, left === 0 ? branch : `${branch}, ${left} left`);
    },
  };
  const readOne = async (source: Source): Promise<SourceResult> => {
    options.signal.throwIfAborted();
    const reading = await readSource(source, shared);
    done += 1;
    progress.advance(done, toLabel(reading.row));
    return reading;
  };
  try {
    return { readings: await readInTurn(sources, options, semaphore, readOne), parsed, notes };
  } finally {
    await (pool === options.pool ? pool.endIdle() : pool.close());
  }
}

/** Several at once, those that moved first, so that the others are taken from the cache while git works for these. */
async function readInTurn(
  sources: readonly Source[],
  { choices }: ReadAllOptions,
  semaphore: Semaphore,
  readOne: (source: Source) => Promise<SourceResult>,
): Promise<readonly SourceResult[]> {
  const isAsItWas = (source: Source): number =>
    choices?.get(toLabel(source))?.hasMoved === false ? 1 : 0;
  const started = [...sources.entries()].toSorted(
    ([, left], [, right]) => isAsItWas(left) - isAsItWas(right),
  );
  const running: Promise<SourceResult>[] = [];
  for (const [at, source] of started) running[at] = semaphore.run(() => readOne(source));
  // All have ended before anything is thrown: who waits may give the cache free.
  const ends = await Promise.allSettled(running);
  return ends.map((end) => {
    if (end.status === "rejected") throw end.reason;
    return end.value;
  });
}
