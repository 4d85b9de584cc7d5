// How long requests wait while the service is half busy, for each kind of question.
import { createFigures, type Figures } from "./figures.js";
import { runLoad } from "./load.js";
import type { Bench, Measurement } from "./measurement.js";
import { readQuestions, type Question } from "./questions.js";
import { withServices, type StartedServer } from "./service.js";

const WARM_UP_SECONDS = 2;

export const steady: Measurement = {
  summary: "waits at half of the highest rate",
  measure: (bench) =>
    withServices(bench.programs, async (services) => {
      const questions = readQuestions(bench);
      const figures = createFigures();
      for (const question of questions) {
        await measureHalfBusy(question, services, bench, figures);
      }
      return figures.list();
    }),
};

async function measureHalfBusy(
  { name: question, paths }: Question,
  services: readonly StartedServer[],
  { seconds }: Bench,
  figures: Figures,
): Promise<void> {
  for (const { name, base } of services) {
    await runLoad({ base, paths, seconds: WARM_UP_SECONDS });
    const most = await runLoad({ base, paths, seconds });
    const requestsPerSecond = Math.round(most.requestsPerSecond / 2);
    const half = await runLoad({ base, paths, seconds: 2 * seconds, requestsPerSecond });
    if (half.failures > 0) throw new Error(`${half.failures} requests to ${base} failed`);
    const rate = half.requestsPerSecond;
    figures.add(`${question}, half of the highest rate`, "requests/s", name, rate);
    figures.add(`${question}, 99 of 100 within`, "ms", name, half.p99Ms);
    figures.add(`${question}, longest`, "ms", name, half.maxMs);
  }
}
