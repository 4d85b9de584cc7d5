// From sources to readings: several repositories at once, those that moved first.
import { toLabel } from "../source/source.js";
import type { Source } from "../source/source.js";
import { readSource, type SourceResult, type ReadSourceOptions } from "./read-source.js";
import { createSemaphore } from "../../data/semaphore.js";

interface ReadOptions extends Omit<ReadSourceOptions, "whileWaiting"> {
  /** Repositories read at once. */
  readonly jobs: number;
  onSourceRead(reading: SourceResult): void;
}

/** One reading for each source, in the same order. @throws the signal's reason when it is aborted */
export async function readSources(
  sources: readonly Source[],
  options: ReadOptions,
): Promise<readonly SourceResult[]> {
  const semaphore = createSemaphore(options.jobs);
  const patient = { ...options, whileWaiting: semaphore.lend };
  const readOne = async (source: Source): Promise<SourceResult> => {
    options.signal.throwIfAborted();
    const reading = await readSource(source, patient);
    options.onSourceRead(reading);
    return reading;
  };
  // Those that moved begin first, so that the others are taken from the cache while git works for these.
  const isAsItWas = (source: Source): number =>
    options.choices?.get(toLabel(source))?.hasMoved === false ? 1 : 0;
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
