// Load on a server for a while: as many requests as there can be, or so many a second, evenly spread. The client shares
// the machine with what it measures, so it is the leanest that there is: wrk where it is installed and no rate is
// wanted, else undici's own handlers, one connection a lane.
import { spawnSync } from "node:child_process";
import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { Client } from "undici";
import { pickPercentile } from "./table.js";
import { type Load, type LoadResult, runWrk } from "./wrk.js";

const CONNECTIONS = 32;

export const LOAD_TOOL =
  spawnSync("wrk", ["--version"], { stdio: "ignore" }).error === undefined ? "wrk" : "undici";

export function runLoad(load: Load): Promise<LoadResult> {
  const connections = load.connections ?? CONNECTIONS;
  return LOAD_TOOL === "wrk" && load.requestsPerSecond === undefined
    ? runWrk({ ...load, connections })
    : runLanes({ requestsPerSecond: Infinity, ...load, connections });
}

/**
 * Each connection asks in turns of its own. A wait is counted from the moment when the request was
 * due, so that one that had to wait for the one before it counts as late.
 */
async function runLanes({
  base,
  paths,
  connections,
  seconds,
  requestsPerSecond,
}: Required<Load>): Promise<LoadResult> {
  const turnMs = (connections * 1000) / requestsPerSecond;
  const start = performance.now();
  const end = start + seconds * 1000;
  const waits: number[] = [];
  let failures = 0;
  let next = 0;
  const run = async (lane: number): Promise<void> => {
    const client = new Client(base);
    let due = start + (lane / connections) * turnMs;
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
  await Promise.all(Array.from({ length: connections }, (_, lane) => run(lane)));
  return {
    requestsPerSecond: waits.length / ((performance.now() - start) / 1000),
    p99Ms: pickPercentile(waits, 0.99),
    maxMs: waits.reduce((longest, wait) => Math.max(longest, wait), 0),
    failures,
  };
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
