// How many requests a second one process answers, and what one costs it, beside a bare h3 handler that returns the same
// bytes. Runs alternate, so that whatever else the machine does meets all alike; and every round starts the processes
// anew, since two of one program can differ by a quarter for as long as they live.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runLoad } from "./load.js";
import type { Bench, Measurement, Row } from "./measurement.js";
import { readQuestions, type Question } from "./questions.js";
import { startServer, stopServer, withServices, type StartedServer } from "./service.js";
import { startTimer } from "./timing.js";

const BARE_SERVER = fileURLToPath(new URL("bare-server.js", import.meta.url));

/** Of each question to each process, before it is measured. */
const WARM_UP_SECONDS = 0.5;

interface Run {
  readonly requestsPerSecond: number;
  /** Processor time of the server for one request. */
  readonly micros: number;
}

/** The runs of every server with a question, one a round, and those of the bare handler. */
interface Results {
  readonly bare: Run[];
  readonly services: Readonly<Record<string, Run[]>>;
}

export const requests: Measurement = {
  summary: "requests a second of one process, and as a share of a bare h3 handler",
  async measure(bench) {
    const results = readQuestions(bench).map((question): [Question, Results] => {
      const services = Object.fromEntries(bench.programs.map(({ name }) => [name, []]));
      return [question, { bare: [], services }];
    });
    for (let round = 0; round < bench.runs; round++) {
      await withServices(bench.programs, (services) => measureRound(results, services, bench));
    }
    return results.flatMap(([{ name }, result]) => toRows(name, result));
  },
};

async function measureRound(
  results: readonly (readonly [Question, Results])[],
  services: readonly StartedServer[],
  { folder, seconds }: Bench,
): Promise<void> {
  const bodies = path.join(folder, "bodies.json");
  const asked = results.flatMap(([{ paths }]) => paths);
  writeFileSync(bodies, JSON.stringify(await readBodies(asked, services[0]?.base ?? "")));
  const bare = await startServer("bare h3", BARE_SERVER, [bodies]);
  try {
    for (const [{ paths }, result] of results) {
      for (const server of [bare, ...services]) {
        await measureRun(server, paths, WARM_UP_SECONDS);
        const run = await measureRun(server, paths, seconds);
        (result.services[server.name] ?? result.bare).push(run);
      }
    }
  } finally {
    await stopServer(bare);
  }
}

function toRows(question: string, { bare, services }: Results): readonly Row[] {
  const toRow = (what: string, unit: string, read: (run: Run, bareRun: Run) => number): Row => ({
    what: `${question}${what}`,
    unit,
    figures: Object.fromEntries(
      Object.entries(services).map(([name, runs]) => [
        name,
        bare.flatMap((bareRun, at) => runs.slice(at, at + 1).map((run) => read(run, bareRun))),
      ]),
    ),
  });
  return [
    toRow("", "requests/s", (run) => run.requestsPerSecond),
    toRow(", of a bare handler", "×", (run, { requestsPerSecond }) => {
      return run.requestsPerSecond / requestsPerSecond;
    }),
    toRow(", processor", "µs", (run) => run.micros),
    toRow(", processor, of a bare handler", "×", (run, { micros }) => run.micros / micros),
  ];
}

/** Bodies as base64 by path and query. */
async function readBodies(
  paths: readonly string[],
  base: string,
): Promise<Readonly<Record<string, string>>> {
  const bodies: [string, string][] = [];
  for (const each of paths) {
    const response = await fetch(base + each, { headers: { "accept-encoding": "identity" } });
    if (!response.ok) throw new Error(`${each} is answered with ${response.status}`);
    bodies.push([each, Buffer.from(await response.arrayBuffer()).toString("base64")]);
  }
  return Object.fromEntries(bodies);
}

async function measureRun(
  { base, process: child }: StartedServer,
  paths: readonly string[],
  seconds: number,
): Promise<Run> {
  const stop = startTimer(child);
  const { requestsPerSecond, failures } = await runLoad({ base, paths, seconds });
  if (failures > 0) throw new Error(`${failures} requests to ${base} failed`);
  return { requestsPerSecond, micros: (stop().processorMs * 1000) / (requestsPerSecond * seconds) };
}
