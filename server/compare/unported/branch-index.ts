// Histories of repositories that were asked for, unpacked, with what comparing a branch takes: kept for each open
// snapshot, up to so many bytes.
import { findFirst } from "../../../data/binary-search.js";
import { addToGroup } from "../../../data/grouped.js";
import {
  BRANCH_BITS,
  type BranchHistory,
  type BranchMember,
  type CommitChange,
  type ContentElsewhere,
  type RepositoryHistory,
  type VerdictRow,
} from "../../../data/history/repository-history.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { toTimestamp } from "../../../data/snapshot/record/record-head.js";
import { finishSteps, type Steps } from "../../../data/yield.js";
import type { BranchTip } from "../../contract/shape/unported.js";
import { createBoundedCache, deriveOnce, once } from "../../lookup/memo.js";

export interface OpenHistory {
  readonly history: RepositoryHistory;
  /** The branch for a platform version; `undefined` where there is none. */
  findBranch(platformVersion: string): BranchIndex | undefined;
  /** The bits of the branches without a commit that have what it leaves in a folder. */
  findContents(commit: number, unit: number): number;
  /**
   * Verdict of the build on a change in a folder that a branch lacks; `undefined` means it is to be
   * ported.
   */
  findVerdict(change: number, unit: number, branch: BranchIndex): VerdictRow | undefined;
}

/** A branch that was read without its history has no time of its tip. */
export function toBranchTip({ branch, commit, tipSeconds }: BranchHistory): BranchTip {
  return { branch, commit, committed: tipSeconds === 0 ? null : toTimestamp(tipSeconds) };
}

/** A branch with its members by what is asked of them. */
export interface BranchIndex {
  readonly branch: BranchHistory;
  /** Among the branches of the history. */
  readonly position: number;
  /** A bit that stands for the branch in `contents`; 0 for one that is not compared. */
  readonly contentBit: number;
  /** Members of a pull request, by its position. */
  listMembers(pullRequest: number): readonly BranchMember[];
  /** True if a commit of the change is reachable from the tip, also where a merge kept nothing of it. */
  hasChange(number: number): boolean;
  /** Changes among them with a loose number. */
  listLike(looseNumber: number): readonly CommitChange[];
  /** Members that git gives for a folder, oldest first; for the whole tree without one. */
  listTouching(unit: number | undefined): readonly BranchMember[];
}

/** Bytes of all histories of a snapshot together. */
const MOST_HELD_BYTES = 48 * 1024 * 1024;

const BYTES_PER_COMMIT = 500;

const getCache = deriveOnce(() =>
  createBoundedCache<OpenHistory, number>({
    mostBytes: MOST_HELD_BYTES,
    largestBytes: MOST_HELD_BYTES,
  }),
);

/** @throws SnapshotError */
export const openHistory = (snapshot: Snapshot, repository: number): OpenHistory =>
  finishSteps(prepareHistory(snapshot, repository));

/** Steps of `openHistory`: the largest histories take longer than a turn. */
export function* prepareHistory(snapshot: Snapshot, repository: number): Steps<OpenHistory> {
  const cache = getCache(snapshot);
  const known = cache.find(repository);
  if (known !== undefined) return known;
  const value = indexHistory(yield* snapshot.histories.readHistory(repository));
  const bytes = BYTES_PER_COMMIT * value.history.commits.length;
  // The one that was asked for last is cached however large it is.
  cache.hold(repository, { value, bytes: Math.min(bytes, MOST_HELD_BYTES) });
  return value;
}

export function indexHistory(history: RepositoryHistory): OpenHistory {
  const opened = new Map<string, BranchIndex>();
  const listLoose = once(() => groupLoose(history.changes));
  const listVerdicts = once(() => {
    const rows = new Map<string, VerdictRow>();
    for (const row of history.verdicts) rows.set(toVerdictKey(row), row);
    return rows;
  });
  return {
    history,
    findContents: (commit, unit) => findContents(history.contents, commit, unit),
    findVerdict: (change, unit, { position: branch }) =>
      listVerdicts().get(toVerdictKey({ change, unit, branch })),
    findBranch(platformVersion) {
      const known = opened.get(platformVersion);
      if (known !== undefined) return known;
      const at = history.branches.findIndex((branch) => branch.platformVersion === platformVersion);
      const branch = history.branches[at];
      if (branch === undefined) return undefined;
      const index = indexBranch(history, branch, { position: at, listLoose });
      opened.set(platformVersion, index);
      return index;
    },
  };
}

function toVerdictKey({
  change,
  unit,
  branch,
}: Pick<VerdictRow, "change" | "unit" | "branch">): string {
  return `${change} ${unit} ${branch}`;
}

/** Rows are in the order of commits. */
function findContents(rows: readonly ContentElsewhere[], commit: number, unit: number): number {
  const first = findFirst(0, rows.length, (at) => (rows[at]?.commit ?? 0) >= commit);
  for (let at = first; rows[at]?.commit === commit; at++) {
    if (rows[at]?.unit === unit) return rows[at]?.branches ?? 0;
  }
  return 0;
}

/** Numbers of changes by their loose number, where there are several. */
type LooseGroups = ReadonlyMap<number, readonly number[]>;

function groupLoose(changes: readonly CommitChange[]): LooseGroups {
  const groups = new Map<number, number[]>();
  for (const [number, { looseNumber }] of changes.entries()) {
    if (looseNumber !== number) addToGroup(groups, looseNumber, number);
  }
  for (const [looseNumber, numbers] of groups) numbers.unshift(looseNumber);
  return groups;
}

/**
 * Result for a folder, or for the nearest one that holds it: commits name no folders deeper than
 * the searched ones.
 */
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
  { position, listLoose }: { readonly position: number; readonly listLoose: () => LooseGroups },
): BranchIndex {
  const listHidden = once(() => new Set(branch.hiddenFromAll));
  const known = once(() => {
    const flags = new Uint8Array(changes.length);
    for (const { commit } of branch.members) flags[commits[commit] ?? -1] = 1;
    return flags;
  });
  const byPullRequest = once(() => {
    const groups: BranchMember[][] = branch.pullRequests.map(() => []);
    for (const member of branch.members) groups[member.pullRequest]?.push(member);
    return groups;
  });
  const byUnit = once(() => {
    const hidden = new Map(branch.hidden.map((row) => [row.unit, new Set(row.commits)]));
    const groups = new Map<number, BranchMember[]>();
    for (const member of branch.members) {
      for (const unit of changes[commits[member.commit] ?? -1]?.units ?? []) {
        if (hidden.get(unit)?.has(member.commit) !== true) addToGroup(groups, unit, member);
      }
    }
    return groups;
  });
  const hasChange = (number: number): boolean => known()[number] === 1;
  return {
    branch,
    position,
    contentBit: position < BRANCH_BITS ? 1 << position : 0,
    listMembers: (pullRequest) => byPullRequest()[pullRequest] ?? [],
    hasChange,
    listLike: (looseNumber) =>
      (listLoose().get(looseNumber) ?? [looseNumber])
        .filter(hasChange)
        .flatMap((number) => changes[number] ?? []),
    listTouching: (unit) =>
      unit === undefined
        ? branch.members.filter(({ commit }) => !listHidden().has(commit))
        : (byUnit().get(unit) ?? []),
  };
}
