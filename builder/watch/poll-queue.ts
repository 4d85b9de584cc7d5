// When a watch looks next, and at what: at everything from time to time, and in between at what was named, a burst of
// it at once.
import type { Clock } from "../../data/network/clock.js";

/** Scope of a look: everything, or the sources with these labels. */
export type PollScope = "all" | ReadonlySet<string>;

export interface PollQueue {
  /** Names sources that are to be looked at soon. */
  add(labels: readonly string[]): void;
  /** When it is time: what to look at. @throws the signal's reason */
  next(signal: AbortSignal): Promise<PollScope>;
}

/** A push to one repository is often followed by another. */
export const GATHER_MS = 300;

export function createPollQueue(intervalMs: number, clock: Clock): PollQueue {
  let named = new Set<string>();
  let dueMs = clock.now();
  let wake: AbortController | undefined;
  const wait = async (delayMs: number, signal: AbortSignal): Promise<void> => {
    wake = new AbortController();
    try {
      await clock.sleep(delayMs, AbortSignal.any([signal, wake.signal]));
    } catch (error) {
      signal.throwIfAborted();
      if (!wake.signal.aborted) throw error;
    } finally {
      wake = undefined;
    }
  };
  return {
    add(labels) {
      for (const label of labels) named.add(label);
      if (named.size > 0) wake?.abort();
    },
    async next(signal) {
      for (;;) {
        signal.throwIfAborted();
        const leftMs = dueMs - clock.now();
        if (leftMs <= 0) {
          named = new Set();
          dueMs = clock.now() + intervalMs;
          return "all";
        }
        if (named.size === 0) {
          await wait(leftMs, signal);
          continue;
        }
        await clock.sleep(Math.min(GATHER_MS, leftMs), signal);
        const taken = named;
        named = new Set();
        return taken;
      }
    },
  };
}
