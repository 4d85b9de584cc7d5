// Commits of modules in an update: those that their branches got after the commits of a lock.
import { toGroups } from "../../../data/grouped.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { UpdatedModule, UpdatePullRequest } from "../../contract/shape/system/plan.js";
import { getFolder, getRepository } from "../../lookup/entries.js";
import { sortByMerge } from "../unported/compare-branches.js";
import { describeCommit, describeRequest } from "../unported/describe-commits.js";
import {
  type BranchLog,
  type LoggedCommit,
  createBranchLog,
  type UntoldTip,
} from "./branch-log.js";

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
