// How long requests wait while the service is half busy, for each kind of question, and whether small
// ones wait for the largest there is.
//
//   node dist/bench/steady-load.js --snapshot DIR [--seconds 10] [--json FILE]
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { openSnapshot } from "../data/snapshot/decode.js";
import { locateSnapshot } from "../data/snapshot/locate.js";
import { startService } from "./children.js";
import { runLoad } from "./load.js";
import { findLargestDetail, listQuestions } from "./questions.js";
import { pickPercentile, print } from "./spread.js";
import { runSteadyRequests } from "./steady-requests.js";

const { values } = parseArgs({
  options: {
    snapshot: { type: "string" },
    seconds: { type: "string", default: "10" },
    json: { type: "string" },
  },
});
if (values.snapshot === undefined) {
  process.stderr.write("--snapshot DIR is needed: what module-lookup build wrote.\n");
  process.exit(2);
}

const CONNECTIONS = 32;
const PROBES = 3000;
const seconds = Number(values.seconds);
const folder = mkdtempSync(path.join(tmpdir(), "module-lookup-bench-"));
const snapshot = openSnapshot(locateSnapshot(values.snapshot));
const questions = listQuestions(snapshot);
const largest = findLargestDetail(snapshot);
snapshot.close();
const service = await startService(values.snapshot);
const { base } = service;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
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
  const small = questions[1]?.paths[0] ?? "/v1";
  await probe(small);
  const alone = await probe(small);
  const stream = runLoad({ base, paths: [largest], connections: 1, seconds, folder });
  const beside = await probe(small);
  const { requestsPerSecond } = await stream;
  print(
    `small requests one by one: p99 ${alone.toFixed(2)} ms, beside a stream of the largest answer ` +
      `${beside.toFixed(2)} ms, ratio ${(beside / alone).toFixed(2)} (${requestsPerSecond.toFixed(0)}/s of ${largest})`,
  );
  const result = { rows, largest: { path: largest, aloneMs: alone, besideMs: beside } };
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  agent.destroy();
  service.process.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}

/** The 99th percentile of the time of one request after the other on one connection, in ms. */
async function probe(address: string): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < PROBES; turn++) {
    const start = performance.now();
    await ask(address);
    times.push(performance.now() - start);
  }
  return pickPercentile(times, 0.99);
}

function ask(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(base + address, { agent }, (response) => {
      response.resume().on("end", resolve);
    }).on("error", reject);
  });
}
