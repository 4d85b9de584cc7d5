// Histories of repositories that were asked for, unpacked, with what comparing a branch takes: kept for each open
// snapshot, up to so many commits; those that were not asked for the longest time are forgotten first.
import { addToGroup } from "../../../data/grouped.js";
import {
  BRANCH_BITS,
  type BranchHistory,
  type BranchMember,
  type CommitChange,
  type ContentElsewhere,
  type RepositoryHistory,
} from "../../../data/repository-history.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { deriveOnce } from "../derived.js";

export interface OpenHistory {
  readonly history: RepositoryHistory;
  /** The branch for a platform version; `undefined` where there is none. */
  findBranch(platformVersion: string): BranchIndex | undefined;
  /** The bits of the branches without a commit that have what it leaves in a folder. */
  findContents(commit: number, unit: number): number;
}

/** A branch with its members by what is asked of them. */
export interface BranchIndex {
  readonly branch: BranchHistory;
  /** A bit that stands for the branch in `contents`; 0 for one that is not compared. */
  readonly contentBit: number;
  /** Members of each pull request, by its position. */
  readonly byPullRequest: readonly (readonly BranchMember[])[];
  /** Numbers of the changes that git gives for the whole tree. */
  readonly changes: ReadonlySet<number>;
  /** The same by their loose numbers. */
  readonly byLooseNumber: ReadonlyMap<number, readonly CommitChange[]>;
  /** Members that git gives for a folder, oldest first; for the whole tree without one. */
  listTouching(unit: number | undefined): readonly BranchMember[];
}

/** Of all histories of a snapshot together; a commit takes some 500 bytes. */
const MOST_HELD_COMMITS = 100_000;

interface Cache {
  /** In the order in which they were asked for last. */
  readonly held: Map<number, OpenHistory>;
  commits: number;
}

const getCache = deriveOnce((): Cache => ({ held: new Map(), commits: 0 }));

/** @throws SnapshotError */
export function openHistory(snapshot: Snapshot, repository: number): OpenHistory {
  const cache = getCache(snapshot);
  const known = cache.held.get(repository);
  if (known !== undefined) {
    cache.held.delete(repository);
    cache.held.set(repository, known);
    return known;
  }
  const opened = indexHistory(snapshot.histories.readHistory(repository));
  cache.held.set(repository, opened);
  cache.commits += opened.history.commits.length;
  for (const [number, { history }] of cache.held) {
    if (cache.commits <= MOST_HELD_COMMITS || number === repository) break;
    cache.held.delete(number);
    cache.commits -= history.commits.length;
  }
  return opened;
}

export function indexHistory(history: RepositoryHistory): OpenHistory {
  const opened = new Map<string, BranchIndex>();
  const contents = new Map<number, ContentElsewhere[]>();
  for (const row of history.contents) {
    addToGroup(contents, row.commit, row);
  }
  return {
    history,
    findContents: (commit, unit) =>
      contents.get(commit)?.find((row) => row.unit === unit)?.branches ?? 0,
    findBranch(platformVersion) {
      const known = opened.get(platformVersion);
      if (known !== undefined) return known;
      const at = history.branches.findIndex((branch) => branch.platformVersion === platformVersion);
      const branch = history.branches[at];
      if (branch === undefined) return undefined;
      const index = indexBranch(history, branch, at);
      opened.set(platformVersion, index);
      return index;
    },
  };
}

/** What is found for a folder, or for the next that holds it: commits tell no deeper ones than are searched. */
export function findHolding<T>(
  folder: string,
  find: (folder: string) => T | undefined,
): T | undefined {
  const parts = folder.split("/");
  for (let length = parts.length; length > 0; length--) {
    const found = find(parts.slice(0, length).join("/"));
    if (found !== undefined) return found;
  }
  return undefined;
}

function indexBranch(
  { changes, commits }: RepositoryHistory,
  branch: BranchHistory,
  position: number,
): BranchIndex {
  const hiddenFromAll = new Set(branch.hiddenFromAll);
  const hidden = new Map(branch.hidden.map((row) => [row.unit, new Set(row.commits)]));
  const byPullRequest: BranchMember[][] = branch.pullRequests.map(() => []);
  let byUnit: ReadonlyMap<number, readonly BranchMember[]> | undefined;
  const known = new Set<number>();
  const byLooseNumber = new Map<number, CommitChange[]>();
  for (const member of branch.members) {
    byPullRequest[member.pullRequest]?.push(member);
    const number = commits[member.commit] ?? -1;
    const change = changes[number];
    if (change === undefined || hiddenFromAll.has(member.commit) || known.has(number)) continue;
    known.add(number);
    addToGroup(byLooseNumber, change.looseNumber, change);
  }
  const groupByUnit = (): ReadonlyMap<number, readonly BranchMember[]> => {
    const groups = new Map<number, BranchMember[]>();
    for (const member of branch.members) {
      for (const unit of changes[commits[member.commit] ?? -1]?.units ?? []) {
        if (hidden.get(unit)?.has(member.commit) !== true) addToGroup(groups, unit, member);
      }
    }
    return groups;
  };
  return {
    branch,
    contentBit: position < BRANCH_BITS ? 1 << position : 0,
    byPullRequest,
    changes: known,
    byLooseNumber,
    listTouching(unit) {
      if (unit === undefined) {
        return branch.members.filter(({ commit }) => !hiddenFromAll.has(commit));
      }
      byUnit ??= groupByUnit();
      return byUnit.get(unit) ?? [];
    },
  };
}
