// Much work of which only so much goes on at once, and which lets others go on while it waits for something.

export interface Slots {
  /** What `work` gives, begun when there is room; in the order in which it was asked for. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** What `wait` gives; meanwhile others have the room of who calls, inside of `run`. */
  leave<T>(wait: () => Promise<T>): Promise<T>;
}

export function openSlots(count: number): Slots {
  let free = count;
  const queue: (() => void)[] = [];
  const take = async (): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
  };
  const give = (): void => {
    const next = queue.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    async run(work) {
      await take();
      try {
        return await work();
      } finally {
        give();
      }
    },
    async leave(wait) {
      give();
      try {
        return await wait();
      } finally {
        await take();
      }
    },
  };
}
