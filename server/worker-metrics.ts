// One answer of /metrics for all workers: the worker that is asked asks the first process, which
// collects the numbers of all and adds them up.
import cluster, { type Worker } from "node:cluster";
import { joinMetrics, openSharedMetrics } from "./metrics.js";

interface MetricsRequest {
  readonly type: "metrics-wanted";
  readonly number: number;
}

interface MetricsReply {
  readonly type: "metrics-read";
  readonly number: number;
  /** `undefined` when they could not be had. */
  readonly text: string | undefined;
}

/** In the first process: answers the workers that want the metrics of all. */
export function answerMetricsRequests(): void {
  const read = openSharedMetrics();
  cluster.on("message", (worker: Worker, message: unknown) => {
    if (!isRequest(message)) return;
    const reply = (text: string | undefined): void => {
      const answer: MetricsReply = { type: "metrics-read", number: message.number, text };
      if (worker.isConnected()) worker.send(answer);
    };
    read().then(reply, () => reply(undefined));
  });
}

/** In a worker: gives what reads the metrics of all workers. */
export function openMetricsRequests(): () => Promise<string> {
  joinMetrics();
  const waiting = new Map<number, (reply: MetricsReply) => void>();
  let count = 0;
  process.on("message", (message: unknown) => {
    if (!isReply(message)) return;
    waiting.get(message.number)?.(message);
    waiting.delete(message.number);
  });
  return async () => {
    const request: MetricsRequest = { type: "metrics-wanted", number: (count += 1) };
    const { text } = await new Promise<MetricsReply>((resolve) => {
      waiting.set(request.number, resolve);
      process.send?.(request);
    });
    if (text === undefined) throw new Error("the workers did not tell their metrics in time");
    return text;
  };
}

function isRequest(message: unknown): message is MetricsRequest {
  return hasType(message, "metrics-wanted");
}

function isReply(message: unknown): message is MetricsReply {
  return hasType(message, "metrics-read");
}

function hasType(message: unknown, type: string): boolean {
  return (
    typeof message === "object" && message !== null && "type" in message && message.type === type
  );
}
