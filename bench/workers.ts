// Whether two processes answer twice as many requests: their rate, and what a request costs the processor, beside one
// process. Where the client has no core of its own, only the second says something.
import { createFigures } from "./figures.js";
import { measureLoad } from "./load.js";
import type { Measurement } from "./measurement.js";
import { readQuestions } from "./questions.js";
import { withService } from "./service.js";

const WORKERS = 2;

export const workers: Measurement = {
  summary: `what ${WORKERS} workers answer beside one process`,
  async measure(bench) {
    const [{ paths = [] } = {}] = readQuestions(bench);
    const figures = createFigures();
    const add = (what: string, program: string, ratio: number): void =>
      figures.add(`${WORKERS} workers: ${what}`, "×", program, ratio);
    for (const program of bench.programs) {
      await withService(program, (alone) =>
        withService(
          program,
          async (together) => {
            for (let run = 0; run <= bench.runs; run++) {
              const one = await measureLoad(alone, paths, bench.seconds);
              const many = await measureLoad(together, paths, bench.seconds);
              // The first round warms up.
              if (run === 0) continue;
              const { name } = program;
              add("rate of one process", name, many.requestsPerSecond / one.requestsPerSecond);
              add("requests for its processor time", name, one.processorMs / many.processorMs);
            }
          },
          ["--workers", String(WORKERS)],
        ),
      );
    }
    return figures.list();
  },
};
