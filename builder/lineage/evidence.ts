// The facts of all repositories as one: what a module had at a version, which names have a commit or a blob, and
// which commits moved one name to another. Pure.
import { addToGroup } from "../../data/grouped.js";
import { toLabel } from "../source/label.js";
import type { LineageFacts, LineageMove } from "./facts.js";
import { toModuleName, type ModuleAtVersion, type Presence } from "./presence.js";

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
  listCommits(at: ModuleAtVersion): ReadonlySet<number>;
  /** Blobs that it has there. */
  listTipBlobs(at: ModuleAtVersion): ReadonlySet<number>;
  /** Blobs that it ever had on these branches. */
  listBlobs(at: ModuleAtVersion): ReadonlySet<number>;
  /** Of a name: to which others its files were moved, and by which commits. */
  listMoves(name: string): ReadonlyMap<string, readonly FoundMove[]>;
  /** Who has commits and blobs of these. */
  findOwners(commits: ReadonlySet<number>, blobs: ReadonlySet<number>): Owners;
}

/** Names of modules by what they have. */
export interface Owners {
  readonly ofCommits: ReadonlyMap<number, ReadonlySet<string>>;
  /** No more than RARE_NAMES and one. */
  readonly ofBlobs: ReadonlyMap<number, ReadonlySet<string>>;
  /** Names that a commit was seen with in one branch: it tells nothing of these. */
  readonly together: ReadonlyMap<number, ReadonlySet<string>>;
}

/** What more names have had is boilerplate. */
export const RARE_NAMES = 3;

/** @param repositories in any order */
export function openEvidence(
  repositories: readonly RepositoryFacts[],
  presence: Presence,
): Evidence {
  const sorted = repositories.toSorted((left, right) => (toLabel(left) < toLabel(right) ? -1 : 1));
  const opened = new Map(sorted.map((one) => [toLabel(one), openFolders(one.facts)]));
  const gather = (
    { version, places }: ModuleAtVersion,
    column: keyof typeof COLUMNS,
  ): ReadonlySet<number> => {
    const numbers = new Set<number>();
    const [values, bits] = COLUMNS[column];
    for (const place of places) {
      const folders = opened.get(toLabel(place));
      const folder = folders?.byPath.get(`${place.sourcePath}/`);
      const bit = folders?.bits.get(presence.versions[version] ?? "") ?? 0;
      if (folder === undefined) continue;
      folder[values].forEach((value, at) => {
        if (((folder[bits][at] ?? 0) & bit) !== 0) numbers.add(value);
      });
    }
    return numbers;
  };
  const moves = gatherMoves(sorted, presence);
  return {
    listCommits: (at) => gather(at, "commits"),
    listTipBlobs: (at) => gather(at, "tips"),
    listBlobs: (at) => gather(at, "ever"),
    listMoves: (name) => moves.get(name) ?? new Map<string, readonly FoundMove[]>(),
    findOwners: (commits, blobs) => findOwners(sorted, presence, { commits, blobs }),
  };
}

/** What both have, in the order of the first. */
export function listShared(
  left: ReadonlySet<number>,
  right: ReadonlySet<number>,
): readonly number[] {
  return [...left].filter((one) => right.has(one));
}

const COLUMNS = {
  commits: ["commits", "commitBranches"],
  tips: ["blobs", "tipBranches"],
  ever: ["blobs", "everBranches"],
} as const;

function openFolders({ folders, branches }: LineageFacts): {
  readonly byPath: ReadonlyMap<string, LineageFacts["folders"][number]>;
  readonly bits: ReadonlyMap<string, number>;
} {
  return {
    byPath: new Map(folders.map((folder) => [folder.folder, folder])),
    bits: new Map(branches.map(({ platformVersion }, at) => [platformVersion, 1 << at])),
  };
}

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
      if (branch === undefined || !presence.isModule(from) || !presence.isModule(to)) continue;
      const targets = all.get(from) ?? new Map<string, FoundMove[]>();
      all.set(from, targets);
      const { branch: branchName, platformVersion } = branch;
      addToGroup(targets, to, { ...move, organization, repository, branchName, platformVersion });
    }
  }
  return all;
}

/** A module that is moved again in the same branch, from a name that no version has, goes where it then went. */
function followThrough(
  moves: readonly LineageMove[],
  { isModule }: Presence,
): readonly LineageMove[] {
  const further = new Map<string, string[]>();
  for (const { branch, from, to } of moves) addToGroup(further, `${branch} ${from}`, to);
  return moves.flatMap((move) => {
    const targets = new Set([move.to]);
    // A set that grows while it is walked through is walked to its new end.
    for (const to of targets) {
      if (isModule(toModuleName(to))) continue;
      for (const next of further.get(`${move.branch} ${to}`) ?? []) targets.add(next);
    }
    targets.delete(move.from);
    return [...targets].map((to) => ({ ...move, to }));
  });
}

/**
 * Without moves of which the same commit brought more of the module elsewhere, and more of another to where it
 * would have gone: modules of one kind have files of the same names. What was merged or split stays, since one
 * of the two is the best that there is.
 */
function listBestMoves(moves: readonly LineageMove[]): readonly LineageMove[] {
  const ofCommits = new Map<string, LineageMove[]>();
  for (const move of moves) addToGroup(ofCommits, `${move.branch} ${move.commit}`, move);
  return [...ofCommits.values()].flatMap((of) =>
    of.filter((move) => {
      const better = of.filter((other) => countMoved(other) > countMoved(move));
      return !(
        better.some(({ from }) => from === move.from) && better.some(({ to }) => to === move.to)
      );
    }),
  );
}

/** How much of a module a commit moved. */
export function countMoved({ samePaths, sameBlobs }: LineageMove): number {
  return samePaths + sameBlobs;
}

function findOwners(
  repositories: readonly RepositoryFacts[],
  presence: Presence,
  wanted: { readonly commits: ReadonlySet<number>; readonly blobs: ReadonlySet<number> },
): Owners {
  const ofCommits = new Map<number, Set<string>>();
  const ofBlobs = new Map<number, Set<string>>();
  const together = new Map<number, Set<string>>();
  for (const { facts } of repositories) {
    for (const { folder, commits, blobs, everBranches } of facts.folders) {
      const name = toModuleName(folder);
      if (!presence.isModule(name)) continue;
      for (const commit of commits) if (wanted.commits.has(commit)) add(ofCommits, commit, name);
      blobs.forEach((blob, at) => {
        if (everBranches[at] === 0 || !wanted.blobs.has(blob)) return;
        if ((ofBlobs.get(blob)?.size ?? 0) <= RARE_NAMES) add(ofBlobs, blob, name);
      });
    }
    for (const { commit, folders } of facts.together) {
      if (!wanted.commits.has(commit)) continue;
      for (const folder of folders) {
        const name = toModuleName(facts.folders[folder]?.folder ?? "");
        if (presence.isModule(name)) add(together, commit, name);
      }
    }
  }
  return { ofCommits, ofBlobs, together };
}

function add(sets: Map<number, Set<string>>, key: number, name: string): void {
  const known = sets.get(key);
  if (known === undefined) sets.set(key, new Set([name]));
  else known.add(name);
}
