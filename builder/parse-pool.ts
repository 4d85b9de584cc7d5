// Parser threads, so that parsing uses every core and never stands in the way of the display.
import { Tinypool } from "tinypool";
import type { Parsed } from "./diagnostics.js";
import type { ParsedModule } from "./parse/module.js";
import type { ParseTask } from "./parse/worker.js";

export interface ParsePool {
  /** Rejected when the pool is closed before the task has begun. */
  parse(task: ParseTask): Promise<Parsed<ParsedModule>>;
  close(): Promise<void>;
}

/** @param threads how many modules are parsed at once */
export function openParsePool(threads: number): ParsePool {
  const pool = new Tinypool({
    filename: new URL("./parse/worker.js", import.meta.url).href,
    runtime: "worker_threads",
    // Threads live as long as the pool: one that ends inside native code takes the process along.
    minThreads: threads,
    maxThreads: threads,
    // A thread that sleeps in Atomics.wait runs no finalizers, and so never frees a syntax tree.
    useAtomics: false,
  });
  const underway = new Set<Promise<unknown>>();
  return {
    parse(task) {
      const result = pool.run(task) as Promise<Parsed<ParsedModule>>;
      underway.add(result);
      return result.finally(() => underway.delete(result));
    },
    async close() {
      pool.cancelPendingTasks();
      await Promise.allSettled(underway);
      await pool.destroy();
    },
  };
}
