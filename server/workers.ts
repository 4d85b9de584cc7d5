// Several processes on one port. Each maps the same snapshot, so its pages are shared.
import cluster, { type Worker } from "node:cluster";
import type { Log } from "./log.js";
import { answerMetricsRequests } from "./worker-metrics.js";

export const isWorker = cluster.isWorker;

/** Whether this process speaks for the service: the only one, or the first of the workers. */
export const isSpeaker = !cluster.isWorker || cluster.worker?.id === 1;

/** The message that ends a worker. */
const STOP = "stop";

export interface WorkerOptions {
  readonly count: number;
  readonly signal: AbortSignal;
  readonly log: Log;
}

/**
 * Runs workers of this same program until the signal is aborted: first one, and when that listens
 * the others, so that what keeps the service from starting is said once. One that dies while the
 * service runs is replaced; one that cannot start, or says that it cannot go on, ends the service.
 * @returns the exit code: that of the first worker that ended the service, else 0
 */
export function runWorkers({ count, signal, log }: WorkerOptions): Promise<number> {
  if (signal.aborted) return Promise.resolve(0);
  return new Promise((resolve) => {
    const running = new Set<Worker>();
    const listening = new Set<Worker>();
    let failure = 0;
    let isStopping = false;
    const start = (): void => void running.add(cluster.fork());
    // A message and no signal: a terminal or a supervisor may send its signal to all processes, and
    // a second one would end a worker at once.
    const stop = (): void => {
      isStopping = true;
      for (const worker of running) tellStop(worker);
    };
    cluster.on("listening", (worker) => {
      listening.add(worker);
      // One that was still starting has not heard the message.
      if (isStopping) tellStop(worker);
      else while (running.size < count) start();
    });
    cluster.on("exit", (worker, code: number | null, killer: string | null) => {
      running.delete(worker);
      const wasListening = listening.delete(worker);
      if (!isStopping && wasListening && !worker.exitedAfterDisconnect) {
        log.error(`worker ${worker.process.pid} ended with ${killer ?? code}; starting another`);
        start();
      } else if (!isStopping && (killer === "SIGINT" || killer === "SIGTERM")) {
        // It was still starting. If the signal was sent to all, this process is about to hear it.
        start();
        // One that ends itself has told why, and the next one would fare no better.
      } else if (!isStopping) {
        failure = code || 1;
        stop();
      }
      if (running.size === 0) resolve(failure);
    });
    signal.addEventListener("abort", stop, { once: true });
    answerMetricsRequests(() => listening);
    process.on("SIGHUP", () => {
      for (const worker of running) worker.process.kill("SIGHUP");
    });
    start();
  });
}

function tellStop(worker: Worker): void {
  // One that has just died may still count as connected; its end is told by itself.
  if (worker.isConnected()) worker.send(STOP, () => undefined);
}

/** Does the work of a worker until it is done, by itself or because the service is stopped. */
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
  } finally {
    // A worker lives as long as it is connected.
    cluster.worker?.disconnect();
  }
}
