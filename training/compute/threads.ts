// Threads over one shared memory. Work comes as phases of blocks: the threads share the blocks of a
// phase among them, and no phase begins before the one before it has ended. A block gives the same
// result whoever computes it.
import { Worker } from "node:worker_threads";
import type { Phase } from "./operations.js";
import type { SharedMemory } from "../../data/compute/web-assembly.js";

export interface Threads {
  /** Runs phases in order. @throws what a block threw */
  run(phases: readonly Phase[]): Promise<void>;
  close(): Promise<void>;
}

/** What a thread is given when it starts. */
export interface ThreadStart {
  readonly memory: SharedMemory;
  /** `MOST_PHASES` numbers of blocks taken, then as many of blocks done. */
  readonly counters: Int32Array;
}

export const MOST_PHASES = 512;

export function openThreads(memory: SharedMemory, count: number): Threads {
  const counters = new Int32Array(new SharedArrayBuffer(8 * MOST_PHASES));
  const start: ThreadStart = { memory, counters };
  const workers = Array.from(
    { length: count },
    () => new Worker(new URL("./thread.js", import.meta.url), { workerData: start }),
  );
  return {
    async run(phases) {
      if (phases.length > MOST_PHASES) throw new Error(`${phases.length} phases at once`);
      counters.fill(0);
      await Promise.all(workers.map((worker) => runOn(worker, phases)));
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

function runOn(worker: Worker, phases: readonly Phase[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      worker.off("message", onMessage);
      worker.off("error", onError);
    };
    const onMessage = (): void => {
      end();
      resolve();
    };
    const onError = (error: Error): void => {
      end();
      reject(error);
    };
    worker.on("message", onMessage);
    worker.on("error", onError);
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(phases);
  });
}
