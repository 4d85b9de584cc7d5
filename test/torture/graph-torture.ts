// Snapshots that somebody made wrong on purpose, with the right checksums: graphs and sections, thousands of
// them. Each is refused with a SnapshotError or answers; none ends the process.
//
//   node dist/test/torture/graph-torture.js [--rounds 2000] [--seed 1] [--what graph,sections]
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { makeFixtureRepositories } from "../../fixtures/make-repositories.js";
import { buildFixtures } from "../support/build-fixtures.js";
import { closeReaders } from "../support/builds.js";
import { makeWritable } from "../support/make-writable.js";
import { tryRounds, type RoundOutcome } from "./crafted-rounds.js";
import { isSource, readSourcesFile } from "../../builder/source/sources-file.js";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    what: { type: "string", default: "graph,sections" },
    verbose: { type: "boolean", default: false },
  },
});

const folder = mkdtempSync(path.join(tmpdir(), "module-lookup-torture-"));
try {
  const fixtures = await makeFixtureRepositories(folder);
  const sources = readSourcesFile(fixtures.sourcesFile).filter(isSource);
  const out = path.join(folder, "snapshots");
  const snapshot = await buildFixtures(folder, { sources, out });
  for (const what of ["graph", "sections"] as const) {
    if (values.what.split(",").includes(what)) await torture(what, snapshot);
  }
} finally {
  await closeReaders();
  makeWritable(folder);
  rmSync(folder, { recursive: true, force: true });
}

async function torture(what: "graph" | "sections", snapshot: string): Promise<void> {
  const work = path.join(folder, what);
  mkdirSync(work);
  const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
  print(`${rounds} crafted snapshots, ${what} changed, seed ${seed}`);
  const result = await tryRounds({ snapshot, work, what, seed, rounds, onRound });
  const { tried, refused, served, failing, failures } = result;
  if (failing.length > 0)
    print(`  ${failing.length} of the served ones with an answer that failed`);
  print(`tried ${tried}: refused ${refused}, served ${served}, crashed ${failures.length}`);
  if (failures.length > 0) process.exitCode = 1;
}

function onRound({ round, what, end, by }: RoundOutcome): void {
  const isFailure = end === "crashed" || end === "unforeseen" || (end === "served" && by !== "");
  if (isFailure || values.verbose) print(`  ${end} in round ${round} (${what}): ${by}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
