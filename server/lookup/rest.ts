// Long work beside requests is done in steps, with a rest between two.
import { setTimeout } from "node:timers/promises";

/** Ends when the next step may begin. */
export type Rest = () => Promise<unknown>;

/** What tells the time and lets it pass, in milliseconds. */
export interface Clock {
  now(): number;
  wait(durationMs: number): Promise<unknown>;
}

const CLOCK: Clock = { now: () => performance.now(), wait: (durationMs) => setTimeout(durationMs) };

/** A rest is no longer than this, whatever the step before it took. */
const LONGEST_REST_MS = 100;

/**
 * Rests as long as the step before took, so that requests have at least half of the processor and what
 * waited for a step is answered before the next one: for work for which nobody waits. Each piece of
 * such work has a rest of its own.
 */
export function createEqualRest(clock: Clock = CLOCK): Rest {
  let stepStart = clock.now();
  return async () => {
    await clock.wait(Math.min(clock.now() - stepStart, LONGEST_REST_MS));
    stepStart = clock.now();
  };
}
