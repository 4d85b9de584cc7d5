// Several processes on one port. Each maps the same snapshot, so its pages are shared.
import cluster, { type Worker } from "node:cluster";
import { OperatorError, type OperatorFault } from "../../data/operator-error.js";
import type { Log } from "../observe/log.js";
import { answerQuestions } from "./question-relay.js";
import { answerMetricsRequests } from "../observe/worker-metrics.js";

export const isWorker = cluster.isWorker;

/** Whether this process is the primary worker, which reports for the service: the only one, or the first of several. */
export const isPrimaryWorker = !cluster.isWorker || cluster.worker?.id === 1;

/** Whether this process is a worker that was started in place of another. */
export function isReplacement(count: number): boolean {
  return (cluster.worker?.id ?? 0) > count;
}

/** The message that ends a worker. */
const STOP = "stop";

/** Fault that all workers meet: it is printed once. */
interface FaultMessage {
  readonly type: "fault";
  readonly fault: OperatorFault;
}

interface WorkerOptions {
  readonly count: number;
  readonly signal: AbortSignal;
  readonly log: Log;
}

/**
 * Runs workers of this program until the signal is aborted: first one, and when that listens the
 * others, so that a fault at the start is printed once. A worker that dies is replaced; one that
 * cannot start, or that reports a shared fault, ends the service.
 * @returns the exit code: that of the first worker that ended the service, else 0
 * @throws OperatorError the first worker's fault that all meet
 */
export function runWorkers({ count, signal, log }: WorkerOptions): Promise<number> {
  if (signal.aborted) return Promise.resolve(0);
  return new Promise((resolve, reject) => {
    const running = new Set<Worker>();
    const listening = new Set<Worker>();
    let failure = 0;
    let fault: OperatorFault | undefined;
    let isStopping = false;
    const start = (): void => void running.add(cluster.fork());
    // A message and no signal: a terminal or a supervisor may send its signal to all processes, and
    // a second one would end a worker at once.
    const stop = (): void => {
      isStopping = true;
      for (const worker of running) sendStop(worker);
    };
    cluster.on("listening", (worker) => {
      listening.add(worker);
      // One that was still starting has not heard the message.
      if (isStopping) sendStop(worker);
      else while (running.size < count) start();
    });
    cluster.on("message", (_worker, message: unknown) => {
      if (!isFault(message)) return;
      fault ??= message.fault;
      stop();
    });
    cluster.on("exit", (worker, code: number | null, killer: string | null) => {
      running.delete(worker);
      const wasListening = listening.delete(worker);
      if (!isStopping && wasListening && !worker.exitedAfterDisconnect) {
        log.error(`worker ${worker.process.pid} ended with ${killer ?? code}; starting another`);
        start();
      } else if (!isStopping && (killer === "SIGINT" || killer === "SIGTERM")) {
        // The process was still starting. A signal to the whole group is about to reach this process.
        start();
        // One that ends itself has reported why, and the next one would fare no better.
      } else if (!isStopping) {
        failure = code || 1;
        stop();
      }
      if (running.size > 0) return;
      if (fault === undefined) resolve(failure);
      else reject(new OperatorError(fault));
    });
    signal.addEventListener("abort", stop, { once: true });
    answerMetricsRequests(() => listening);
    answerQuestions();
    process.on("SIGHUP", () => {
      for (const worker of running) worker.process.kill("SIGHUP");
    });
    start();
  });
}

function sendStop(worker: Worker): void {
  // One that has just died may still count as connected; its exit is handled by itself.
  if (worker.isConnected()) worker.send(STOP, () => undefined);
}

function isFault(message: unknown): message is FaultMessage {
  return (
    typeof message === "object" && message !== null && "type" in message && message.type === "fault"
  );
}

/** Faults that each worker reports for itself. */
const SHARED_FAULTS: ReadonlySet<string> = new Set(["snapshot_changed", "snapshot_unusable"]);

/**
 * Runs a worker until it ends by itself or the service is stopped. The first process reports faults
 * of the snapshot. @throws errors of the work
 * @throws what the work throws
 */
export async function runWorker(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  process.on("message", (message) => {
    if (message === STOP) controller.abort();
  });
  try {
    await work(AbortSignal.any([signal, controller.signal]));
  } catch (error) {
    if (!(error instanceof OperatorError) || !SHARED_FAULTS.has(error.code)) throw error;
    const { code, message } = error;
    await reportFault({ type: "fault", fault: { code, message } });
  } finally {
    // A worker lives as long as it is connected.
    cluster.worker?.disconnect();
  }
}

/** Done when the message has been handed over, or nobody is there to take it. */
function reportFault(message: FaultMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) resolve();
    else process.send(message, undefined, undefined, () => resolve());
  });
}
