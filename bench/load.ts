// Load on a server for a while: as many requests as there can be, or so many a second, evenly spread. The client shares
// the machine with what it measures, so it is a lean one: undici's own handlers, one connection a lane.
import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { Client } from "undici";
import type { StartedServer } from "./service.js";
import { pickPercentile } from "./table.js";
import { startTimer } from "./timing.js";

interface Load {
  /** Address of the server: `http://127.0.0.1:8080`. */
  readonly base: string;
  /** Asked one after the other, over and over. */
  readonly paths: readonly string[];
  readonly seconds: number;
  /** Without it as many as there can be. */
  readonly requestsPerSecond?: number;
}

const CONNECTIONS = 32;

interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Answers that are no success, and requests without an answer. */
  readonly failures: number;
}

/**
 * Each connection asks in turns of its own. A wait is counted from the moment when the request was
 * due, so that one that had to wait for the one before it counts as late.
 */
export async function runLoad({
  base,
  paths,
  seconds,
  requestsPerSecond = Infinity,
}: Load): Promise<LoadResult> {
  const turnMs = (CONNECTIONS * 1000) / requestsPerSecond;
  const start = performance.now();
  const end = start + seconds * 1000;
  const waits: number[] = [];
  let failures = 0;
  let next = 0;
  const run = async (lane: number): Promise<void> => {
    const client = new Client(base);
    let due = start + (lane / CONNECTIONS) * turnMs;
    while (performance.now() < end) {
      const early = due - performance.now();
      if (early > 1) await setTimeout(early);
      const since = turnMs === 0 ? performance.now() : Math.max(due, start);
      const isAnswered = await ask(client, paths[next++ % paths.length] ?? "/");
      waits.push(performance.now() - since);
      if (!isAnswered) failures += 1;
      due += turnMs;
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, lane) => run(lane)));
  return {
    requestsPerSecond: waits.length / ((performance.now() - start) / 1000),
    p99Ms: pickPercentile(waits, 0.99),
    maxMs: waits.reduce((longest, wait) => Math.max(longest, wait), 0),
    failures,
  };
}

/**
 * The rate, and the processor time of the server for one request.
 * @throws Error where a request failed
 */
export async function measureLoad(
  { base, process: child }: StartedServer,
  paths: readonly string[],
  seconds: number,
): Promise<{ readonly requestsPerSecond: number; readonly processorMs: number }> {
  const stop = startTimer(child);
  const { requestsPerSecond, failures } = await runLoad({ base, paths, seconds });
  if (failures > 0) throw new Error(`${failures} requests to ${base} failed`);
  return { requestsPerSecond, processorMs: stop().processorMs / (requestsPerSecond * seconds) };
}

/** @returns whether the whole of a successful answer came */
export function ask(client: Client, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    let status = 0;
    client.dispatch(
      { path: address, method: "GET" },
      {
        // By this one undici knows that the handler has these names.
        onRequestStart: () => undefined,
        onResponseStart: (_, statusCode) => void (status = statusCode),
        onResponseEnd: () => resolve(status === 200),
        onResponseError: () => resolve(false),
      },
    );
  });
}
