// Commits that move modules, out of facts as repositories give them.
import { describe, expect, test } from "vitest";
import type { RepositoryFacts } from "../../../builder/lineage/evidence.js";
import type { LineageMove } from "../../../builder/lineage/facts.js";
import { linkLineage } from "../../../builder/lineage/link.js";
import type { ModuleLocation } from "../../../builder/lineage/presence.js";

/** `name repository 16.0` */
function place(text: string): ModuleLocation {
  const [technical_name = "", repository = "", platform_version = ""] = text.split(" ");
  const at = { organization: "acme", repository, platform_version };
  return { technical_name, ...at, source_path: technical_name, installable: true };
}

interface PlannedMove {
  readonly commit?: string;
  readonly subject?: string;
  /** Files with the same path, and with the same content. */
  readonly same: readonly [paths: number, blobs: number];
  /** Default: as many as have the same path. */
  readonly files?: number;
}

/** In the branch 17.0. */
function move(
  from: string,
  to: string,
  { commit, subject, same, files }: PlannedMove,
): LineageMove {
  const [samePaths, sameBlobs] = same;
  return {
    from: `${from}/`,
    to: `${to}/`,
    branch: 0,
    commit: commit ?? "c0ffee",
    subject: subject ?? "Move",
    deletedFiles: files ?? samePaths,
    addedFiles: files ?? samePaths,
    samePaths,
    sameBlobs,
    bringsManifest: true,
  };
}

function toFacts(name: string, moves: readonly LineageMove[]): RepositoryFacts {
  const branches = [{ branch: "17.0", platformVersion: "17.0" }];
  return {
    organization: "acme",
    repository: name,
    facts: { branches, folders: [], together: [], moves, removals: [] },
  };
}

/** `old 16.0 > new 17.0: renamed` */
function link(places: readonly string[], repositories: readonly RepositoryFacts[]): string[] {
  return linkLineage(places.map(place), repositories).map(
    ({ kind, from, to }) =>
      `${from.technicalName} ${from.platformVersion} > ${to.technicalName} ${to.repository} ${to.platformVersion}: ${kind}`,
  );
}

describe("a commit that moves several modules", () => {
  const places = ["a tools 16.0", "b tools 16.0", "x tools 17.0", "y tools 17.0"];

  test("moves each to what has most of it, not to what has files of the same names", () => {
    const moves = [
      move("a", "x", { same: [9, 6] }),
      move("a", "y", { same: [7, 0] }),
      move("b", "x", { same: [7, 0] }),
      move("b", "y", { same: [8, 4] }),
    ];
    const lines = ["a 16.0 > x tools 17.0: renamed", "b 16.0 > y tools 17.0: renamed"];
    expect(link(places, [toFacts("tools", moves)])).toEqual(lines);
    expect(link(places, [toFacts("tools", moves.toReversed())])).toEqual(lines);
  });

  test("merges those that became one: what brought most is renamed", () => {
    const moves = [move("a", "x", { same: [9, 6] }), move("b", "x", { same: [4, 4] })];
    expect(link(places, [toFacts("tools", moves)])).toEqual([
      "a 16.0 > x tools 17.0: renamed",
      "b 16.0 > x tools 17.0: merged",
    ]);
  });

  test("splits one that became several", () => {
    const moves = [
      move("a", "x", { same: [5, 5], files: 9 }),
      move("a", "y", { same: [5, 5], files: 9 }),
    ];
    expect(link(places, [toFacts("tools", moves)])).toEqual([
      "a 16.0 > x tools 17.0: split",
      "a 16.0 > y tools 17.0: split",
    ]);
  });
});

test("a manifest and an __init__.py with the same paths are what every module has", () => {
  const places = ["old tools 16.0", "new tools 17.0"];
  const told = (planned: PlannedMove): readonly string[] =>
    link(places, [toFacts("tools", [move("old", "new", planned)])]);
  expect(told({ same: [2, 0] })).toEqual([]);
  expect(told({ same: [3, 0] })).toHaveLength(1);
  expect(told({ same: [2, 1] })).toHaveLength(1);
  expect(told({ same: [2, 0], subject: "[REN] old to new" })).toHaveLength(1);
});

test("a commit that says that it carries a module over leads to what it makes of it", () => {
  const places = ["old tools 16.0", "new tools 17.0"];
  const told = (subject: string, bringsManifest = true): readonly string[] => {
    const made = move("old", "new", { same: [3, 0], files: 20, subject });
    return link(places, [toFacts("tools", [{ ...made, bringsManifest }])]);
  };
  expect(told("[MIG] old: Migration to 17.0")).toEqual(["old 16.0 > new tools 17.0: renamed"]);
  expect(told("Port old to 17.0")).toHaveLength(1);
  expect(told("[MIG] new: Migration to 17.0")).toHaveLength(1);
  expect(told("[MIG] old: Migration to 17.0", false)).toEqual([]);
  expect(told("[MIG] older: Migration to 17.0")).toEqual([]);
  expect(told("Remove old")).toEqual([]);
});

test("a module that is moved twice in a branch goes where it was moved last", () => {
  const places = ["old tools 16.0", "new tools 17.0"];
  const moves = [
    move("old", "between", { same: [6, 3] }),
    move("between", "new", { same: [6, 6] }),
  ];
  expect(link(places, [toFacts("tools", moves)])).toEqual(["old 16.0 > new tools 17.0: renamed"]);
  const [first, second] = moves;
  if (first === undefined || second === undefined) throw new Error("there are two");
  const elsewhere = toFacts("tools", [first, { ...second, branch: 1 }]);
  expect(link(places, [elsewhere])).toEqual([]);
});

test("a commit leads to the module of its repository, not to another of the name", () => {
  const places = ["old tools 16.0", "stays tools 16.0", "new other 17.0", "new tools 18.0"];
  const facts = toFacts("tools", [move("old", "new", { same: [6, 3] })]);
  expect(link(places, [facts])[1]).toBe("old 16.0 > new tools 18.0: renamed");
  expect(link(places.slice(0, 3), [facts])).toEqual(["old 16.0 > new other 17.0: renamed"]);
});

test("a name that another module took ended too", () => {
  const places = ["mail tools 16.0", "mail_oca tools 17.0", "mail odoo 17.0", "mail odoo 18.0"];
  const facts = toFacts("tools", [move("mail", "mail_oca", { same: [6, 3] })]);
  expect(link(places, [facts])).toEqual([
    "mail 16.0 > mail odoo 17.0: same",
    "mail 16.0 > mail_oca tools 17.0: renamed",
  ]);
});

test("it is told once where the other has it from there on", () => {
  const places = ["mail tools 16.0", "mail odoo 17.0", "mail_oca odoo 18.0"];
  const facts = toFacts("odoo", [move("mail", "mail_oca", { same: [6, 3] })]);
  expect(link(places, [facts])).toEqual([
    "mail 16.0 > mail odoo 17.0: same",
    "mail 17.0 > mail_oca odoo 18.0: renamed",
  ]);
});

function rename(at: number): LineageMove {
  return move(`a${at}`, `a${at + 1}`, { same: [9, 3], commit: `c${at}` });
}

describe("many moves", () => {
  const places = ["a0 tools 16.0", "a90 tools 17.0"];

  test("of a module that is renamed again and again lead to the last that a version has", () => {
    const moves = Array.from({ length: 90 }, (_, at) => rename(at));
    expect(link(places, [toFacts("tools", moves)])).toEqual(["a0 16.0 > a90 tools 17.0: renamed"]);
  });

  test("of it are followed for a while, and each by itself", () => {
    const moves = Array.from({ length: 20_000 }, (_, at) => rename(at));
    const far = ["a0 tools 16.0", "a19999 tools 17.0"];
    expect(link(far, [toFacts("tools", moves)])).toEqual([]);
  });

  test("of one commit are compared by what each name has most of", () => {
    const moves = Array.from({ length: 20_000 }, (_, at) =>
      move(`a${at % 40}`, `b${at}`, { same: [3 + (at % 7), 3] }),
    );
    expect(link(["x tools 16.0", "y tools 17.0"], [toFacts("tools", moves)])).toEqual([]);
  });
});
