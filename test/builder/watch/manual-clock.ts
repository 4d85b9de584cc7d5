// A clock that a test moves: waits end when it has passed them, or when they are given up.
import type { Clock } from "../../../data/network/clock.js";

export interface ManualClock extends Clock {
  /** Lets time pass; waits that end by then end in their order. */
  pass(timeMs: number): void;
  /** Remaining time of each wait. */
  readonly waits: readonly number[];
}

interface Wait {
  readonly endMs: number;
  end(): void;
}

export function openManualClock(): ManualClock {
  let nowMs = 0;
  let waits: readonly Wait[] = [];
  return {
    now: () => nowMs,
    sleep: (delayMs, signal) =>
      new Promise<void>((resolve, reject) => {
        signal.throwIfAborted();
        const wait: Wait = { endMs: nowMs + delayMs, end: resolve };
        waits = [...waits, wait];
        signal.addEventListener("abort", () => {
          waits = waits.filter((one) => one !== wait);
          reject(signal.reason as Error);
        });
      }),
    pass(timeMs) {
      nowMs += timeMs;
      const over = waits.filter(({ endMs }) => endMs <= nowMs);
      waits = waits.filter(({ endMs }) => endMs > nowMs);
      for (const { end } of over) end();
    },
    get waits() {
      return waits.map(({ endMs }) => endMs - nowMs);
    },
  };
}
