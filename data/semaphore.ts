// A semaphore: limits how much work runs at once, and lets other work run while it waits.
import { countEach } from "./grouped.js";

export interface Semaphore {
  /**
   * Result of `work`, which starts when a permit is free, in request order; askers take turns.
   * @throws TooManyWaiting; the reason of the asker's signal while it waits; what the work throws
   */
  run<T>(work: () => Promise<T>, asker?: Asker): Promise<T>;
  /** Result of `wait`; meanwhile the caller's permit is free for others. Only inside `run`. */
  lend<T>(wait: () => Promise<T>): Promise<T>;
  /**
   * For callers that would rather not wait. @returns a function that returns the permit;
   * `undefined` if none is free
   */
  tryAcquire(): (() => void) | undefined;
}

/** The party that work is done for. */
export interface Asker {
  /** Groups the work of one client: askers take turns. */
  readonly name: string;
  /** Aborted when nobody waits for it any more. */
  readonly signal: AbortSignal;
}

/** The queue of a semaphore is full. */
export class TooManyWaiting extends Error {
  readonly waiting: number;

  constructor(waiting: number) {
    super(`${waiting} wait already.`);
    this.waiting = waiting;
    this.name = "TooManyWaiting";
  }
}

interface Waiting {
  readonly name: string;
  begin(): void;
  refuse(reason: unknown): void;
}

export function createSemaphore(permits: number, mostWaiting = Infinity): Semaphore {
  let free = permits;
  let queue: readonly Waiting[] = [];
  /** Waiting or recently served askers, with the time of their last turn. */
  const served = new Map<string, number>();
  let turn = 0;
  const serve = (name: string): void => {
    turn += 1;
    served.set(name, turn);
    // Askers served long ago count as new.
    if (served.size > 2 * MOST_REMEMBERED) {
      const [oldest] = served.keys();
      if (oldest !== undefined) served.delete(oldest);
    }
  };
  const leave = (one: Waiting): void => {
    queue = queue.filter((other) => other !== one);
  };
  const makeRoom = (name: string): void => {
    if (queue.length < mostWaiting) return;
    // The asker with most waiting gives way to the one with fewer.
    const counts = countEach(queue.map((one) => one.name));
    const [[most, count] = ["", 0]] = [...counts].toSorted(([, left], [, right]) => right - left);
    const last = queue.findLast((one) => one.name === most);
    if (last === undefined || count <= (counts.get(name) ?? 0) + 1) {
      throw new TooManyWaiting(mostWaiting);
    }
    leave(last);
    last.refuse(new TooManyWaiting(mostWaiting));
  };
  const acquire = async ({ name, signal }: Partial<Asker> = {}): Promise<void> => {
    signal?.throwIfAborted();
    const asker = name ?? "";
    if (free > 0) free -= 1;
    else {
      makeRoom(asker);
      await new Promise<void>((resolve, reject) => {
        const one: Waiting = { name: asker, begin: resolve, refuse: reject };
        queue = [...queue, one];
        signal?.addEventListener("abort", () => {
          leave(one);
          reject(signal.reason as Error);
        });
      });
    }
    serve(asker);
  };
  const release = (): void => {
    const next = queue.reduce<Waiting | undefined>(
      (first, one) =>
        first === undefined || (served.get(one.name) ?? 0) < (served.get(first.name) ?? 0)
          ? one
          : first,
      undefined,
    );
    if (next === undefined) free += 1;
    else {
      leave(next);
      next.begin();
    }
  };
  return {
    async run(work, asker) {
      await acquire(asker);
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

const MOST_REMEMBERED = 100;
