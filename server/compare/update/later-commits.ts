// Commits of modules in an update: those that their branches got after the commits of a lock; and the commits of a branch
// by folder, kept for each open snapshot, up to so many bytes.
import { toGroups } from "../../../data/grouped.js";
import {
  type BranchHistory,
  type CommitChange,
  ID_DIGITS,
  type PullRequestRow,
} from "../../../data/history/repository-history.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { finishSteps } from "../../../data/yield.js";
import type { UpdatePullRequest, UpdatedModule } from "../../contract/shape/system/plan.js";
import { getFolder, getRepository } from "../../lookup/entries.js";
import { createBoundedCache, deriveOnce, getBudget } from "../../lookup/memo.js";
import { findHolding, indexHistory } from "../unported/branch-index.js";
import { sortByMerge } from "../unported/compare-branches.js";
import { describeCommit, describeRequest } from "../unported/describe-commits.js";

export type LaterCommits = Pick<
  UpdatedModule,
  "commits" | "commits_untold" | "commits_left_out" | "pull_requests"
>;

/** Limit for a module, the newest first. */
export const MOST_LATER_COMMITS = 20;

interface FoundTip {
  readonly log: BranchLog;
  readonly position: number;
}

/** For an entry and the commit of its repository in a lock; it throws SnapshotError. */
export function createLaterCommits(
  snapshot: Snapshot,
): (entry: number, lockedCommit: string) => LaterCommits {
  const { entries } = snapshot;
  const tips = new Map<string, FoundTip | UntoldTip>();
  return (entry, lockedCommit) => {
    const branch = `${entries.repository.get(entry)} ${entries.version.get(entry)} ${lockedCommit}`;
    const tip = tips.get(branch) ?? findTip(snapshot, entry, lockedCommit);
    tips.set(branch, tip);
    if (typeof tip === "string") return tellNothing(tip);
    const { log, position } = tip;
    const commits = log
      .listCommits(getFolder(snapshot, entry))
      .filter(({ since }) => since > position);
    const listed = commits.slice(-MOST_LATER_COMMITS);
    return {
      commits: commits.length,
      commits_untold: null,
      commits_left_out: commits.length - listed.length,
      pull_requests: describeCommits(snapshot, entry, log, listed),
    };
  };
}

export function tellNothing(reason: NonNullable<UpdatedModule["commits_untold"]>): LaterCommits {
  return { commits: null, commits_untold: reason, commits_left_out: 0, pull_requests: [] };
}

function findTip(snapshot: Snapshot, entry: number, lockedCommit: string): FoundTip | UntoldTip {
  const { entries, versions } = snapshot;
  const version = versions[entries.version.get(entry)] ?? "";
  const log = createBranchLog(snapshot, entries.repository.get(entry), version);
  if (log === undefined) return "not_kept";
  const position = log.findTip(lockedCommit);
  return typeof position === "string" ? position : { log, position };
}

function describeCommits(
  snapshot: Snapshot,
  entry: number,
  log: BranchLog,
  rows: readonly LoggedCommit[],
): readonly UpdatePullRequest[] {
  const { git } = getRepository(snapshot, entry);
  const repository = snapshot.entries.repository.get(entry);
  const groups = toGroups(rows, ({ pullRequest }) => pullRequest);
  return sortByMerge(log, groups).map(([request, commits]) => ({
    ...describeRequest(git, log.pullRequests[request]),
    commits: commits.map((row) => describeCommit(snapshot, repository, row.commit, row)),
  }));
}

interface BranchLog {
  readonly pullRequests: readonly PullRequestRow[];
  /** Position of a commit among the tips of the branch; at least 7 digits must be known. */
  findTip(commit: string): number | UntoldTip;
  /** Commits of a folder, `.` for all, in the order in which the branch got them. */
  listCommits(folder: string): readonly LoggedCommit[];
}

/** No such tip; several that begin so; or no tips are kept. */
type UntoldTip = "unknown_commit" | "ambiguous_commit" | "not_kept";

interface LoggedCommit extends Pick<CommitChange, "localSeconds" | "subject"> {
  readonly commit: number;
  /** Position in `pullRequests`; -1 for none. */
  readonly pullRequest: number;
  /** Position of the oldest tip that had it. */
  readonly since: number;
  readonly author: string;
}

/** Bytes of all branches of a snapshot together. */
const MOST_HELD_BYTES = 32 * 1024 * 1024;

/** Memory of a commit with its modules in folders. */
const BYTES_PER_COMMIT = 300;

const getCache = deriveOnce((snapshot) =>
  createBoundedCache<BranchLog | undefined>({
    budget: getBudget(snapshot),
    mostBytes: MOST_HELD_BYTES,
  }),
);

/** `undefined` where the repository has no branch for the platform version. @throws SnapshotError */
function createBranchLog(
  snapshot: Snapshot,
  repository: number,
  platformVersion: string,
): BranchLog | undefined {
  return getCache(snapshot).get(`${repository} ${platformVersion}`, () => {
    const { history, findBranch } = indexHistory(
      finishSteps(snapshot.histories.readHistory(repository)),
    );
    const index = findBranch(platformVersion);
    if (index === undefined) return { value: undefined, bytes: 0 };
    const { branch, listTouching } = index;
    const logged = new Map(
      branch.members.map((member): readonly [number, LoggedCommit] => {
        const change = history.changes[history.commits[member.commit] ?? -1];
        const { localSeconds = 0, subject = "" } = change ?? {};
        const author = history.people[change?.author ?? -1] ?? "";
        return [member.commit, { ...member, localSeconds, subject, author }];
      }),
    );
    const list = (unit: number | undefined): readonly LoggedCommit[] =>
      listTouching(unit)
        .flatMap(({ commit }) => logged.get(commit) ?? [])
        .toSorted((left, right) => left.since - right.since);
    const byFolder = new Map(
      branch.folders.map((unit) => [history.units[unit]?.slice(0, -1) ?? "", list(unit)]),
    );
    const all = list(undefined);
    const value = {
      pullRequests: branch.pullRequests,
      findTip: (commit: string) => findPosition(branch, commit),
      listCommits: (folder: string) => findHolding(folder, (name) => byFolder.get(name)) ?? all,
    };
    return { value, bytes: BYTES_PER_COMMIT * branch.members.length + branch.line.length };
  });
}

function findPosition({ line }: BranchHistory, commit: string): number | UntoldTip {
  if (line === "") return "not_kept";
  const start = commit.slice(0, ID_DIGITS);
  if (!/^[\da-f]{7,}$/.test(start)) return "unknown_commit";
  const found: number[] = [];
  for (let at = line.indexOf(start); at >= 0; at = line.indexOf(start, at + 1)) {
    if (at % ID_DIGITS === 0) found.push(at / ID_DIGITS);
  }
  const [position = "unknown_commit" as const] = found;
  return found.length > 1 ? "ambiguous_commit" : position;
}
