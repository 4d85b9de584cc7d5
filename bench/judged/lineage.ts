// How often what git tells of modules is right. A snapshot's steps that no list of OpenUpgrade confirms are compared
// with bench/judged/lineage.tsv, for which each was looked at by hand: manifests, models and files of both modules at
// their versions, and the commit that moved them. The lines stand in the order in which they were drawn, by the SHA-256
// of `23 ` and their first six columns with spaces between them, out of all steps that the repositories gave.
//
// `verdict` is what became of the module: a kind of step, `partly` where less than half of it went there, `nothing`
// where it did not.
import { readFileSync } from "node:fs";
import type { FoundStep } from "../../data/history/lineage.js";
import { listRenames } from "../../data/platform/renames.js";
import { compareText } from "../../data/platform/platform-version.js";
import { locateJudged, type Measurement, type Row } from "../measurement.js";
import { readSnapshot } from "../questions.js";

const JUDGED = locateJudged("lineage.tsv");
/** The first columns say which step it is. */
const STEP_COLUMNS = 6;

export const lineage: Measurement = {
  summary: "what git tells of modules, beside what was found by hand",
  isExtra: true,
  measure({ programs: [{ name, snapshot }], note }) {
    const verdicts = readVerdicts();
    const steps = readSnapshot(snapshot, (opened) => listUnconfirmed(opened.readLineage()));
    const outcomes = steps.map((step) => {
      const verdict = verdicts.get(toKey(step)) ?? "not judged";
      const outcome = judge(step, verdict);
      if (outcome !== "right") note(`${toKey(step)}: ${step.kind}, by hand ${verdict}`);
      return outcome;
    });
    const rows = [...new Set(outcomes)].toSorted(compareText).map((outcome): Row => ({
      what: `steps that git alone tells, ${outcome}, of ${steps.length}`,
      unit: "",
      figures: { [name]: [outcomes.filter((one) => one === outcome).length] },
    }));
    return Promise.resolve(rows);
  },
};

function readVerdicts(): ReadonlyMap<string, string> {
  const rows = readFileSync(JUDGED, "utf8").trimEnd().split("\n").slice(1);
  return new Map(
    rows.map((row) => {
      const cells = row.split("\t");
      return [cells.slice(0, STEP_COLUMNS).join(" "), cells[STEP_COLUMNS] ?? ""];
    }),
  );
}

/** The steps to another module that are on no list. */
function listUnconfirmed(steps: readonly FoundStep[]): readonly FoundStep[] {
  const confirmed = new Set(
    listRenames()
      .filter(({ thing }) => thing === "module")
      .map(({ from, to }) => `${from} ${to}`),
  );
  return steps.filter(({ kind, from, to }) => {
    return kind !== "same" && !confirmed.has(`${from.technicalName} ${to.technicalName}`);
  });
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
