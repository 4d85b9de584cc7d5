// Lineage facts of a repository, out of the commits of its branches: for each folder who changed it
// when, and its contents over time, each once for all branches. Pure.
import { hash } from "node:crypto";
import { comparePlatformVersions } from "../../data/platform/platform-version.js";
import { BRANCH_BITS } from "../../data/history/repository-history.js";
import type { PackedHistory } from "../../data/snapshot/history/packed-history.js";
import { numberSorted } from "../../data/snapshot/table/name-numbers.js";
import type { BranchCommits } from "../source/commits/branch-commits.js";
import { compareNumbers, type HistoryBranch } from "../source/commits/join-branches.js";
import type { FolderMove } from "../source/commits/moves.js";
import { readSentence } from "../parse/readme/replacements.js";
import { toModuleName } from "./presence.js";

/** Branches are bits, one for each by its position. */
export interface LineageFacts {
  /** Compared branches, by platform version. */
  readonly branches: readonly { readonly branch: string; readonly platformVersion: string }[];
  /** By their paths. */
  readonly folders: readonly FolderFacts[];
  /** Commits, as in `FolderFacts.commits`, that changed several folders of one branch. */
  readonly together: readonly TogetherFact[];
  readonly moves: readonly LineageMove[];
  readonly removals: readonly LineageRemoval[];
}

/** Everything kept of the commits of a repository. */
export interface JoinedCommits {
  readonly history: PackedHistory;
  readonly lineage: LineageFacts;
  /** Ids of blobs that were wanted for it and that the repository does not hold: one of them. */
  readonly absent: readonly string[];
}

/** Columns, with a value for each commit or blob. */
interface FolderFacts {
  /** With `/` at the end. */
  readonly folder: string;
  /** Commits that change this folder alone, as numbers that stand for author and date, ascending. */
  readonly commits: Float64Array;
  readonly commitBranches: Int32Array;
  /** The first 48 bits of the ids of blobs that were left there by a commit, or are there, ascending. */
  readonly blobs: Float64Array;
  /** Branches in which a commit left them. */
  readonly everBranches: Int32Array;
  /** Branches whose tips have them. */
  readonly tipBranches: Int32Array;
}

interface TogetherFact {
  readonly commit: number;
  /** Ascending positions in `folders`. */
  readonly folders: readonly number[];
}

export interface LineageMove extends FolderMove {
  /** Position of the branch. */
  readonly branch: number;
  /** The id of the commit. */
  readonly commit: string;
  readonly subject: string;
}

interface LineageRemoval extends RemovalFact {
  /** Position of the branch. */
  readonly branch: number;
}

/** Commits that changed more folders say nothing of any two of them. */
const MOST_TOGETHER = 200;
/** Limit for a repository: ten times the longest histories in the field. */
const MOST_MOVES = 20_000;

export const NO_FACTS: LineageFacts = {
  branches: [],
  folders: [],
  together: [],
  moves: [],
  removals: [],
};

/** Deterministic: the order of branches does not matter. */
export function collectFacts(unsorted: readonly HistoryBranch[]): LineageFacts {
  const branches = unsorted
    .toSorted((left, right) => comparePlatformVersions(left.platformVersion, right.platformVersion))
    .slice(0, BRANCH_BITS);
  const commits = new BitTable();
  const ever = new BitTable();
  const tips = new BitTable();
  const together = new Map<number, Set<string>>();
  for (const [at, branch] of branches.entries()) {
    const bit = 1 << at;
    countCommits(branch.commits, bit, { commits, ever, together });
    for (const [folder, blobs] of branch.commits.otherBlobs) {
      if (isFolder(folder)) for (const blob of blobs) ever.add(folder, blob, bit);
    }
    for (const [folder, blobs] of branch.commits.tipBlobs) {
      for (const blob of blobs) tips.add(folder, blob, bit);
    }
  }
  const all = [...commits.keys(), ...ever.keys(), ...tips.keys()];
  const numbers = numberSorted(all);
  return {
    branches: branches.map(({ branch, platformVersion }) => ({ branch, platformVersion })),
    folders: Array.from(numbers.keys(), (folder) => toFolderFacts(folder, { commits, ever, tips })),
    together: [...together]
      .toSorted(([left], [right]) => left - right)
      .map(([commit, names]) => ({
        commit,
        folders: [...names].flatMap((name) => numbers.get(name) ?? []).toSorted(compareNumbers),
      })),
    moves: branches.flatMap(listMoves).slice(-MOST_MOVES),
    removals: branches
      .flatMap(({ commits: one }, branch) =>
        listRemovals(one).map((removal) => ({ ...removal, branch })),
      )
      .slice(-MOST_MOVES),
  };
}

/** By folder and number which branches have it. */
class BitTable {
  readonly #folders = new Map<string, Map<number, number>>();

  add(folder: string, number: number, bit: number): void {
    let bits = this.#folders.get(folder);
    if (bits === undefined) {
      bits = new Map();
      this.#folders.set(folder, bits);
    }
    bits.set(number, (bits.get(number) ?? 0) | bit);
  }

  keys(): Iterable<string> {
    return this.#folders.keys();
  }

  get(folder: string): ReadonlyMap<number, number> {
    return this.#folders.get(folder) ?? NOTHING;
  }
}

const NOTHING: ReadonlyMap<number, number> = new Map();

interface OpenFacts {
  readonly commits: BitTable;
  readonly ever: BitTable;
  readonly together: Map<number, Set<string>>;
}

function countCommits(
  branch: BranchCommits,
  bit: number,
  { commits, ever, together }: OpenFacts,
): void {
  const touched = new Map<number, Set<string>>();
  for (let at = 0; at < branch.ids.length; at++) {
    const folders: string[] = [];
    for (let row = branch.unitFirst[at] ?? 0; row < (branch.unitFirst[at + 1] ?? 0); row++) {
      const folder = branch.units[branch.unitList[row] ?? -1] ?? "";
      if (!isFolder(folder)) continue;
      folders.push(folder);
      const blobs = branch.blobList.subarray(branch.blobFirst[row], branch.blobFirst[row + 1]);
      for (const blob of blobs) ever.add(folder, blob, bit);
    }
    const [only] = folders;
    if (only === undefined || folders.length > MOST_TOGETHER) continue;
    const author = branch.people[branch.authors[at] ?? -1] ?? "";
    const number = toCommitNumber(author, branch.localSeconds[at] ?? 0);
    if (folders.length === 1) commits.add(only, number, bit);
    unite(touched, number, folders);
  }
  for (const [number, folders] of touched) {
    if (folders.size > 1) unite(together, number, folders);
  }
}

function unite(sets: Map<number, Set<string>>, number: number, folders: Iterable<string>): void {
  const known = sets.get(number) ?? new Set();
  sets.set(number, known);
  for (const folder of folders) known.add(folder);
}

/** A folder that may be a module: those of tools begin with a dot. */
function isFolder(unit: string): boolean {
  return unit.endsWith("/") && !unit.startsWith(".");
}

const NUMBER_BYTES = 6;

/** Number shared by commits of the same author and date, such as a commit and its cherry-pick. */
function toCommitNumber(author: string, localSeconds: number): number {
  const digest = hash("sha256", `${author}\0${localSeconds}`, "buffer");
  return digest.readUIntBE(0, NUMBER_BYTES);
}

function toFolderFacts(
  folder: string,
  tables: { readonly commits: BitTable; readonly ever: BitTable; readonly tips: BitTable },
): FolderFacts {
  const ever = tables.ever.get(folder);
  const tips = tables.tips.get(folder);
  const bits = tables.commits.get(folder);
  const commits = Float64Array.from(bits.keys()).toSorted();
  const blobs = Float64Array.from(new Set([...ever.keys(), ...tips.keys()])).toSorted();
  return {
    folder,
    commits,
    commitBranches: Int32Array.from(commits, (commit) => bits.get(commit) ?? 0),
    blobs,
    everBranches: Int32Array.from(blobs, (blob) => ever.get(blob) ?? 0),
    tipBranches: Int32Array.from(blobs, (blob) => tips.get(blob) ?? 0),
  };
}

function listMoves({ commits }: HistoryBranch, branch: number): readonly LineageMove[] {
  return commits.moves.map(({ position, ...move }) => ({
    ...move,
    branch,
    commit: commits.ids[position] ?? "",
    subject: commits.subjects[position] ?? "",
  }));
}

interface RemovalFact {
  readonly from: string;
  readonly to: string;
  /** The id of the commit. */
  readonly commit: string;
  readonly subject: string;
}

const HINT = /replac|supersed|favou?r|merged|included|moved/i;

function listRemovals(commits: BranchCommits): readonly RemovalFact[] {
  const there = new Set(commits.folders);
  return commits.subjects.flatMap((subject, at) => {
    if (!HINT.test(subject)) return [];
    const units = commits.unitList.subarray(commits.unitFirst[at], commits.unitFirst[at + 1]);
    const gone = Array.from(units, (unit) => commits.units[unit] ?? "")
      .filter((unit) => unit.endsWith("/") && !there.has(unit))
      .map(toModuleName);
    if (gone.length === 0) return [];
    return readSentence(subject, true).flatMap(({ kind, subjects, names }) => {
      // A subject that names no other speaks of what it removes.
      const spoken = subjects.length > 0 ? subjects : gone.length === 1 ? gone : [];
      const [olds, news] = kind === "by" ? [spoken, names] : [names, spoken];
      const commit = commits.ids[at] ?? "";
      return olds
        .filter((from) => gone.includes(from))
        .flatMap((from) =>
          news.filter((to) => to !== from).map((to) => ({ from, to, commit, subject })),
        );
    });
  });
}
