// Much work of which only so much goes on at once, and which lets other work go on while it waits for something.

export interface Semaphore {
  /**
   * What `work` gives, begun when there is a permit; in the order in which it was asked for.
   * @throws TooManyWaiting; what the work throws
   */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** What `wait` gives; meanwhile others have the permit of who calls, inside of `run`. */
  lend<T>(wait: () => Promise<T>): Promise<T>;
  /** For who would rather not wait. @returns what gives the permit back; `undefined` where none is free */
  tryAcquire(): (() => void) | undefined;
}

/** As many wait for a semaphore as may. */
export class TooManyWaiting extends Error {
  constructor(mostWaiting: number) {
    super(`${mostWaiting} wait already.`);
    this.name = "TooManyWaiting";
  }
}

export function createSemaphore(permits: number, mostWaiting = Infinity): Semaphore {
  let free = permits;
  const queue: (() => void)[] = [];
  const acquire = async (): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
  };
  const release = (): void => {
    const next = queue.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    async run(work) {
      if (free === 0 && queue.length >= mostWaiting) throw new TooManyWaiting(mostWaiting);
      await acquire();
      try {
        return await work();
      } finally {
        release();
      }
    },
    async lend(wait) {
      release();
      try {
        return await wait();
      } finally {
        await acquire();
      }
    },
    tryAcquire() {
      if (free === 0) return undefined;
      free -= 1;
      let isHeld = true;
      return () => {
        if (isHeld) release();
        isHeld = false;
      };
    },
  };
}
