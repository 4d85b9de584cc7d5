// Coverage: modules of one version at another, and obstacles to the rest.

import { describe, expect, test } from "vitest";

import type { Coverage } from "../../../../server/contract/shape/coverage.js";
import { coverNames, coverRepository } from "../../../../server/compare/diff/coverage.js";
import type { Outcome } from "../../../../server/contract/outcome.js";
import { TooComplex } from "../../../../server/lookup/limits.js";
import { createRecord } from "../../../support/module-records.js";
import { openForFile } from "../../../support/written-snapshot.js";
import { testLong } from "../../../support/properties.js";

const declare = (...platform: readonly string[]) => ({ platform, pip: [], bin: [] });

const at = (platform_version: string, technical_name: string, ...needs: readonly string[]) => ({
  platform_version,
  technical_name,
  declared_dependencies: declare(...needs),
});

const WAITING = { repository: "waiting" };

const RECORDS = [
  createRecord(at("16.0", "stays", "base")),
  createRecord(at("17.0", "stays", "base")),
  createRecord(at("16.0", "moves")),
  createRecord({ ...at("17.0", "moves"), repository: "other" }),
  createRecord(at("16.0", "top", "middle", "base", "stays")),
  createRecord(at("16.0", "middle", "bottom", "moves")),
  createRecord(at("16.0", "bottom", "top")),
  createRecord(at("16.0", "alone", "base")),
  createRecord({ ...at("17.0", "new"), repository: "other" }),
  createRecord({ ...at("16.0", "stays"), organization: "aaa" }),
  createRecord(at("8.0", "ancient")),
  // Modules that wait to be ported: copied to the next version and switched off there.
  createRecord({ ...at("16.0", "waits", "copied", "stays"), ...WAITING }),
  createRecord({ ...at("17.0", "waits", "copied"), ...WAITING, installable: false }),
  createRecord({ ...at("16.0", "copied"), ...WAITING }),
  createRecord({ ...at("17.0", "copied"), ...WAITING, installable: false }),
  createRecord({ ...at("16.0", "leaves"), ...WAITING }),
  createRecord({ ...at("17.0", "leaves"), ...WAITING, installable: false }),
  createRecord({ ...at("17.0", "leaves"), repository: "other" }),
  createRecord({ ...at("16.0", "never"), ...WAITING, installable: false }),
  // OpenUpgrade knows that Odoo's own maintenance has it at 17.0.
  createRecord({ ...at("16.0", "base_maintenance_config"), repository: "merged" }),
  createRecord({ ...at("16.0", "heir", "base_maintenance_config"), repository: "merged" }),
];

const VERSIONS = { from: "16.0", to: "17.0" };

const CHAIN = Array.from({ length: 1_000 }, (_, number) =>
  createRecord({
    ...at("16.0", `m${number}`, ...(number === 0 ? [] : [`m${number - 1}`])),
    repository: "chain",
  }),
);

const snapshot = await openForFile(RECORDS);
const chain = await openForFile([...CHAIN, createRecord(at("17.0", "other"))]);

function getValue(outcome: Outcome<Coverage>): Coverage {
  return outcome.found ? outcome.value : expect.unreachable(outcome.reason);
}

const list = ({ modules }: Coverage) =>
  modules.map((row) => [row.technical_name, row.status, row.blocked_by.join(" ")]);

describe("coverNames", () => {
  test("gives each its status in its place, and what blocks it, circles included", () => {
    const names = ["new", "top", "nothing", "stays", "moves", "alone", "ancient", "__proto__"];
    const coverage = getValue(coverNames(snapshot, names, VERSIONS));
    expect(list(coverage)).toEqual([
      ["new", "present", ""],
      ["top", "missing", "bottom middle"],
      ["nothing", "unknown", ""],
      ["stays", "present", ""],
      ["moves", "moved", ""],
      ["alone", "missing", ""],
      ["ancient", "missing", ""],
      ["__proto__", "unknown", ""],
    ]);
    expect(coverage.counts).toEqual({
      present: 2,
      moved: 1,
      not_installable: 0,
      missing: 3,
      unknown: 2,
      elsewhere: 0,
      ready: 2,
      not_installable_from: 0,
    });
    expect(coverage.modules[4]).toMatchObject({
      carrier: null,
      carriers_from: ["acme/sales"],
      carriers_to: ["acme/other"],
    });
  });

  test("what is there and cannot be installed is not ported, and blocks what needs it", () => {
    const names = ["waits", "copied", "leaves", "never"];
    const coverage = getValue(coverNames(snapshot, names, VERSIONS));
    expect(list(coverage)).toEqual([
      ["waits", "not_installable", "copied"],
      ["copied", "not_installable", ""],
      ["leaves", "moved", ""],
      ["never", "missing", ""],
    ]);
    expect(coverage.modules.map((row) => row.installable_from)).toEqual([true, true, true, false]);
    expect(list(getValue(coverRepository(snapshot, "waiting", VERSIONS)))).toEqual([
      ["copied", "not_installable", ""],
      ["leaves", "moved", ""],
      ["never", "missing", ""],
      ["waits", "not_installable", "copied"],
    ]);
    expect(coverage.counts).toEqual({
      present: 0,
      moved: 1,
      not_installable: 2,
      missing: 1,
      unknown: 0,
      elsewhere: 0,
      ready: 2,
      not_installable_from: 1,
    });
  });

  test("what went on in another module blocks nobody, and is not ready to be ported", () => {
    const coverage = getValue(coverRepository(snapshot, "merged", VERSIONS));
    expect(list(coverage)).toEqual([
      ["base_maintenance_config", "missing", ""],
      ["heir", "missing", ""],
    ]);
    expect(coverage.counts).toMatchObject({ missing: 2, ready: 1 });
  });

  test("versions that nobody has are refused", () => {
    for (const versions of [
      { from: "9.0", to: "17.0" },
      { from: "16.0", to: "9.0" },
    ]) {
      expect(coverNames(snapshot, ["stays"], versions)).toEqual({
        found: false,
        reason: "unknown_version",
        version: "9.0",
        availableVersions: ["8.0", "16.0", "17.0"],
      });
    }
  });
});

describe("coverRepository", () => {
  test("covers what it has at the version, in every organization of that name", () => {
    const coverage = getValue(coverRepository(snapshot, "SALES", VERSIONS));
    expect(coverage.modules.map((row) => [row.technical_name, row.carrier, row.status])).toEqual([
      ["alone", "acme/sales", "missing"],
      ["bottom", "acme/sales", "missing"],
      ["middle", "acme/sales", "missing"],
      ["moves", "acme/sales", "moved"],
      ["stays", "aaa/sales", "moved"],
      ["stays", "acme/sales", "present"],
      ["top", "acme/sales", "missing"],
    ]);
  });

  test("a repository or a version that is not there is refused", () => {
    expect(coverRepository(snapshot, "sale", VERSIONS)).toMatchObject({
      reason: "unknown_repository",
      suggestions: ["sales"],
    });
    expect(coverRepository(snapshot, "other", VERSIONS)).toMatchObject({
      reason: "unknown_version",
      version: "16.0",
      availableVersions: ["17.0"],
    });
    expect(coverRepository(snapshot, "sales", { from: "16.0", to: "18.0" })).toMatchObject({
      reason: "unknown_version",
      version: "18.0",
    });
  });

  testLong("where each needs all before it, what blocks is more than is told", () => {
    expect(() => coverRepository(chain, "chain", VERSIONS)).toThrow(TooComplex);
    expect(getValue(coverNames(chain, ["m400"], VERSIONS)).modules[0]?.blocked_by).toHaveLength(
      400,
    );
  });
});
