// Chosen branches, by default, by name and by pattern.
import { describe, expect, test } from "vitest";
import { chooseBranches } from "../../../../builder/source/git/branches.js";

const NAMES =
  "10.0 16.0 16.0-fix(ui) 17.0 17.0-mig-web 6.1 docs feature/17.0 master saas-17.2".split(" ");
const ALL = NAMES.map((name) => ({ name, commit: `commit of ${name}` }));

function choose(patterns?: readonly string[]): string {
  const { branches, unmatched } = chooseBranches(ALL, patterns);
  const chosen = branches.map(({ name }) => name).join(" ");
  return unmatched.length > 0 ? `${chosen} | ${unmatched.join(" ")}` : chosen;
}

describe("the branches that are read", () => {
  test("are those named like a release, in numeric order, when none is named", () => {
    expect(choose()).toBe("6.1 10.0 16.0 17.0");
  });

  test.each([
    [["17.0", "16.0"], "16.0 17.0"],
    [["saas-*", "master"], "saas-17.2 master"],
    [["1?.0"], "10.0 16.0 17.0"],
    [["17.0*"], "17.0 17.0-mig-web"],
    [["{6.1,16.0}"], "6.1 16.0"],
    [["17.0", "1*.0"], "10.0 16.0 17.0"],
    // A star stays within one part of the name.
    [["*17.0"], "17.0"],
    [["**/17.0"], "17.0 feature/17.0"],
    // A name is a name, also where it could be read as a pattern.
    [["16.0-fix(ui)"], "16.0-fix(ui)"],
    [["17"], " | 17"],
    [["16.0", "18.0", "19.*"], "16.0 | 18.0 19.*"],
  ])("named by %j are %s", (patterns, chosen) => {
    expect(choose(patterns)).toBe(chosen);
  });

  test("keep their commits", () => {
    expect(chooseBranches(ALL, ["16.0"]).branches).toEqual([
      { name: "16.0", commit: "commit of 16.0", versionText: "16.0", isMapped: false },
    ]);
  });

  test.each([
    // A rule, and what it chooses with its version.
    [{ branch: "docs", platformVersion: "17.0" }, "docs=17.0"],
    [{ branch: "docs", platformVersion: "manifest" }, "docs=manifest"],
    [{ branch: "*-mig-web", platformVersion: "*" }, "17.0-mig-web=17.0"],
    [{ branch: "saas-*.2", platformVersion: "*.0" }, "saas-17.2=17.0"],
    // The star's match is literal, whatever signs a replacement could hold.
    [{ branch: "16.0-*", platformVersion: "$&*" }, "16.0-fix(ui)=$&fix(ui)"],
    [{ branch: "1?.0", platformVersion: "9.0" }, "10.0=9.0 16.0=9.0 17.0=9.0"],
    [{ branch: "feature/*", platformVersion: "*" }, "feature/17.0=17.0"],
  ])("by the rule %j are %s", (rule, chosen) => {
    const { branches } = chooseBranches(ALL, [rule]);
    expect(branches.map((one) => `${one.name}=${one.versionText}`).join(" ")).toBe(chosen);
    expect(branches.every((one) => one.isMapped)).toBe(true);
  });

  test("have the version of the first rule that matches them", () => {
    const rules = [
      { branch: "docs", platformVersion: "18.0" },
      "16.0",
      { branch: "*", platformVersion: "manifest" },
    ];
    const { branches } = chooseBranches(ALL.slice(0, 7), rules);
    expect(branches.map((one) => `${one.name}=${one.versionText}`)).toEqual([
      "16.0=16.0",
      "docs=18.0",
      "6.1=manifest",
      "10.0=manifest",
      "17.0=manifest",
      "16.0-fix(ui)=manifest",
      "17.0-mig-web=manifest",
    ]);
  });

  test("of an empty repository are none", () => {
    expect(chooseBranches([], undefined)).toEqual({ branches: [], unmatched: [] });
  });
});
