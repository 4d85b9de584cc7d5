// How often what git tells of modules is right. A snapshot's steps that no list of OpenUpgrade confirms are compared
// with bench/lineage.tsv, for which each was looked at by hand: manifests, models and files of both modules at their
// versions, and the commit that moved them. The lines stand in the order in which they were drawn, by the SHA-256 of
// `23 ` and their first six columns with spaces between them, out of all steps that the repositories gave.
//
//   node dist/bench/lineage.js --snapshot FOLDER
//
// `verdict` is what became of the module: a kind of step, `partly` where less than half of it went there, `nothing`
// where it did not.
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { compareText } from "../data/platform-version.js";
import type { FoundStep } from "../data/lineage.js";
import { listRenames } from "../data/platform/module-renames.js";
import { openSnapshot } from "../data/snapshot/decode.js";
import { locateSnapshot } from "../data/snapshot/locate.js";
import { requireOption } from "./options.js";
import { print } from "./spread.js";

const JUDGED = path.join(import.meta.dirname, "..", "..", "bench", "lineage.tsv");
/** The first columns say which step it is. */
const STEP_COLUMNS = 6;

const { values } = parseArgs({ options: { snapshot: { type: "string" } } });
const snapshot = openSnapshot(locateSnapshot(requireOption("--snapshot FOLDER", values.snapshot)));

const rows = readFileSync(JUDGED, "utf8").trimEnd().split("\n").slice(1);
const verdicts = new Map(
  rows.map((row) => {
    const cells = row.split("\t");
    return [cells.slice(0, STEP_COLUMNS).join(" "), cells[STEP_COLUMNS] ?? ""];
  }),
);

const confirmed = new Set(
  listRenames()
    .filter(({ thing }) => thing === "module")
    .map(({ from, to }) => `${from} ${to}`),
);
const told = snapshot
  .readLineage()
  .filter(({ kind, from, to }) => {
    return kind !== "same" && !confirmed.has(`${from.technicalName} ${to.technicalName}`);
  })
  .map((step) => ({ step, verdict: verdicts.get(toKey(step)) ?? "not judged" }));
snapshot.close();

const counts = new Map<string, number>();
for (const { step, verdict } of told) {
  const result = judge(step, verdict);
  counts.set(result, (counts.get(result) ?? 0) + 1);
  if (result !== "right") print(`${toKey(step)}: ${step.kind}, by hand ${verdict}`);
}
print(`${told.length} steps that git alone tells`);
for (const [result, count] of [...counts].toSorted(([left], [right]) => compareText(left, right))) {
  print(`  ${result.padEnd(12)} ${count}`);
}

function judge({ kind }: FoundStep, verdict: string): string {
  if (verdict === kind) return "right";
  if (verdict === "nothing") return "wrong";
  return ["partly", "not judged"].includes(verdict) ? verdict : "other kind";
}

function toKey({ from, to }: FoundStep): string {
  return [from, to]
    .flatMap(({ technicalName, organization, repository, platformVersion }) => [
      technicalName,
      `${organization}/${repository}`,
      platformVersion,
    ])
    .join(" ");
}
