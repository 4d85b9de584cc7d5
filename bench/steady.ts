// How long requests wait while the service is half busy, for each kind of question, and whether small ones wait for the
// largest there is.
import { performance } from "node:perf_hooks";
import { Client } from "undici";
import { createFigures, type Figures } from "./figures.js";
import { ask, runLoad } from "./load.js";
import type { Bench, Measurement } from "./measurement.js";
import { findLargestDetail, readQuestions, type Question } from "./questions.js";
import { withServices, type StartedServer } from "./service.js";
import { pickPercentile } from "./table.js";

const PROBES = 5000;
/** Longer than the probes take. */
const STREAM_SECONDS = 3;
const WARM_UP_SECONDS = 2;

export const steady: Measurement = {
  summary: "waits at half of the highest rate, and beside a stream of the largest answer",
  measure: (bench) =>
    withServices(bench.programs, async (services) => {
      const questions = readQuestions(bench);
      const figures = createFigures();
      for (const question of questions) {
        await measureHalfBusy(question, services, bench, figures);
      }
      const small = questions[1]?.paths[0] ?? "/v1";
      await measureBeside(small, services, bench, figures);
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

/**
 * The 99th percentile of the time of one small request after the other: alone, beside another connection that asks as
 * fast as it can for small answers, and beside one that asks for the largest. The second says what is owed to the
 * processors being shared.
 */
async function measureBeside(
  small: string,
  services: readonly StartedServer[],
  bench: Bench,
  figures: Figures,
): Promise<void> {
  const streams = { alone: undefined, "beside small ones": small, "beside the largest": "" };
  const large = findLargestDetail(bench.programs[0]);
  bench.note(`The largest answer is ${large}.`);
  for (const [title, streamed] of Object.entries(streams)) {
    const what = `small answers ${title}, 99 of 100 within`;
    for (let run = 0; run < bench.runs; run++) {
      for (const { name, base } of services) {
        const path = streamed === "" ? large : streamed;
        figures.add(what, "ms", name, await probe(base, small, path));
      }
    }
  }
}

/** The 99th percentile of requests on one connection, one after the other, in ms. */
async function probe(base: string, address: string, streamed: string | undefined): Promise<number> {
  const stream =
    streamed === undefined
      ? undefined
      : runLoad({ base, paths: [streamed], connections: 1, seconds: STREAM_SECONDS });
  const client = new Client(base);
  const times: number[] = [];
  for (let turn = 0; turn < PROBES; turn++) {
    const start = performance.now();
    await ask(client, address);
    times.push(performance.now() - start);
  }
  await client.close();
  await stream;
  return pickPercentile(times, 0.99);
}
