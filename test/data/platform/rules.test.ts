// The table of what the platform does by version: each rule at the versions at which it changes, and what a newer
// version than the newest known is answered by.
import { describe, expect, test } from "vitest";
import { comparePlatformVersions } from "../../../data/platform/platform-version.js";
import { findStandInRules, getRules, RULES } from "../../../data/platform/rules.js";

describe("the rules of a platform version", () => {
  test.each([
    ["17.0", "readsSqlConstraints", true],
    ["saas-18.4", "readsSqlConstraints", true],
    ["19.0", "readsSqlConstraints", false],
    ["16.0", "computesDelegatedProperties", false],
    ["17.0", "computesDelegatedProperties", true],
    ["19.0", "computesDelegatedProperties", false],
    ["17.0", "defaultViewMode", "tree,form"],
    ["18.0", "defaultViewMode", "list,form"],
    ["7.0", "distributions", "none"],
    ["14.0", "distributions", "in its name"],
    ["15.0", "distributions", "in its version"],
    ["6.1", "manifestNames", ["__openerp__.py", "__terp__.py"]],
    ["9.0", "manifestNames", ["__openerp__.py"]],
    ["18.0", "manifestNames", ["__manifest__.py", "__openerp__.py"]],
    ["19.0", "manifestNames", ["__manifest__.py"]],
  ] as const)("at %s %s is %j", (version, name, value) => {
    expect(getRules(version)[name]).toEqual(value);
  });

  test.each(["20.0", "saas-19.1", "master", "main"])("those of %s are the newest", (version) => {
    expect(getRules(version)).toEqual(getRules("19.0"));
    expect(findStandInRules(version)).toBe("19.0");
  });

  test.each(["6.1", "18.0", "saas-18.4", "19.0"])("those of %s are its own", (version) => {
    expect(findStandInRules(version)).toBeNull();
  });

  test.each(Object.entries(RULES))("%s has one row for each version, and a source", (_, rule) => {
    const { rows, source } = rule;
    expect(source).toMatch(/\.(py|js): \w/);
    expect(rows[0]?.since).toBeNull();
    expect(rows.at(-1)?.until).toBeNull();
    for (const [at, { until }] of rows.slice(0, -1).entries()) {
      expect(until).toBe(rows[at + 1]?.since);
      expect(comparePlatformVersions(rows[at]?.since ?? "0.0", until ?? "")).toBe(-1);
    }
  });
});
