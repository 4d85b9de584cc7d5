// Reader processes for any number of repositories: tasks wait in line, a process that is over a limit
// is ended and another one takes its place. One repository's end is no other's.
import { performance } from "node:perf_hooks";
import { setInterval } from "node:timers";
import { readProcessUse } from "./process-use.js";
import { ReaderEnded, startReaderProcess, type ReaderProcess } from "./reader-process.js";
import type { ReaderMessage, TaskMessage } from "./tasks.js";

/** Limits of a task, and a callback with its use. */
interface TaskBudget {
  /** Ends the task, also while it waits in line. */
  readonly signal: AbortSignal;
  /** Seconds of processor time since the last call; throws what is to be said when it is too much. */
  spendCpu(seconds: number): void;
}

type EndReason = "memory" | "stalled";

/** The pool ended the process, or the system refused it memory. */
export class ReaderStopped extends Error {
  readonly reason: EndReason;

  constructor(reason: EndReason) {
    super(reason);
    this.name = "ReaderStopped";
    this.reason = reason;
  }
}

export interface ReaderPool {
  /**
   * The answer of a process.
   * @throws what `spendCpu` throws; the signal's reason; ReaderStopped; ReaderEnded
   */
  run(message: TaskMessage, budget: TaskBudget): Promise<ReaderMessage>;
  /** Ends processes that have nothing to do, but for those that stay warm; more are started when they are needed. */
  endIdle(): Promise<void>;
  /** Ends all processes; tasks that are under way fail. */
  close(): Promise<void>;
}

interface ReaderPoolOptions {
  /** Processes at once. They are started when they are needed. */
  readonly processes: number;
  /** MiB of memory of each, its git included. */
  readonly memoryMib: number;
  /**
   * Processes that `endIdle` leaves for the next build, which then loads nothing. Default: none.
   */
  readonly warmProcesses?: number;
  /** A task that uses no processor for so long waits for what will not come. */
  readonly stallMs?: number;
}

const STALL_MS = 60_000;
const WATCH_MS = 200;
const MIB = 1024 * 1024;

interface Job {
  readonly message: TaskMessage;
  readonly budget: TaskBudget;
  resolve(answer: ReaderMessage): void;
  reject(error: unknown): void;
}

interface Running {
  readonly process: ReaderProcess;
  readonly budget: TaskBudget;
  cpuS: number | undefined;
  startedAt: number;
  /** Looks since which it has used no processor. */
  stillLooks: number;
  /** Reason for ending it. */
  end: unknown;
}

export function createReaderPool(options: ReaderPoolOptions): ReaderPool {
  const { processes, memoryMib, warmProcesses = 0, stallMs = STALL_MS } = options;
  const queue: Job[] = [];
  const idle: ReaderProcess[] = [];
  const all = new Set<ReaderProcess>();
  const running = new Set<Running>();
  const closed = new AbortController();
  const watch = setInterval(() => {
    for (const each of running) look(each, memoryMib, stallMs);
  }, WATCH_MS).unref();
  const start = (): ReaderProcess => {
    const started = startReaderProcess(memoryMib);
    all.add(started);
    void started.ended.then(() => all.delete(started));
    return started;
  };
  const work = async (job: Job): Promise<void> => {
    const reader = idle.pop() ?? start();
    const cpuS = readProcessUse(reader.processId)?.cpuS;
    const state: Running = {
      process: reader,
      budget: job.budget,
      cpuS,
      startedAt: performance.now(),
      stillLooks: 0,
      end: undefined,
    };
    // A signal of its own: many tasks of one repository listening to one would look like a leak.
    const signal = AbortSignal.any([job.budget.signal]);
    const onAbort = (): void => stop(state, signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    running.add(state);
    try {
      const answer = await reader.run(job.message);
      look(state, memoryMib, stallMs);
      if (state.end !== undefined) throw state.end;
      if (isRoomy(reader, memoryMib)) idle.push(reader);
      else reader.kill();
      job.resolve(answer);
    } catch (error) {
      reader.kill();
      await reader.ended;
      job.reject(state.end ?? toStopped(error));
    } finally {
      running.delete(state);
      signal.removeEventListener("abort", onAbort);
    }
  };
  const pump = (): void => {
    while (running.size < processes) {
      const job = queue.shift();
      if (job === undefined) return;
      if (job.budget.signal.aborted) job.reject(job.budget.signal.reason);
      else void work(job).finally(pump);
    }
  };
  return {
    run(message, budget) {
      return new Promise((resolve, reject) => {
        closed.signal.throwIfAborted();
        queue.push({ message, budget, resolve, reject });
        pump();
      });
    },
    async endIdle() {
      const ending = idle.splice(warmProcesses);
      for (const each of ending) each.kill();
      await Promise.all(ending.map(({ ended }) => ended));
    },
    async close() {
      clearInterval(watch);
      const reason = new Error("the readers were closed");
      closed.abort(reason);
      for (const job of queue.splice(0)) job.reject(reason);
      for (const each of running) each.end ??= reason;
      for (const each of all) each.kill();
      await Promise.all([...all].map(({ ended }) => ended));
    },
  };
}

function stop(state: Running, reason: unknown): void {
  state.end ??= reason;
  state.process.kill();
}

/** Compares what a process takes with what it may. */
function look(state: Running, memoryMib: number, stallMs: number): void {
  const use = readProcessUse(state.process.processId);
  // Without a processor time the clock counts.
  const cpuS = use?.cpuS ?? (performance.now() - state.startedAt) / 1000;
  // The time of a child that has just ended may be missing for a moment.
  const spentS = Math.max(cpuS - (state.cpuS ?? 0), 0);
  state.stillLooks = spentS > 0 ? 0 : state.stillLooks + 1;
  state.cpuS = Math.max(cpuS, state.cpuS ?? 0);
  try {
    state.budget.spendCpu(spentS);
  } catch (error) {
    stop(state, error);
  }
  if ((use?.memoryBytes ?? 0) > memoryMib * MIB) stop(state, new ReaderStopped("memory"));
  // Looks are counted, and not the clock: where this process gets no processor, a reader waits for it to take the answer.
  if (state.stillLooks * WATCH_MS > stallMs) stop(state, new ReaderStopped("stalled"));
}

/** Memory that a task leaves behind would be counted for the next. */
function isRoomy(reader: ReaderProcess, memoryMib: number): boolean {
  const use = readProcessUse(reader.processId);
  return use === undefined || use.memoryBytes < (memoryMib * MIB) / 4;
}

/** The words of V8, of C++ and of git for memory that the system refuses. */
const OUT_OF_MEMORY = /out of memory|heap limit|bad_alloc|cannot allocate memory/i;

function toStopped(error: unknown): unknown {
  return error instanceof ReaderEnded && OUT_OF_MEMORY.test(error.said)
    ? new ReaderStopped("memory")
    : error;
}

/** True if git reports that the system refused it memory. */
export function isOutOfMemory(said: string | undefined): boolean {
  return said !== undefined && OUT_OF_MEMORY.test(said);
}
