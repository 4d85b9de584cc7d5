// Commits of a branch that another lacks, by the rules of oca-port: grouped by pull request, with
// its two kinds of equality and its conclusions. Pure.
import { addToGroup } from "../../../data/grouped.js";
import type {
  BranchMember,
  CommitChange,
  RepositoryHistory,
} from "../../../data/history/repository-history.js";
import type { BranchIndex } from "./branch-index.js";

/** A pull request with those of its commits that the other branch lacks, oldest first. */
export interface LackingGroup {
  /** Position among the pull requests of the branch; -1 for commits that none brought. */
  readonly pullRequest: number;
  readonly commits: readonly number[];
}

interface BranchPair {
  readonly history: RepositoryHistory;
  readonly from: BranchIndex;
  readonly to: BranchIndex;
  /** The folder; `undefined` for the whole repository. */
  readonly unit: number | undefined;
  /** The folder that has its contents at `to`, where that is another. */
  readonly renamed?: number | undefined;
}

/** Pull requests by the time of their merge, the commits of none first. */
export function compareBranches(pair: BranchPair) {
  const { history, from, to, unit } = pair;
  const open = from
    .listTouching(unit)
    .filter(({ commit }) => !to.hasChange(history.commits[commit] ?? -1));
  /** Groups to carry over. */
  const lacking: LackingGroup[] = [];
  /** Groups whose part in the folder was carried over, but not their other commits. */
  const satellites: LackingGroup[] = [];
  for (const [pullRequest, members] of groupMembers(from, open)) {
    const { commits, unportedUnits } = examine(members, pair);
    if (commits.length === 0) continue;
    const isOpen = unit === undefined ? unportedUnits.size > 0 : unportedUnits.has(unit);
    (isOpen ? lacking : satellites).push({ pullRequest, commits });
  }
  return { lacking, satellites };
}

/**
 * Commits of a branch for a folder that another does not have at all: those that are not reachable from the
 * other's tip.
 */
export function listAbsent(
  from: BranchIndex,
  to: BranchIndex | undefined,
  unit: number | undefined,
): readonly LackingGroup[] {
  const known = new Set(to?.branch.members.map(({ commit }) => commit));
  const groups = new Map<number, number[]>();
  for (const { commit, pullRequest } of from.listTouching(unit)) {
    if (known.has(commit)) continue;
    addToGroup(groups, pullRequest, commit);
  }
  return sortByMerge(from.branch, groups).map(([pullRequest, commits]) => ({
    pullRequest,
    commits,
  }));
}

/** A pull request is all that it brought, also beside the folder. */
function groupMembers(
  from: BranchIndex,
  open: readonly BranchMember[],
): readonly (readonly [pullRequest: number, members: readonly BranchMember[]])[] {
  const groups = new Map<number, readonly BranchMember[]>();
  for (const { pullRequest } of open) {
    if (groups.has(pullRequest)) continue;
    groups.set(
      pullRequest,
      pullRequest >= 0
        ? from.listMembers(pullRequest)
        : open.filter((member) => member.pullRequest === pullRequest),
    );
  }
  return sortByMerge(from.branch, groups);
}

/** By the time of their merge, commits of none first. @param groups by the position of the pull request */
export function sortByMerge<T>(
  { pullRequests }: Pick<BranchIndex["branch"], "pullRequests">,
  groups: ReadonlyMap<number, T>,
): readonly (readonly [pullRequest: number, members: T])[] {
  const getTime = (at: number): number => pullRequests[at]?.mergedSeconds ?? -1;
  const getNumber = (at: number): number => pullRequests[at]?.number ?? -1;
  return [...groups].toSorted(
    ([left], [right]) => getTime(left) - getTime(right) || getNumber(left) - getNumber(right),
  );
}

function examine(
  members: readonly BranchMember[],
  pair: BranchPair,
): { readonly commits: readonly number[]; readonly unportedUnits: ReadonlySet<number> } {
  const { history, to, unit } = pair;
  const units = new Set<number>();
  const portedUnits = new Set<number>();
  const commits: number[] = [];
  for (const { commit } of members) {
    const number = history.commits[commit] ?? -1;
    const change = history.changes[number];
    if (change === undefined) continue;
    for (const one of change.units) units.add(one);
    const isInUnit = unit === undefined || change.units.includes(unit);
    if (isInUnit && to.hasChange(number)) continue;
    if (!isPortedLoosely(change, pair, portedUnits)) commits.push(commit);
  }
  for (const one of portedUnits) units.delete(one);
  return { commits, unportedUnits: units };
}

/**
 * True if nearly equal commits change everything that it changes.
 * @param portedUnits receives the changed units
 */
function isPortedLoosely(
  { looseNumber, units }: CommitChange,
  { to, unit, renamed }: BranchPair,
  portedUnits: Set<number>,
): boolean {
  const like = to.listLike(looseNumber);
  const covered = new Set(like.flatMap((change) => change.units));
  if (unit !== undefined && renamed !== undefined && covered.has(renamed)) covered.add(unit);
  for (const one of covered) portedUnits.add(one);
  return like.length > 0 && units.every((one) => covered.has(one));
}
