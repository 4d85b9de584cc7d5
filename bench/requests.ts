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
  const answers = await readBodies(questions, services);
  writeFileSync(bodies, JSON.stringify(answers));
  await withServer("bare h3", [BARE_SERVER, bodies], async (bare) => {
    for (const { name: question, paths: all } of questions) {
      const paths = all.filter((asked) => answers[asked] !== undefined);
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

/**
 * Bodies of the first service as base64 by path and query, of all that each service has an answer to: an older program
 * lacks modules that were not read then.
 * @throws Error where some question is left with none
 */
async function readBodies(
  questions: readonly Question[],
  services: readonly StartedServer[],
): Promise<Readonly<Record<string, string>>> {
  const bodies: Record<string, string> = {};
  for (const { name, paths } of questions) {
    let count = 0;
    for (const each of paths) {
      const [body, ...others] = await Promise.all(services.map(({ base }) => read(base + each)));
      if (body === undefined || others.includes(undefined)) continue;
      bodies[each] = body.toString("base64");
      count += 1;
    }
    if (count === 0) throw new Error(`No ${name} is answered by each program`);
  }
  return bodies;
}

async function read(address: string): Promise<Buffer | undefined> {
  const response = await fetch(address, { headers: { "accept-encoding": "identity" } });
  const body = Buffer.from(await response.arrayBuffer());
  return response.ok ? body : undefined;
}
