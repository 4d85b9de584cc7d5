// The facts of all repositories as one: what a module had at a version, and which commits moved one name to another.
// owners.ts tells who else had it. Pure.
import type { MoveCounts } from "../../data/history/repository-history.js";
import { addToGroup } from "../../data/grouped.js";
import { reach } from "../../data/walk-graph.js";
import { toLabel } from "../source/source.js";
import type { LineageFacts, LineageMove } from "./facts.js";
import {
  toModuleName,
  type ModuleAtVersion,
  type ModuleLocation,
  type Presence,
} from "./presence.js";

export interface RepositoryFacts {
  readonly organization: string;
  readonly repository: string;
  readonly facts: LineageFacts;
}

/** A move with where it was made. */
export interface FoundMove extends LineageMove {
  readonly organization: string;
  readonly repository: string;
  readonly branchName: string;
  readonly platformVersion: string;
}

export interface Evidence {
  /** Commits that change the module alone, see `FolderFacts.commits`. */
  listCommits(at: ModuleAtVersion): Numbers;
  /** Blobs that it has there. */
  listTipBlobs(at: ModuleAtVersion): Numbers;
  /** Blobs that it ever had on these branches. */
  listBlobs(at: ModuleAtVersion): Numbers;
  /** Targets of the moves of a name's files, with the commits. */
  listMoves(name: string): ReadonlyMap<string, readonly FoundMove[]>;
}

/** Ascending, each once. */
export type Numbers = readonly number[];

/** @param repositories in any order */
export function createEvidence(
  repositories: readonly RepositoryFacts[],
  presence: Presence,
): Evidence {
  const sorted = repositories.toSorted((left, right) => (toLabel(left) < toLabel(right) ? -1 : 1));
  const opened = new Map(
    sorted.map(({ facts: { folders, branches }, ...one }) => {
      const byPath = new Map(folders.map((folder) => [folder.folder, folder]));
      const bits = new Map(branches.map(({ platformVersion }, at) => [platformVersion, 1 << at]));
      return [toLabel(one), { byPath, bits }];
    }),
  );
  const listAt = (
    version: number,
    location: ModuleLocation,
    column: keyof typeof COLUMNS,
  ): number[] => {
    const folders = opened.get(toLabel(location));
    const folder = folders?.byPath.get(`${location.source_path}/`);
    const bit = folders?.bits.get(presence.versions[version] ?? "") ?? 0;
    const [values, bits] = COLUMNS[column];
    const numbers: number[] = [];
    const length = folder?.[values].length ?? 0;
    for (let at = 0; at < length; at++) {
      if (((folder?.[bits][at] ?? 0) & bit) !== 0) numbers.push(folder?.[values][at] ?? 0);
    }
    return numbers;
  };
  const gather = (
    { version, locations }: ModuleAtVersion,
    column: keyof typeof COLUMNS,
  ): Numbers => {
    const [only] = locations;
    if (only !== undefined && locations.length === 1) return listAt(version, only, column);
    const all = new Set(locations.flatMap((location) => listAt(version, location, column)));
    return [...all].toSorted((left, right) => left - right);
  };
  const moves = gatherMoves(sorted, presence);
  return {
    listCommits: (at) => gather(at, "commits"),
    listTipBlobs: (at) => gather(at, "tips"),
    listBlobs: (at) => gather(at, "ever"),
    listMoves: (name) => moves.get(name) ?? new Map<string, readonly FoundMove[]>(),
  };
}

/** Numbers in both. */
export function listShared(left: Numbers, right: Numbers): Numbers {
  const shared: number[] = [];
  let at = 0;
  for (const number of left) {
    while (at < right.length && (right[at] ?? 0) < number) at += 1;
    if (right[at] === number) shared.push(number);
  }
  return shared;
}

const COLUMNS = {
  commits: ["commits", "commitBranches"],
  tips: ["blobs", "tipBranches"],
  ever: ["blobs", "everBranches"],
} as const;

/** By the old name and the new one. */
function gatherMoves(
  repositories: readonly RepositoryFacts[],
  presence: Presence,
): ReadonlyMap<string, ReadonlyMap<string, readonly FoundMove[]>> {
  const all = new Map<string, Map<string, FoundMove[]>>();
  for (const { organization, repository, facts } of repositories) {
    for (const move of followThrough(listBestMoves(facts.moves), presence)) {
      const [from, to] = [toModuleName(move.from), toModuleName(move.to)];
      const branch = facts.branches[move.branch];
      if (branch === undefined) continue;
      const targets = all.get(from) ?? new Map<string, FoundMove[]>();
      all.set(from, targets);
      const { branch: branchName, platformVersion } = branch;
      addToGroup(targets, to, { ...move, organization, repository, branchName, platformVersion });
    }
  }
  return all;
}

/** Further moves of a module that are looked at: few modules are moved on at all. */
const MOST_FOLLOWED = 100;

/**
 * Moves from one module to another. A module that is moved again in the same branch, from a name that no version has,
 * goes where it then went.
 */
function followThrough(moves: readonly LineageMove[], presence: Presence): readonly LineageMove[] {
  const isModule = (folder: string): boolean => presence.isModule(toModuleName(folder));
  const further = new Map<string, string[]>();
  for (const { branch, from, to } of moves) addToGroup(further, `${branch} ${from}`, to);
  return moves.flatMap((move) => {
    if (!isModule(move.from)) return [];
    let left = MOST_FOLLOWED;
    const targets = reach([move.to], (to) => {
      const next = isModule(to) ? [] : (further.get(`${move.branch} ${to}`) ?? []).slice(0, left);
      left -= next.length;
      return next;
    });
    return [...targets.keys()].flatMap((to) =>
      to === move.from || !isModule(to) ? [] : [{ ...move, to }],
    );
  });
}

/**
 * Without moves of which the same commit brought more of the module elsewhere, and more of another to where it
 * would have gone: modules of one kind have files of the same names. What was merged or split stays, since one
 * of the two is the best that there is.
 */
function listBestMoves(moves: readonly LineageMove[]): readonly LineageMove[] {
  const most = new Map<string, number>();
  for (const move of moves) {
    for (const end of listEnds(move)) most.set(end, Math.max(most.get(end) ?? 0, countMoved(move)));
  }
  return moves.filter((move) =>
    listEnds(move).some((end) => (most.get(end) ?? 0) <= countMoved(move)),
  );
}

/** Source and target of a move. */
function listEnds({ branch, commit, from, to }: LineageMove): readonly string[] {
  return [`${branch} ${commit} from ${from}`, `${branch} ${commit} to ${to}`];
}

/** Size of a move in files of a module. */
export function countMoved({ samePaths, sameBlobs }: MoveCounts): number {
  return samePaths + sameBlobs;
}
