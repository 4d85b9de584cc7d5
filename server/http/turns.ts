// Requests that come at once: node reads all of them before it looks for others, so that a hundred of which each takes a
// tenth of a second would hold whatever comes after them for ten. Beyond some milliseconds each waits for a turn of its own.

export interface Turns {
  /** Who answers anew asks first. @returns what is resolved when the answer may begin; `undefined` where it may at once */
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
