// Turns of simultaneous requests: node reads all pending ones before it looks for others, so a
// hundred slow ones would block later ones for seconds. Beyond some milliseconds each waits for a
// turn.

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
  const waiting: (() => void)[] = [];
  let start: number | undefined;
  const begin = (): void => {
    start = now();
    setImmediate(end);
  };
  const end = (): void => {
    start = undefined;
    const next = waiting.shift();
    if (next === undefined) return;
    begin();
    next();
  };
  return {
    take() {
      if (start === undefined) begin();
      else if (waiting.length > 0 || now() - start >= LONGEST_MS) {
        return new Promise((resolve) => waiting.push(resolve));
      }
      return undefined;
    },
  };
}
