// How many requests a second one process answers, and what one costs it, beside a bare h3 handler that returns the same
// bytes. Runs alternate, so that whatever else the machine does meets all alike.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runLoad } from "./load.js";
import type { Bench, Measurement, Row } from "./measurement.js";
import { readQuestions, type Question } from "./questions.js";
import { startServer, stopServer, withServices, type StartedServer } from "./service.js";
import { startTimer } from "./timing.js";

const BARE_SERVER = fileURLToPath(new URL("bare-server.js", import.meta.url));

interface Run {
  readonly requestsPerSecond: number;
  /** Processor time of the server for one request. */
  readonly micros: number;
}

export const requests: Measurement = {
  summary: "requests a second of one process, and as a share of a bare h3 handler",
  measure: (bench) =>
    withServices(bench.programs, async (services) => {
      const rows: Row[] = [];
      for (const question of readQuestions(bench)) {
        rows.push(...(await compare(question, services, bench)));
      }
      return rows;
    }),
};

async function compare(
  { name: question, paths }: Question,
  services: readonly StartedServer[],
  { folder, runs, seconds }: Bench,
): Promise<readonly Row[]> {
  const bodies = path.join(folder, "bodies.json");
  writeFileSync(bodies, JSON.stringify(await readBodies(paths, services[0]?.base ?? "")));
  const bare = await startServer("bare h3", BARE_SERVER, [bodies]);
  const bareRuns: Run[] = [];
  const results = new Map(services.map(({ name }): [string, Run[]] => [name, []]));
  try {
    // The first round warms up.
    for (let round = 0; round <= runs; round++) {
      for (const server of [bare, ...services]) {
        const run = await measureRun(server, paths, seconds);
        if (round > 0) (results.get(server.name) ?? bareRuns).push(run);
      }
    }
  } finally {
    await stopServer(bare);
  }
  const toFigures = (read: (run: Run, bareRun: Run) => number): Row["figures"] =>
    Object.fromEntries(
      [...results].map(([name, own]) => [
        name,
        bareRuns.flatMap((bareRun, at) => own.slice(at, at + 1).map((run) => read(run, bareRun))),
      ]),
    );
  const toRow = (what: string, unit: string, read: (run: Run, bareRun: Run) => number): Row => ({
    what: `${question}${what}`,
    unit,
    figures: toFigures(read),
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
