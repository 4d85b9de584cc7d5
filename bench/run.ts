// `make bench`: all measurements, or those that are named, one after the other; one table to the terminal, all
// figures as JSON. With another checkout both programs are measured in turns and stand side by side, in one table.
//
//   node --single-threaded-gc dist/bench/run.js --snapshot DIR [--only NAME,NAME] [--against CHECKOUT
//     [--against-snapshot DIR]] [--sources FILE] [--runs 3] [--seconds 2] [--json FILE]
//
// A client whose collector of garbage uses several threads waits for the very processors that it measures.
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { removeSealed } from "../data/files/durable-file.js";
import { builds } from "./builds.js";
import { footprint } from "./footprint.js";
import type { Measurement, Program, Row } from "./measurement.js";
import { mixed } from "./mixed.js";
import { requests } from "./requests.js";
import { systems } from "./systems.js";
import { formatRows } from "./table.js";

/** In the order in which they are made. */
const MEASUREMENTS: Readonly<Record<string, Measurement>> = {
  footprint,
  systems,
  requests,
  mixed,
  builds,
};

const { values } = parseArgs({
  options: {
    snapshot: { type: "string" },
    only: { type: "string" },
    against: { type: "string" },
    "against-snapshot": { type: "string" },
    sources: { type: "string" },
    runs: { type: "string", default: "3" },
    seconds: { type: "string", default: "2" },
    json: { type: "string" },
  },
});

if (values.snapshot === undefined) refuse("--snapshot DIR is needed.");
const { sources = "" } = values;
const programs = listPrograms(values.snapshot);
const chosen = chooseNames();
const columns = programs.map(({ name }) => name);
print(`${values.runs} runs, loads of ${values.seconds} s.`);
print("Of several figures: the least / the median / the 99th percentile, or the most of few.");
const results: Record<string, readonly Row[]> = {};
try {
  for (const name of chosen) {
    print(`${name}: ${MEASUREMENTS[name]?.summary}`);
    results[name] = await measure(name);
  }
} finally {
  // Earlier results are printed even if a later measurement fails.
  for (const line of formatRows(Object.values(results).flat(), columns)) print(line);
}
if (values.json !== undefined) {
  writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
}

async function measure(name: string): Promise<readonly Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "module-lookup-bench-"));
  try {
    const plan = { runs: Number(values.runs), seconds: Number(values.seconds), sources, folder };
    return (await MEASUREMENTS[name]?.measure({ programs, ...plan, note: print })) ?? [];
  } finally {
    await removeSealed(folder);
  }
}

/** Programs to measure: this checkout, and the other one if named. */
function listPrograms(snapshot: string): readonly [Program, ...Program[]] {
  const own = { name: "this", main: fileURLToPath(new URL("../cli/main.js", import.meta.url)) };
  if (values.against === undefined) return [{ ...own, snapshot }];
  const main = path.resolve(values.against, "dist", "cli", "main.js");
  if (!existsSync(main)) refuse(`${main} is missing; build the checkout ${values.against} first.`);
  const other = values["against-snapshot"] ?? snapshot;
  return [
    { ...own, snapshot },
    { name: "other", main, snapshot: other },
  ];
}

function chooseNames(): readonly string[] {
  const all = Object.keys(MEASUREMENTS);
  const named = values.only?.split(",");
  const unknown = named?.find((name) => !all.includes(name));
  if (unknown !== undefined) refuse(`"${unknown}" is none of ${all.join(", ")}.`);
  return all.filter((name) => {
    const { needsSources = false } = MEASUREMENTS[name] ?? {};
    const isNamed = named?.includes(name) === true;
    if (isNamed && needsSources && sources === "") refuse(`${name} needs --sources FILE.`);
    return isNamed || (named === undefined && !(needsSources && sources === ""));
  });
}

/** Ends the program with the code for wrong usage. */
function refuse(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
