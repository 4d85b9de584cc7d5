// Time, so that tests need not pass any.
import { setTimeout as sleep } from "node:timers/promises";

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects with the signal's reason when it is aborted. */
  sleep(delayMs: number, signal: AbortSignal): Promise<unknown>;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  sleep: (delayMs, signal) =>
    sleep(delayMs, undefined, { signal }).finally(() => signal.throwIfAborted()),
};
