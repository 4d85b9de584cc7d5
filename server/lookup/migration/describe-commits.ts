// Commits by their numbers as answers show them, with links to the forge.
import type { CommitChange, MoveRow } from "../../../data/repository-history.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { damagedSection } from "../../../data/snapshot/errors.js";
import { toTimestamp } from "../../../data/snapshot/record/record-head.js";
import type {
  MovedFolder,
  UnportedCommit,
  UnportedPullRequest,
} from "../../interface/shape/unported.js";
import { findCommitLink, findPullRequestLink } from "../forge.js";
import { getRepository } from "../entries.js";
import type { BranchIndex, OpenHistory } from "./branch-index.js";
import type { LackingGroup } from "./compare-branches.js";

export interface Compared {
  readonly open: OpenHistory;
  readonly from: BranchIndex;
  readonly to: BranchIndex | undefined;
  /** The module's folder; `undefined` for the whole repository. */
  readonly unit: number | undefined;
}

export interface Describer {
  /** @param isListed are its commits lacking by equality? */
  describeGroup(group: LackingGroup, isListed: boolean): UnportedPullRequest;
  describeMove(move: MoveRow): MovedFolder;
}

/** What answers show of commits that were compared for an entry. */
export function openDescriber(
  snapshot: Snapshot,
  entry: number,
  { open, from, to, unit }: Compared,
): Describer {
  const { git } = getRepository(snapshot, entry);
  const repository = snapshot.entries.repository.get(entry);
  const { history } = open;
  const getChange = (commit: number): CommitChange => {
    const change = history.changes[history.commits[commit] ?? -1];
    if (change === undefined) throw damagedSection("histories.bytes", "a change", `${commit}`);
    return change;
  };
  const describe = (
    commit: number,
    change: CommitChange,
  ): Pick<UnportedCommit, "commit" | "url" | "author" | "date" | "subject"> => {
    const id = snapshot.histories.readCommitId(repository, commit);
    return {
      commit: id,
      url: findCommitLink(git, id) ?? null,
      author: history.people[change.author] ?? "",
      date: toTimestamp(change.localSeconds),
      subject: change.subject,
    };
  };
  const nameUnit = (number: number): string => (history.units[number] ?? "").replace(/\/$/, "");
  const describeCommit = (commit: number, isListed: boolean): UnportedCommit => {
    const change = getChange(commit);
    const { touches, isSameContent } = judgeCommit({ open, to, unit }, commit, change);
    return {
      ...describe(commit, change),
      paths: change.units.map(nameUnit),
      listed: isListed,
      same_content: isSameContent,
      touches_module: touches,
    };
  };
  return {
    describeGroup: ({ pullRequest, commits }, isListed) => ({
      ...describeRequest(git, from, pullRequest),
      commits: commits.map((commit) => describeCommit(commit, isListed)),
    }),
    describeMove: ({ commit, to: target, deletedFiles, samePaths, sameBlobs }) => ({
      technical_name: nameUnit(target).replace(/^.*\//, ""),
      ...describe(commit, getChange(commit)),
      files: deletedFiles,
      same_paths: samePaths,
      same_contents: sameBlobs,
    }),
  };
}

/** @param pullRequest a position; -1 for commits that none brought */
export function describeRequest(
  git: string,
  { branch }: BranchIndex,
  pullRequest: number,
): Omit<UnportedPullRequest, "commits"> {
  const request = branch.pullRequests[pullRequest];
  if (request === undefined) return { number: null, url: null, title: null, merged: null };
  const { number, title, mergedSeconds } = request;
  const url = findPullRequestLink(git, number) ?? null;
  return { number, url, title, merged: toTimestamp(mergedSeconds) };
}

export interface CommitVerdict {
  /** It changes the module itself. */
  readonly touches: boolean;
  /** All that it leaves in the module was added there at `to` too; of one beside it, in all of its folders. */
  readonly isSameContent: boolean;
}

export function judgeCommit(
  { open, to, unit }: Pick<Compared, "open" | "to" | "unit">,
  commit: number,
  { units }: CommitChange,
): CommitVerdict {
  const touches = unit === undefined || units.includes(unit);
  const compared = touches && unit !== undefined ? [unit] : units;
  const isThere = (one: number): boolean =>
    to !== undefined && (open.findContents(commit, one) & to.contentBit) !== 0;
  return { touches, isSameContent: compared.every(isThere) };
}
