// Threads that run one function each: tasks in, results out, and nothing else shared. The one user
// of the library behind it.
import { Tinypool } from "tinypool";

export interface ThreadPool<Task, Result> {
  /** Rejected when the pool is closed before the task has begun. */
  run(task: Task): Promise<Result>;
  /** Drops what has not begun, waits for the rest, and for threads that are still starting. */
  close(): Promise<void>;
}

/**
 * @param program the compiled file whose default export is the function
 * @param threads how many tasks run at once
 */
export function openThreadPool<Task, Result>(
  program: URL,
  threads: number,
): ThreadPool<Task, Result> {
  const pool = new Tinypool({
    filename: program.href,
    runtime: "worker_threads",
    // Threads live as long as the pool: one that is ended inside native code, as while it loads or
    // parses, takes the process along ("terminate called after throwing … Napi::Error").
    minThreads: threads,
    maxThreads: threads,
    // A thread that sleeps in Atomics.wait runs no finalizers, and so never frees a syntax tree.
    useAtomics: false,
  });
  const { threads: started } = pool;
  const underway = new Set<Promise<unknown>>(started.map(waitForStart));
  return {
    run(task) {
      const result = pool.run(task) as Promise<Result>;
      underway.add(result);
      return result.finally(() => underway.delete(result));
    },
    async close() {
      pool.cancelPendingTasks();
      // Else a program that has nothing more to do would end while a thread starts.
      for (const thread of started) thread.ref?.();
      await Promise.allSettled(underway);
      await pool.destroy();
    },
  };
}

/** Its first message says that a thread has loaded the program; one that could not ends. */
function waitForStart(thread: Tinypool["threads"][number]): Promise<void> {
  return new Promise((resolve) => {
    thread.once("message", () => resolve());
    thread.once("exit", () => resolve());
  });
}
