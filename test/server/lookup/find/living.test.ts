// Liveliness of modules.
import { expect, test } from "vitest";
import { findString } from "../../../../data/snapshot/table/string-table.js";
import { findMainVersion, getLiving } from "../../../../server/lookup/find/living.js";
import { openLookup } from "../../../../server/lookup/lookup.js";
import { createRecord } from "../../../support/module-records.js";
import { writeRecords } from "../../../support/written-snapshot.js";

const at = (platform_version: string, technical_name: string, installable = true) =>
  createRecord({ technical_name, platform_version, installable });

test("newer versions, dependents and what can be installed live more", async () => {
  const records = [
    at("16.0", "old"),
    at("17.0", "new"),
    at("17.0", "dead", false),
    at("17.0", "needed"),
    createRecord({
      technical_name: "user",
      platform_version: "17.0",
      declared_dependencies: { platform: ["needed"], pip: [], bin: [] },
    }),
    at("18.0", "begun"),
  ];
  const lookup = await openLookup(await writeRecords(records, {}), { embedder: {} });
  try {
    expect(findMainVersion(lookup.snapshot)).toBe("17.0");
    const living = getLiving(lookup.snapshot);
    const of = (name: string): number =>
      living[findString(lookup.snapshot.names, name) ?? -1] ?? -1;
    expect(of("new")).toBeGreaterThan(of("old"));
    expect(of("old")).toBeGreaterThan(of("dead"));
    expect(of("needed")).toBeGreaterThan(of("new"));
    expect(of("begun")).toBeCloseTo(of("new"));
    for (const value of living) expect(value >= 0 && value <= 1).toBe(true);
  } finally {
    lookup.close();
  }
});
