// Requests a second of one process, and the cost of one, beside a bare h3 handler that returns the
// same bytes. Runs alternate, so that other load meets all alike. Every round restarts the
// processes, since two of one program can differ by a quarter for as long as they live.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createFigures, type Figures } from "./table.js";
import { measureLoad } from "./load.js";
import type { Bench, Measurement } from "./measurement.js";
import { readQuestions, type Question } from "./questions.js";
import { withServer, withServices, type StartedServer } from "./service.js";

const BARE_SERVER = fileURLToPath(new URL("bare-server.js", import.meta.url));

/** Warm-up of each question to each process. */
const WARM_UP_SECONDS = 0.5;

export const requests: Measurement = {
  summary: "requests a second of one process, and as a share of a bare h3 handler",
  async measure(bench) {
    const questions = readQuestions(bench);
    const figures = createFigures();
    for (let round = 0; round < bench.runs; round++) {
      await withServices(bench.programs, (services) =>
        measureRound(questions, services, bench, figures),
      );
    }
    return figures.list();
  },
};

async function measureRound(
  questions: readonly Question[],
  services: readonly StartedServer[],
  { folder, seconds }: Bench,
  figures: Figures,
): Promise<void> {
  const bodies = path.join(folder, "bodies.json");
  const asked = questions.flatMap(({ paths }) => paths);
  writeFileSync(bodies, JSON.stringify(await readBodies(asked, services[0]?.base ?? "")));
  await withServer("bare h3", [BARE_SERVER, bodies], async (bare) => {
    for (const { name: question, paths } of questions) {
      const measure = async (server: StartedServer) => {
        await measureLoad(server, paths, WARM_UP_SECONDS);
        return measureLoad(server, paths, seconds);
      };
      const least = await measure(bare);
      for (const service of services) {
        const run = await measure(service);
        const add = (what: string, unit: string, figure: number): void =>
          figures.add(`${question}${what}`, unit, service.name, figure);
        add("", "requests/s", run.requestsPerSecond);
        add(", of a bare handler", "×", run.requestsPerSecond / least.requestsPerSecond);
        add(", processor", "µs", run.processorMs * 1000);
        add(", processor, of a bare handler", "×", run.processorMs / least.processorMs);
      }
    }
  });
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
