// Pull requests of commits.
import { describe, expect, test } from "vitest";
import {
  findOwningMerges,
  parsePullRequestMerge,
} from "../../../../builder/source/commits/pull-requests.js";

describe("a merge", () => {
  test.each([
    ["Merge PR #12 into 16.0\n\nSigned-off-by ann", { number: 12, title: null }],
    [
      "Merge pull request #7 from ann/16.0-fix\n\n[16.0][FIX] a: rounding\n\nMore",
      { number: 7, title: "[16.0][FIX] a: rounding" },
    ],
    ["Merge pull request #7 from ann/16.0-fix\n", { number: 7, title: null }],
    ["Merge branch '16.0' into fix", undefined],
    ["Revert Merge PR #12 into 16.0", undefined],
    ["Merge PR #12345678901 into 16.0", undefined],
  ])("of %j names %j", (message, expected) => {
    expect(parsePullRequestMerge(message)).toEqual(expected);
  });
});

describe("commits belong to the innermost pull request that brought them", () => {
  test("those of the branch itself to none", () => {
    expect([...findOwningMerges([[1], [2], []], () => false)]).toEqual([-1, -1, -1]);
  });

  test("those of a merge's other parents to it, unless a merge in there owns them", () => {
    // 0 merges 1 into 5; 1 merges 2 into 3; 4 is where all began.
    const parents = [[5, 1], [3, 2], [3], [4], [], [4]];
    const owners = findOwningMerges(parents, (commit) => commit === 0 || commit === 1);
    expect([...owners]).toEqual([-1, 0, 1, 0, -1, -1]);
  });

  test("also where the merge in there names none", () => {
    const parents = [[5, 1], [3, 2], [3], [4], [], [4]];
    expect([...findOwningMerges(parents, (commit) => commit === 0)]).toEqual([-1, 0, 0, 0, -1, -1]);
  });

  test("the oldest merge wins of two that bring the same", () => {
    // 0 and 1 on the line, both merge 2, on top of 3.
    const parents = [[1, 2], [3, 2], [3], []];
    expect([...findOwningMerges(parents, (commit) => commit < 2)]).toEqual([-1, -1, 1, -1]);
  });

  test("however deep merges lie in each other", () => {
    const depth = 100_000;
    // Merge n brings merge n + 1, whose first parent is the last commit.
    const parents = Array.from({ length: depth }, (_, at) =>
      at < depth - 1 ? [depth, at + 1] : [depth],
    );
    const owners = findOwningMerges([...parents, []], () => true);
    expect([owners[0], owners[1], owners[depth - 1], owners[depth]]).toEqual([
      -1,
      0,
      depth - 2,
      -1,
    ]);
  });

  test("with parents that are not there", () => {
    expect([...findOwningMerges([[-1, -1]], () => true)]).toEqual([-1]);
  });
});
