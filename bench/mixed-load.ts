// Minutes of all kinds of requests mixed, at half of what the service can do, with two changes of the
// snapshot meanwhile: the longest wait, failures, and whether memory stays.
//
//   node --single-threaded-gc dist/bench/mixed-load.js --snapshot DIR [--minutes 10] [--json FILE]
import { cpSync, mkdtempSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { removeSealed } from "../files/durable-file.js";
import { openSnapshot } from "../data/snapshot/decode.js";
import { CURRENT_LINK } from "../data/snapshot/format.js";
import { locateSnapshot } from "../data/snapshot/locate.js";
import { readProcessorSeconds, readResidentBytes, startService } from "./children.js";
import { requireOption } from "./options.js";
import { listQuestions } from "./questions.js";
import { print } from "./spread.js";
import { runSteadyRequests } from "./steady-requests.js";

const { values } = parseArgs({
  options: {
    snapshot: { type: "string" },
    minutes: { type: "string", default: "10" },
    json: { type: "string" },
  },
});
const snapshotFolder = requireOption("--snapshot DIR", values.snapshot);

const CONNECTIONS = 32;
const CALIBRATION_SECONDS = 5;
const located = locateSnapshot(snapshotFolder);
const folder = mkdtempSync(path.join(tmpdir(), "module-lookup-bench-"));
const seconds = Number(values.minutes) * 60;
try {
  for (const copy of ["one", "two"]) cpSync(located, path.join(folder, copy), { recursive: true });
  changeTo("one");
  const snapshot = openSnapshot(located);
  const paths = mix(listQuestions(snapshot).map((question) => question.paths));
  snapshot.close();
  const service = await startService(folder);
  try {
    const load = { base: service.base, paths, connections: CONNECTIONS };
    await runSteadyRequests({ ...load, seconds: CALIBRATION_SECONDS });
    const most = await runSteadyRequests({ ...load, seconds: CALIBRATION_SECONDS });
    const requestsPerSecond = Math.round(most.requestsPerSecond / 2);
    const before = readProcessorSeconds(service.process) ?? NaN;
    const memory: (number | undefined)[] = [];
    const run = runSteadyRequests({ ...load, seconds, requestsPerSecond });
    for (const next of ["two", "one", undefined]) {
      await setTimeout((seconds * 1000) / 3 - 500);
      memory.push(readResidentBytes(service.process));
      if (next !== undefined) {
        changeTo(next);
        service.process.kill("SIGHUP");
      }
    }
    const waits = await run;
    const processorShare = ((readProcessorSeconds(service.process) ?? NaN) - before) / seconds;
    // A machine that became slower meanwhile had less than half of its power left.
    const mostAfter = await runSteadyRequests({ ...load, seconds: CALIBRATION_SECONDS });
    const result = {
      ...waits,
      mostBefore: most.requestsPerSecond,
      mostAfter: mostAfter.requestsPerSecond,
      processorShare,
      residentBytes: memory,
    };
    const status = await fetch(`${service.base}/metrics`).then((response) => response.text());
    const switches = /^module_lookup_snapshot_switches_total (\d+)/m.exec(status)?.[1];
    print(
      `${values.minutes} minutes of ${paths.length} mixed addresses at ${result.requestsPerSecond.toFixed(0)} requests/s, ` +
        `${switches} snapshot changes: ` +
        `of ${result.mostBefore.toFixed(0)} before and ${result.mostAfter.toFixed(0)} after, ` +
        `${(100 * processorShare).toFixed(0)} % of a processor; p99 ${result.p99Ms.toFixed(1)} ms, longest ${result.maxMs.toFixed(0)} ms, ${result.failures} failures; ` +
        `resident memory after each third, MB: ${memory.map((bytes) => Math.round((bytes ?? NaN) / 1e6)).join(", ")}`,
    );
    if (values.json !== undefined) {
      writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
    }
  } finally {
    service.process.kill("SIGKILL");
  }
} finally {
  await removeSealed(folder);
}

/** As a build publishes: the link leads to one or the other at every moment. */
function changeTo(name: string): void {
  const link = path.join(folder, "next");
  symlinkSync(name, link);
  renameSync(link, path.join(folder, CURRENT_LINK));
}

/** The first of each list, then the second of each, and so on; short lists begin again. */
function mix(lists: readonly (readonly string[])[]): readonly string[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, at) =>
    lists.map((list) => list[at % list.length] ?? "/v1"),
  ).flat();
}
