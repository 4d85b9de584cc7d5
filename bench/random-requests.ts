// How the service stands random requests: sends many to a process of its own and tells the statuses,
// what was wrong, and the least memory in use in each tenth of them.
//
//   node dist/bench/random-requests.js --snapshot DIR [--requests 100000] [--seed 1]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import * as fc from "fast-check";
import { findFault, openAgent, randomRequest } from "../test/support/random-requests.js";
import { sendRequest } from "../test/support/raw-http.js";

const CONNECTIONS = 8;
const PARTS = 10;

/** Requests between two looks at the memory. */
const LOOK_EVERY = 200;

const PROGRAM = fileURLToPath(new URL("../cli/main.js", import.meta.url));

const { values } = parseArgs({
  options: {
    snapshot: { type: "string", default: ".demo/snapshots" },
    requests: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
  },
});
const requests = Number(values.requests);

const service = spawn(
  process.execPath,
  [PROGRAM, "serve", "--port=0", `--snapshot=${values.snapshot}`],
  { stdio: ["ignore", "pipe", "inherit"] },
);
const [line] = (await once(createInterface(service.stdout), "line")) as [string];
const port = Number(/:(\d+)$/.exec(line)?.[1]);
const agent = openAgent(CONNECTIONS);

/** Values of metrics whose name and labels match. */
async function readMetrics(pattern: RegExp): Promise<ReadonlyMap<string, number>> {
  const { bytes } = await sendRequest(port, { target: "/metrics", agent });
  const rows = [...bytes.toString().matchAll(/^([a-z]\S*) (\S+)$/gm)];
  return new Map(
    rows
      .filter(([, name = ""]) => pattern.test(name))
      .map(([, name = "", value]) => [name, Number(value)]),
  );
}

/** The least that was in use at any of the looks: what is left after a collection of garbage. */
async function openMemoryWatch(): Promise<{ look(): Promise<void>; tell(title: string): void }> {
  const least = new Map<string, number>();
  const look = async (): Promise<void> => {
    const now = await readMetrics(/^(process_resident_memory_bytes|nodejs_heap_size_used_bytes)$/);
    for (const [name, bytes] of now) least.set(name, Math.min(bytes, least.get(name) ?? Infinity));
  };
  const tell = (title: string): void => {
    const megabytes = [...least].map(([name, bytes]) => `${name} ${Math.round(bytes / 1e6)} MB`);
    console.log(`${title}: ${megabytes.join(", ")}`);
    least.clear();
  };
  await look();
  return { look, tell };
}

let faults = 0;
const start = performance.now();
const memory = await openMemoryWatch();
memory.tell("before");
for (let part = 0; part < PARTS; part++) {
  const count = Math.ceil(requests / PARTS);
  const questions = fc.sample(randomRequest, { numRuns: count, seed: Number(values.seed) + part });
  let next = 0;
  const ask = async (): Promise<void> => {
    for (let question = questions[next++]; question !== undefined; question = questions[next++]) {
      if (next % LOOK_EVERY === 0) await memory.look();
      const fault = await findFault(port, agent, question);
      if (fault === undefined) continue;
      faults += 1;
      console.log(fault);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, ask));
  memory.tell(`after ${(part + 1) * count}`);
}
const seconds = (performance.now() - start) / 1_000;
const statuses = new Map<string, number>();
for (const [name, count] of await readMetrics(/^module_lookup_requests_total/)) {
  const status = /status="(\w+)"/.exec(name)?.[1] ?? "";
  statuses.set(status, (statuses.get(status) ?? 0) + count);
}
console.log(`answers by status: ${JSON.stringify(Object.fromEntries(statuses))}`);
console.log(`${faults} faults in ${requests} requests, ${Math.round(requests / seconds)} a second`);
agent.destroy();
service.kill("SIGTERM");
const [code] = (await once(service, "exit")) as [number | null];
console.log(`the service ended with ${code}`);
process.exitCode = faults === 0 && code === 0 ? 0 : 1;
