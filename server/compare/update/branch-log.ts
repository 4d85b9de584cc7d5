// The commits of a branch by folder, as an update tells them: kept for each open snapshot, up to so many bytes; the
// rest of a repository's history is let go.
import {
  type BranchHistory,
  type CommitChange,
  ID_DIGITS,
  type PullRequestRow,
} from "../../../data/history/repository-history.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { createBoundedCache, getBudget, deriveOnce } from "../../lookup/memo.js";
import { findHolding, indexHistory } from "../unported/branch-index.js";

export interface BranchLog {
  readonly pullRequests: readonly PullRequestRow[];
  /** Position of a commit among the tips of the branch; at least 7 digits must be known. */
  findTip(commit: string): number | UntoldTip;
  /** Commits of a folder, `.` for all, in the order in which the branch got them. */
  listCommits(folder: string): readonly LoggedCommit[];
}

/** No such tip; several that begin so; or no tips are kept. */
export type UntoldTip = "unknown_commit" | "ambiguous_commit" | "not_kept";

export interface LoggedCommit extends Pick<CommitChange, "localSeconds" | "subject"> {
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
export function createBranchLog(
  snapshot: Snapshot,
  repository: number,
  platformVersion: string,
): BranchLog | undefined {
  return getCache(snapshot).get(`${repository} ${platformVersion}`, () => {
    const { history, findBranch } = indexHistory(snapshot.histories.readHistory(repository));
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
      findTip: (commit: string) => findTip(branch, commit),
      listCommits: (folder: string) => findHolding(folder, (name) => byFolder.get(name)) ?? all,
    };
    return { value, bytes: BYTES_PER_COMMIT * branch.members.length + branch.line.length };
  });
}

function findTip({ line }: BranchHistory, commit: string): number | UntoldTip {
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
