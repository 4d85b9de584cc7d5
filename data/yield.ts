// Yields to the event loop between steps of long work, so that requests are answered, signals are
// heard and progress is shown. All long work uses one of these.
import { setImmediate, setTimeout } from "node:timers/promises";

/** Called between two steps; done when the next one may begin. */
export type Yield = () => Promise<unknown>;

let last: Promise<void> = Promise.resolve();

/**
 * Lets everything run once that is ready to. Yielding work resumes in turn, each in an iteration of the event loop of its own:
 * steps of many at once would be one long step for those who come meanwhile.
 */
export function yieldToEventLoop(): Promise<void> {
  return (last = last.then(() => setImmediate()));
}

/** Clock and delay, in milliseconds. */
interface Timer {
  now(): number;
  wait(durationMs: number): Promise<unknown>;
}

const TIMER: Timer = { now: () => performance.now(), wait: (durationMs) => setTimeout(durationMs) };

/** Longest pause, whatever the previous step took. */
const LONGEST_PAUSE_MS = 100;

/**
 * Pauses as long as the step before took, so that requests have at least half of the processor and what
 * waited for a step is answered before the next one: for work for which nobody waits. Each piece of
 * such work has a function of its own.
 */
export function createEqualShares(timer: Timer = TIMER): Yield {
  let stepStart = timer.now();
  return async () => {
    await timer.wait(Math.min(timer.now() - stepStart, LONGEST_PAUSE_MS));
    stepStart = timer.now();
  };
}

/** Work that ends with a value; each of its steps ends with a `yield`. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Takes all steps at once: nobody else is answered meanwhile. */
export function finishSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

export interface StepOptions {
  /** Steps that take less are done together, without yielding; default 10. */
  readonly longestMs?: number;
  /** Default `yieldToEventLoop`. */
  readonly yieldToOthers?: Yield;
  /** Called after each yielding with the number of steps done; what it throws ends the work. */
  onYield?(done: number): void;
}

const LONGEST_MS = 10;

/**
 * Takes all steps.
 * @throws what a step or `onYield` throws
 */
export async function takeSteps<T>(steps: Steps<T>, options: StepOptions = {}): Promise<T> {
  const { longestMs = LONGEST_MS, yieldToOthers = yieldToEventLoop } = options;
  let start = performance.now();
  for (let done = 1; ; done++) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - start < longestMs) continue;
    await yieldToOthers();
    options.onYield?.(done);
    start = performance.now();
  }
}
