// Commits that a branch may lack, also of a module in another folder.
import { expect, test } from "vitest";
import { listCandidates } from "../../../builder/port/candidates.js";
import type { BranchHistory, RepositoryHistory } from "../../../data/history/repository-history.js";

function branch(version: string, folders: readonly number[], commit: number): BranchHistory {
  return {
    branch: version,
    platformVersion: version,
    commit: "",
    tipSeconds: 0,
    isUnknown: false,
    folders,
    line: "",
    members: [toMember(commit)],
    pullRequests: [],
    hidden: [],
    hiddenFromAll: [],
    blacklists: [],
  };
}

const UNITS = ["gone/", "new/", "newest/", "old/"];
const MOVES = [
  [3, 1],
  [1, 2],
] as const;

const history: RepositoryHistory = {
  people: ["Ada"],
  units: UNITS,
  changes: [0, 1].map((number) => ({
    author: 0,
    localSeconds: number,
    subject: `Change ${number}`,
    looseNumber: number,
    units: number === 0 ? [0, 3] : [2],
  })),
  commits: [0, 1],
  contents: [],
  moves: MOVES.map(([from, to]) => ({
    commit: 1,
    from,
    to,
    deletedFiles: 2,
    addedFiles: 2,
    samePaths: 2,
    sameBlobs: 2,
  })),
  verdicts: [],
  branches: [branch("16.0", [0, 3], 0), branch("17.0", [2], 1)],
};

test("a module that moved is compared where it is, one that is gone is not", () => {
  const told = listCandidates(history).map(({ unit, place }) => [UNITS[unit], UNITS[place]]);
  expect(told).toEqual([["old/", "newest/"]]);
});

function toMember(commit: number): BranchHistory["members"][number] {
  return { commit, pullRequest: -1, since: 0 };
}

/** @param common commits that the second and third branch have */
function listApart(common: number): readonly boolean[] {
  const commits = [0, 1, 2, 3, 4, 5, 6];
  const shared = commits.slice(1, 1 + common);
  const branches = [[0], [0, ...shared], [...shared, 6]].map((members, at) => ({
    ...branch(`${16 + at}.0`, [0], 0),
    members: members.map(toMember),
  }));
  const changes = commits.map((looseNumber) => ({
    author: 0,
    localSeconds: looseNumber,
    subject: "",
    looseNumber,
    units: [0],
  }));
  return listCandidates({ ...history, changes, commits, moves: [], branches })
    .filter(({ change }) => change === 0)
    .map(({ isApart }) => isApart);
}

test("a commit of two branches is apart where the third goes on with another history of the module", () => {
  expect(listApart(4)).toEqual([true]);
  expect(listApart(5)).toEqual([false]);
});
