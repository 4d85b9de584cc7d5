// So many requests a second, evenly spread: the tools for load either do as many as they can, or take
// seconds to prepare thousands of addresses.
import { Agent, get } from "node:http";
import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import type { Load, LoadResult } from "./load.js";
import { pickPercentile } from "./spread.js";

/**
 * Each connection asks in turns of its own. A wait is counted from the moment when the request was
 * due, so that one that had to wait for the one before it counts as late.
 * @param requestsPerSecond without it as many as there can be
 */
export async function runSteadyRequests({
  base,
  paths,
  connections,
  seconds,
  requestsPerSecond = Infinity,
}: Omit<Load, "folder"> & { readonly requestsPerSecond?: number }): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const turnMs = (connections * 1000) / requestsPerSecond;
  const start = performance.now();
  const end = start + seconds * 1000;
  const waits: number[] = [];
  let failures = 0;
  let next = 0;
  const run = async (lane: number): Promise<void> => {
    let due = start + (lane / connections) * turnMs;
    while (performance.now() < end) {
      const early = due - performance.now();
      if (early > 1) await setTimeout(early);
      const since = turnMs === 0 ? performance.now() : Math.max(due, start);
      const address = paths[next++ % paths.length] ?? "/";
      const isAnswered = await ask(agent, base + address);
      waits.push(performance.now() - since);
      if (!isAnswered) failures += 1;
      due += turnMs;
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, lane) => run(lane)));
  agent.destroy();
  return {
    requestsPerSecond: waits.length / ((performance.now() - start) / 1000),
    p99Ms: pickPercentile(waits, 0.99),
    maxMs: waits.reduce((longest, wait) => Math.max(longest, wait), 0),
    failures,
  };
}

function ask(agent: Agent, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(address, { agent }, (response) => {
      response.on("error", () => resolve(false));
      response.resume().on("end", () => resolve(response.statusCode === 200));
    }).on("error", () => resolve(false));
  });
}
