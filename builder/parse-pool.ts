// Parser threads, so that parsing uses every core and never stands in the way of the display.
import type { Parsed } from "./diagnostics.js";
import type { ParsedModule } from "./parse/module.js";
import type { ParseTask } from "./parse/worker.js";
import { openThreadPool } from "./thread-pool.js";

export interface ParsePool {
  /** Rejected when the pool is closed before the task has begun. */
  parse(task: ParseTask): Promise<Parsed<ParsedModule>>;
  close(): Promise<void>;
}

/** @param threads how many modules are parsed at once */
export function openParsePool(threads: number): ParsePool {
  const program = new URL("./parse/worker.js", import.meta.url);
  const pool = openThreadPool<ParseTask, Parsed<ParsedModule>>(program, threads);
  return { parse: (task) => pool.run(task), close: () => pool.close() };
}
