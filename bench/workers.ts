// Whether two processes answer twice as many requests: their rate, and what a request costs the processor, beside one
// process. Where the client has no core of its own, only the second says something.
import { runLoad } from "./load.js";
import type { Measurement, Program, Row } from "./measurement.js";
import { readQuestions } from "./questions.js";
import { withServices, type StartedServer } from "./service.js";
import { startTimer } from "./timing.js";

const WORKERS = 2;

export const workers: Measurement = {
  summary: `what ${WORKERS} workers answer beside one process`,
  async measure(bench) {
    const [{ paths = [] } = {}] = readQuestions(bench);
    const measureOne = async (program: Program) => {
      const rates: number[] = [];
      const costs: number[] = [];
      await withServices([program], (alone) =>
        withServices(
          [program],
          async (together) => {
            for (let run = 0; run <= bench.runs; run++) {
              const one = await measureRun(alone[0], paths, bench.seconds);
              const many = await measureRun(together[0], paths, bench.seconds);
              // The first round warms up.
              if (run === 0) continue;
              rates.push(many.requestsPerSecond / one.requestsPerSecond);
              costs.push(one.processorMs / many.processorMs);
            }
          },
          ["--workers", String(WORKERS)],
        ),
      );
      return { rates, costs };
    };
    const rates: Record<string, readonly number[]> = {};
    const costs: Record<string, readonly number[]> = {};
    for (const program of bench.programs) {
      const measured = await measureOne(program);
      rates[program.name] = measured.rates;
      costs[program.name] = measured.costs;
    }
    const rows: readonly Row[] = [
      { what: `${WORKERS} workers: rate of one process`, unit: "×", figures: rates },
      { what: `${WORKERS} workers: requests for its processor time`, unit: "×", figures: costs },
    ];
    return rows;
  },
};

/** The rate, and the processor time of the service for one request. */
async function measureRun(
  server: StartedServer | undefined,
  paths: readonly string[],
  seconds: number,
): Promise<{ readonly requestsPerSecond: number; readonly processorMs: number }> {
  if (server === undefined) throw new Error("no service was started");
  const stop = startTimer(server.process);
  const { requestsPerSecond } = await runLoad({ base: server.base, paths, seconds });
  return { requestsPerSecond, processorMs: stop().processorMs / (requestsPerSecond * seconds) };
}
