// How long requests wait while the service is half busy, for each kind of question, and whether small
// ones wait for the largest there is.
//
//   node --single-threaded-gc dist/bench/steady-load.js --snapshot DIR [--seconds 10] [--json FILE]
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { Client } from "undici";
import { openSnapshot } from "../data/snapshot/decode.js";
import { locateSnapshot } from "../data/snapshot/locate.js";
import { startService } from "./children.js";
import { runLoad } from "./load.js";
import { requireOption } from "./options.js";
import { findLargestDetail, listQuestions } from "./questions.js";
import { pickPercentile, print, showSpread, spread, type Spread } from "./spread.js";
import { ask, runSteadyRequests } from "./steady-requests.js";

const { values } = parseArgs({
  options: {
    snapshot: { type: "string" },
    seconds: { type: "string", default: "10" },
    json: { type: "string" },
  },
});
const snapshotFolder = requireOption("--snapshot DIR", values.snapshot);

const CONNECTIONS = 32;
const PROBES = 5000;
const ROUNDS = 5;
/** Longer than the probes take. */
const STREAM_SECONDS = 3;
const seconds = Number(values.seconds);
const folder = mkdtempSync(path.join(tmpdir(), "module-lookup-bench-"));
const snapshot = openSnapshot(locateSnapshot(snapshotFolder));
const questions = listQuestions(snapshot);
const largest = findLargestDetail(snapshot);
snapshot.close();
const service = await startService(snapshotFolder);
const { base } = service;
try {
  const rows = [];
  for (const { name, paths } of questions) {
    const load = { base, paths, connections: CONNECTIONS };
    await runSteadyRequests({ ...load, seconds: 2 });
    const most = await runSteadyRequests({ ...load, seconds: 3 });
    const requestsPerSecond = Math.round(most.requestsPerSecond / 2);
    const half = await runSteadyRequests({ ...load, seconds, requestsPerSecond });
    rows.push({ question: name, ...half });
    print(
      `${name}: ${half.requestsPerSecond.toFixed(0)} of ${most.requestsPerSecond.toFixed(0)} requests/s, ` +
        `p99 ${half.p99Ms.toFixed(1)} ms, longest ${half.maxMs.toFixed(0)} ms, ${half.failures} failures`,
    );
  }
  const beside = await measureBeside(questions[1]?.paths[0] ?? "/v1", largest);
  print(
    `small requests one by one: p99 ${showSpread(beside.aloneMs, 2)} ms, beside a stream of small answers ` +
      `${showSpread(beside.besideSmallMs, 2)} ms, of the largest ${showSpread(beside.besideLargestMs, 2)} ms (${largest})`,
  );
  const result = { rows, largest: { path: largest, ...beside } };
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  service.process.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}

/**
 * The 99th percentile of the time of one small request after the other, in ms, over rounds that
 * alternate: alone, beside another connection that asks as fast as it can for small answers, and beside
 * one that asks for the largest. The second says what is owed to the processors being shared.
 */
async function measureBeside(
  small: string,
  large: string,
): Promise<Readonly<Record<"aloneMs" | "besideSmallMs" | "besideLargestMs", Spread>>> {
  const times = { alone: [] as number[], small: [] as number[], large: [] as number[] };
  await probe(small);
  for (let round = 0; round < ROUNDS; round++) {
    times.alone.push(await probe(small));
    times.small.push(await probeBeside(small, small));
    times.large.push(await probeBeside(small, large));
  }
  return {
    aloneMs: spread(times.alone),
    besideSmallMs: spread(times.small),
    besideLargestMs: spread(times.large),
  };
}

async function probeBeside(address: string, streamed: string): Promise<number> {
  const stream = runLoad({
    base,
    paths: [streamed],
    connections: 1,
    seconds: STREAM_SECONDS,
    folder,
  });
  const p99Ms = await probe(address);
  await stream;
  return p99Ms;
}

/** The 99th percentile of requests on one connection, one after the other, in ms. */
async function probe(address: string): Promise<number> {
  const client = new Client(base);
  const times: number[] = [];
  for (let turn = 0; turn < PROBES; turn++) {
    const start = performance.now();
    await ask(client, address);
    times.push(performance.now() - start);
  }
  await client.close();
  return pickPercentile(times, 0.99);
}
