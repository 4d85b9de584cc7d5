// Whether more processes answer as many more requests: their rate, and what a request costs the
// processor, beside one process. Where the tool that makes the load has no core of its own, only the
// second says something.
//
//   node dist/bench/workers.js --snapshot DIR [--workers 2] [--seconds 3] [--runs 3] [--json FILE]
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { openSnapshot } from "../data/snapshot/decode.js";
import { locateSnapshot } from "../data/snapshot/locate.js";
import { readProcessorSeconds, startService, type StartedServer } from "./children.js";
import { runLoad } from "./load.js";
import { requireOption } from "./options.js";
import { listQuestions } from "./questions.js";
import { print, showSpread, spread } from "./spread.js";

const { values } = parseArgs({
  options: {
    snapshot: { type: "string" },
    workers: { type: "string", default: "2" },
    seconds: { type: "string", default: "3" },
    runs: { type: "string", default: "3" },
    json: { type: "string" },
  },
});
const snapshotFolder = requireOption("--snapshot DIR", values.snapshot);

const folder = mkdtempSync(path.join(tmpdir(), "module-lookup-bench-"));
const snapshot = openSnapshot(locateSnapshot(snapshotFolder));
const paths = listQuestions(snapshot)[0]?.paths ?? [];
snapshot.close();
const one = await startService(snapshotFolder);
const many = await startService(snapshotFolder, ["--workers", values.workers]);
try {
  const rates: number[] = [];
  const costs: number[] = [];
  await measure(one);
  await measure(many);
  for (let run = 0; run < Number(values.runs); run++) {
    const alone = await measure(one);
    const together = await measure(many);
    rates.push(together.requestsPerSecond / alone.requestsPerSecond);
    costs.push(alone.processorMicros / together.processorMicros);
  }
  print(
    `${values.workers} workers beside one, ${availableParallelism()} cores for them and the load: ` +
      `rate × ${showSpread(spread(rates), 2)}, requests for the same processor time × ${showSpread(spread(costs), 2)}`,
  );
  const result = { workers: Number(values.workers), rates: spread(rates), costs: spread(costs) };
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  one.process.kill("SIGTERM");
  many.process.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
}

async function measure({ base, process: child }: StartedServer): Promise<{
  readonly requestsPerSecond: number;
  readonly processorMicros: number;
}> {
  const seconds = Number(values.seconds);
  const before = readProcessorSeconds(child) ?? NaN;
  const { requestsPerSecond } = await runLoad({ base, paths, connections: 32, seconds, folder });
  const spent = (readProcessorSeconds(child) ?? NaN) - before;
  return { requestsPerSecond, processorMicros: (spent * 1e6) / (requestsPerSecond * seconds) };
}
