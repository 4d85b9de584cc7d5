// Turns of simultaneous requests: node reads all pending ones before it looks for others, so a
// hundred slow ones would block later ones for seconds. Beyond some milliseconds each waits for a
// turn.
import { yieldToEventLoop } from "../../data/yield.js";

export interface Turns {
  /**
   * Takes a turn before another answer. @returns a promise of the turn; `undefined` if the answer
   * may begin at once
   */
  take(): Promise<void> | undefined;
}

/** Requests that take less are answered in one turn of the event loop. */
const LONGEST_MS = 10;

/** @param now in milliseconds */
export function createTurns(now: () => number = () => performance.now()): Turns {
  let waiting = 0;
  let start: number | undefined;
  const begin = (): void => {
    start = now();
    setImmediate(() => (start = undefined));
  };
  const wait = async (): Promise<void> => {
    waiting += 1;
    await yieldToEventLoop();
    waiting -= 1;
    begin();
  };
  return {
    take() {
      if (waiting > 0) return wait();
      if (start === undefined) begin();
      return now() - (start ?? 0) >= LONGEST_MS ? wait() : undefined;
    },
  };
}
