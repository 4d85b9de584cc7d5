// One answer of /metrics for all workers: the worker that is asked asks the first process, which asks
// all of them for their numbers and adds them up.
import cluster, { type Worker } from "node:cluster";
import type { Metrics } from "./metrics.js";
import type { MetricNumbers } from "./process-metrics.js";

/** Messages between the processes; a number matches answers to questions. */
type Message =
  /** From a worker: it wants the metrics of all. */
  | { readonly type: "metrics-wanted"; readonly number: number }
  /** To that worker. */
  | { readonly type: "metrics-of-all"; readonly number: number; readonly text: string }
  /** To every worker: what are its own? */
  | { readonly type: "metrics-asked" }
  /** From every worker. */
  | { readonly type: "metrics-told"; readonly numbers: readonly MetricNumbers[] };

/** In the first process: answers the workers that want the metrics of all. */
export function answerMetricsRequests(listWorkers: () => Iterable<Worker>): void {
  let underWay: Promise<string> | undefined;
  const readAll = (): Promise<string> => {
    underWay ??= askAll(listWorkers()).finally(() => (underWay = undefined));
    return underWay;
  };
  cluster.on("message", (worker: Worker, message: unknown) => {
    if (!isMessage(message, "metrics-wanted")) return;
    void readAll().then((text) =>
      send(worker, { type: "metrics-of-all", number: message.number, text }),
    );
  });
}

async function askAll(workers: Iterable<Worker>): Promise<string> {
  const numbers = await Promise.all(Array.from(workers, askOne));
  const { formatTogether } = await import("./process-metrics.js");
  return formatTogether(numbers.filter((one) => one !== undefined));
}

/** @returns `undefined` when the worker ended before it answered */
function askOne(worker: Worker): Promise<readonly MetricNumbers[] | undefined> {
  return new Promise((resolve) => {
    const finish = (numbers?: readonly MetricNumbers[]): void => {
      worker.off("message", onMessage).off("exit", onExit);
      resolve(numbers);
    };
    const onMessage = (message: unknown): void => {
      if (isMessage(message, "metrics-told")) finish(message.numbers);
    };
    const onExit = (): void => finish();
    worker.on("message", onMessage).on("exit", onExit);
    send(worker, { type: "metrics-asked" });
  });
}

function send(worker: Worker, message: Message): void {
  // One that ends just now is heard of by its exit.
  if (worker.isConnected()) worker.send(message, () => undefined);
}

/** In a worker: tells the first process this worker's numbers, and reads those of all. */
export function shareMetrics(metrics: Metrics): () => Promise<string> {
  const waiting = new Map<number, (text: string) => void>();
  let count = 0;
  process.on("message", (message: unknown) => {
    if (isMessage(message, "metrics-of-all")) {
      waiting.get(message.number)?.(message.text);
      waiting.delete(message.number);
    } else if (isMessage(message, "metrics-asked")) {
      void metrics.read().then((numbers) => tell({ type: "metrics-told", numbers }));
    }
  });
  return () =>
    new Promise((resolve) => {
      const number = (count += 1);
      waiting.set(number, resolve);
      tell({ type: "metrics-wanted", number });
    });
}

function tell(message: Message): void {
  process.send?.(message);
}

function isMessage<Type extends Message["type"]>(
  message: unknown,
  type: Type,
): message is Extract<Message, { readonly type: Type }> {
  return (
    typeof message === "object" && message !== null && "type" in message && message.type === type
  );
}
