// Order among modules that build on each other.
import { expect, test } from "vitest";
import { findString } from "../../../../data/snapshot/table/string-table.js";
import { rankWholes } from "../../../../server/lookup/find/module-hits.js";
import { openLookup } from "../../../../server/lookup/lookup.js";
import { createRecord } from "../../../support/module-records.js";
import { writeRecords } from "../../../support/written-snapshot.js";

const make = (technical_name: string, ...platform: readonly string[]) =>
  createRecord({
    technical_name,
    platform_version: "17.0",
    declared_dependencies: { platform, pip: [], bin: [] },
  });

/** Technical name, fit, meaning. */
type Asked = readonly [name: string, fit: number, meaning: number];

test("a whole has the fit of its part, unless the part is much nearer", async () => {
  const records = [
    make("credit"),
    make("credit_dunning_fees", "credit"),
    make("credit_dunning_log"),
    make("other_dunning", "credit"),
  ];
  const lookup = await openLookup(await writeRecords(records, {}), { embedder: {} });
  const rank = (...asked: readonly Asked[]): readonly string[] =>
    rankWholes(
      lookup.snapshot,
      asked.map(([name, fit, meaning]) => ({
        name,
        fit,
        meaning,
        number: findString(lookup.snapshot.names, name) ?? -1,
        score: (fit + meaning) / 2,
        toScore: (better: number) => (better + meaning) / 2,
      })),
    ).map(({ name, score }) => `${name} ${score.toFixed(2)}`);
  try {
    const part: Asked = ["credit_dunning_fees", 0.6, 0.9];
    expect(rank(part, ["credit", 0, 0.8])).toEqual(["credit 0.70", "credit_dunning_fees 0.68"]);
    expect(rank(part, ["credit", 0, 0.7])).toEqual(["credit_dunning_fees 0.75", "credit 0.35"]);
    // An own name that fits somewhat keeps its fit.
    expect(rank(part, ["credit", 0.3, 0.8])).toEqual(["credit_dunning_fees 0.75", "credit 0.55"]);
    // Neither its name alone nor that it depends on it makes a part.
    for (const name of ["credit_dunning_log", "other_dunning"]) {
      expect(rank([name, 0.6, 0.9], ["credit", 0, 0.8])).toEqual([`${name} 0.75`, "credit 0.40"]);
    }
  } finally {
    lookup.close();
  }
});
