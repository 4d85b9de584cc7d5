// Which branches are chosen, by default, by name and by pattern.
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
      { name: "16.0", commit: "commit of 16.0" },
    ]);
  });

  test("of an empty repository are none", () => {
    expect(chooseBranches([], undefined)).toEqual({ branches: [], unmatched: [] });
  });
});
