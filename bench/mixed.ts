// A while of all kinds of requests mixed, at half of what the service can do, with two hot swaps of the snapshot
// meanwhile: the longest wait, failures, and whether memory stays.
import { cpSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { CURRENT_LINK } from "../data/snapshot/format.js";
import { locateSnapshot } from "../data/snapshot/locate.js";
import { createFigures, type Figures } from "./table.js";
import { runLoad } from "./load.js";
import type { Bench, Measurement, Program } from "./measurement.js";
import { readQuestions } from "./questions.js";
import { withService } from "./service.js";
import { readResidentBytes } from "./timing.js";

const CALIBRATION_SECONDS = 5;
/** Duration of the load, for one second of a run of other measurements. */
const SECONDS = 15;

export const mixed: Measurement = {
  summary: "all kinds of requests mixed, at half of the highest rate, with two hot swaps",
  async measure(bench) {
    const paths = mix(readQuestions(bench).map((question) => question.paths));
    const figures = createFigures();
    for (const program of bench.programs) await measureProgram(program, paths, bench, figures);
    return figures.list();
  },
};

async function measureProgram(
  program: Program,
  paths: readonly string[],
  bench: Bench,
  figures: Figures,
): Promise<void> {
  const folder = path.join(bench.folder, program.name);
  mkdirSync(folder);
  const located = locateSnapshot(program.snapshot);
  for (const copy of ["one", "two"]) cpSync(located, path.join(folder, copy), { recursive: true });
  linkCurrent(folder, "one");
  const seconds = SECONDS * bench.seconds;
  const add = (what: string, unit: string, ...numbers: readonly number[]): void =>
    figures.add(`mixed, ${what}`, unit, program.name, ...numbers);
  await withService({ ...program, snapshot: folder }, async (service) => {
    const load = { base: service.base, paths };
    await runLoad({ ...load, seconds: CALIBRATION_SECONDS });
    const before = await runLoad({ ...load, seconds: CALIBRATION_SECONDS });
    const requestsPerSecond = Math.round(before.requestsPerSecond / 2);
    const run = runLoad({ ...load, seconds, requestsPerSecond });
    const megabytes: number[] = [];
    for (const next of ["two", "one", undefined]) {
      await setTimeout((seconds * 1000) / 3 - 500);
      megabytes.push(Math.round(readResidentBytes(service.process) / 1e6));
      if (next === undefined) continue;
      linkCurrent(folder, next);
      service.process.kill("SIGHUP");
    }
    const waits = await run;
    // A machine that became slower meanwhile had less than half of its power left.
    const after = await runLoad({ ...load, seconds: CALIBRATION_SECONDS });
    const rates = [before.requestsPerSecond, after.requestsPerSecond];
    add("highest rate before and after", "requests/s", ...rates);
    add("rate", "requests/s", waits.requestsPerSecond);
    add("99 of 100 within", "ms", waits.p99Ms);
    add("longest", "ms", waits.maxMs);
    add("failures", "", waits.failures);
    add("hot swaps", "", await countSwitches(service.base));
    add("resident memory after each third", "MB", ...megabytes);
  });
}

/** Switches the link like a build: it leads to one or the other at every moment. */
function linkCurrent(folder: string, name: string): void {
  const link = path.join(folder, "next");
  symlinkSync(name, link);
  renameSync(link, path.join(folder, CURRENT_LINK));
}

async function countSwitches(base: string): Promise<number> {
  const metrics = await (await fetch(`${base}/metrics`)).text();
  return Number(/^module_lookup_snapshot_switches_total (\d+)/m.exec(metrics)?.[1]);
}

/** The first of each list, then the second of each, and so on; short lists begin again. */
function mix(lists: readonly (readonly string[])[]): readonly string[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, at) =>
    lists.map((list) => list[at % list.length] ?? "/v1"),
  ).flat();
}
