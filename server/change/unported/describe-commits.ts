// Commits by their numbers as answers show them, with links to the forge.
import type { CommitChange, MoveRow, PullRequestRow } from "../../../data/repository-history.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { damagedSection } from "../../../data/snapshot/errors.js";
import { toTimestamp } from "../../../data/snapshot/record/record-head.js";
import type {
  MovedFolder,
  UnportedCommit,
  UnportedPullRequest,
} from "../../contract/shape/unported.js";
import { findCommitLink, findPullRequestLink } from "../../lookup/forge.js";
import { getRepository } from "../../lookup/entries.js";
import type { BranchIndex, OpenHistory } from "./branch-index.js";
import type { LackingGroup } from "./compare-branches.js";

interface Compared {
  readonly open: OpenHistory;
  readonly from: BranchIndex;
  readonly to: BranchIndex | undefined;
  /** The module's folder; `undefined` for the whole repository. */
  readonly unit: number | undefined;
}

interface Describer {
  /** @param isListed are its commits lacking by equality? */
  describeGroup(group: LackingGroup, isListed: boolean): UnportedPullRequest;
  describeMove(move: MoveRow): MovedFolder;
}

interface CommitLocation {
  /** The number of the repository. */
  readonly repository: number;
  /** Its clone address. */
  readonly git: string;
  /** The number of the commit. */
  readonly commit: number;
}

/** What answers show of any commit. */
export function describeCommit(
  snapshot: Snapshot,
  { repository, git, commit }: CommitLocation,
  {
    author,
    localSeconds,
    subject,
  }: Pick<CommitChange, "localSeconds" | "subject"> & {
    readonly author: string;
  },
): Pick<UnportedCommit, "commit" | "url" | "author" | "date" | "subject"> {
  const id = snapshot.histories.readCommitId(repository, commit);
  return {
    commit: id,
    url: findCommitLink(git, id) ?? null,
    author,
    date: toTimestamp(localSeconds),
    subject,
  };
}

/** What answers show of any pull request. @param request `undefined` for none */
export function describeRequest(
  git: string,
  request: PullRequestRow | undefined,
): Omit<UnportedPullRequest, "commits"> {
  return {
    number: request?.number ?? null,
    url: request === undefined ? null : (findPullRequestLink(git, request.number) ?? null),
    title: request?.title ?? null,
    merged: request === undefined ? null : toTimestamp(request.mergedSeconds),
  };
}

/** What answers show of commits that were compared for an entry. */
export function createDescriber(
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
  const describe = (commit: number, change: CommitChange) =>
    describeCommit(
      snapshot,
      { repository, git, commit },
      { ...change, author: history.people[change.author] ?? "" },
    );
  const nameUnit = (number: number): string => (history.units[number] ?? "").replace(/\/$/, "");
  const describeCompared = (commit: number, isListed: boolean): UnportedCommit => {
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
      ...describeRequest(git, from.branch.pullRequests[pullRequest]),
      commits: commits.map((commit) => describeCompared(commit, isListed)),
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

interface CommitVerdict {
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
