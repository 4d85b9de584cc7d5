// Commits by their numbers as answers show them, with links to the forge.
import {
  isWork,
  tellRule,
  toJudgement,
  type Judgement,
} from "../../../data/history/port-verdict.js";
import type {
  CommitChange,
  MoveRow,
  PullRequestRow,
  RepositoryHistory,
} from "../../../data/history/repository-history.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { damagedSection } from "../../../data/snapshot/errors.js";
import { toTimestamp } from "../../../data/snapshot/record/record-head.js";
import type {
  MovedFolder,
  UnportedCommit,
  UnportedPullRequest,
} from "../../contract/shape/unported.js";
import { findCommitLink, findPullRequestLink } from "../../lookup/forge.js";
import { getRepository, getRepositoryByNumber } from "../../lookup/entries.js";
import { openHistory, type BranchIndex, type OpenHistory } from "./branch-index.js";
import type { LackingGroup } from "./compare-branches.js";

interface Compared {
  readonly open: OpenHistory;
  readonly from: BranchIndex;
  readonly to: BranchIndex | undefined;
  /** The module's folder; `undefined` for the whole repository. */
  readonly unit: number | undefined;
  /** Whether `to` has the module. */
  readonly isThere: boolean;
}

type CommitWords = Pick<CommitChange, "localSeconds" | "subject"> & { readonly author: string };

/**
 * Facts of a commit for answers, by its numbers.
 * @param words its facts in the history, if already read
 */
export function describeCommit(
  snapshot: Snapshot,
  repository: number,
  commit: number,
  words: CommitWords = readWords(snapshot, repository, commit),
): Pick<UnportedCommit, "commit" | "url" | "author" | "date" | "subject"> {
  const { author, localSeconds, subject } = words;
  const id = snapshot.histories.readCommitId(repository, commit);
  const { git } = getRepositoryByNumber(snapshot, repository);
  const url = findCommitLink(git, id) ?? null;
  return { commit: id, url, author, date: toTimestamp(localSeconds), subject };
}

function readWords(snapshot: Snapshot, repository: number, commit: number): CommitWords {
  const { history } = openHistory(snapshot, repository);
  const change = getChange(history, commit);
  return { ...change, author: history.people[change.author] ?? "" };
}

/** @throws SnapshotError where the commit has none */
function getChange({ changes, commits }: RepositoryHistory, commit: number): CommitChange {
  const change = changes[commits[commit] ?? -1];
  if (change === undefined) throw damagedSection("histories.bytes", "a change", `${commit}`);
  return change;
}

/**
 * Facts of a pull request for answers.
 * @param request `undefined` for none
 */
export function describeRequest(
  git: string,
  request: PullRequestRow | undefined,
): Omit<UnportedPullRequest, "commits"> {
  return {
    number: request?.number ?? null,
    // Under the number of another repository the forge has another request.
    url: request?.isForeign === false ? (findPullRequestLink(git, request.number) ?? null) : null,
    title: request?.title ?? null,
    merged: request === undefined ? null : toTimestamp(request.mergedSeconds),
  };
}

export function createDescriber(
  snapshot: Snapshot,
  entry: number,
  { open, from, to, unit, isThere }: Compared,
) {
  const { git } = getRepository(snapshot, entry);
  const repository = snapshot.entries.repository.get(entry);
  const { history } = open;
  const describe = (commit: number) => describeCommit(snapshot, repository, commit);
  const nameUnit = (number: number): string => (history.units[number] ?? "").replace(/\/$/, "");
  const describeCompared = (commit: number, isListed: boolean): UnportedCommit => {
    const {
      touches,
      isSameContent,
      judged,
      commit: other,
    } = judgeCommit({ open, to, unit, isThere }, commit);
    return {
      ...describe(commit),
      paths: getChange(history, commit).units.map(nameUnit),
      listed: isListed,
      same_content: isSameContent,
      touches_module: touches,
      verdict: judged?.verdict ?? null,
      why:
        judged === undefined
          ? "It does not change the module."
          : tellRule(judged, to?.branch.platformVersion ?? "That version"),
      files: judged?.size?.files ?? null,
      lines: judged?.size?.lines ?? null,
      evidence:
        judged === undefined
          ? null
          : {
              rule: judged.reason,
              places: judged.places.map(
                ({ path, line }) => `${nameUnit(unit ?? -1)}/${path}:${line}`,
              ),
              commit: other === undefined ? null : describe(other),
            },
    };
  };
  return {
    /** @param isListed are its commits lacking by equality? */
    describeGroup: (
      { pullRequest, commits }: LackingGroup,
      isListed: boolean,
    ): UnportedPullRequest => ({
      ...describeRequest(git, from.branch.pullRequests[pullRequest]),
      commits: commits.map((commit) => describeCompared(commit, isListed)),
    }),
    describeMove: ({
      commit,
      to: target,
      deletedFiles,
      samePaths,
      sameBlobs,
    }: MoveRow): MovedFolder => ({
      technical_name: nameUnit(target).replace(/^.*\//, ""),
      ...describe(commit),
      files: deletedFiles,
      same_paths: samePaths,
      same_contents: sameBlobs,
    }),
  };
}

interface CommitVerdict {
  /** Verdict; `undefined` if it does not change the module. */
  readonly judged: Judgement | undefined;
  /** The commit that has or undoes it. */
  readonly commit: number | undefined;
  /** True if it changes the module itself. */
  readonly touches: boolean;
  /**
   * True if `to` received the same content in the module; for a commit beside it, in all of its
   * folders.
   */
  readonly isSameContent: boolean;
}

/** True if the commit is work for the module. */
export function isToPort({ judged }: CommitVerdict): boolean {
  return judged !== undefined && isWork(judged.verdict);
}

export function judgeCommit(
  { open, to, unit, isThere: hasModule }: Omit<Compared, "from">,
  commit: number,
): CommitVerdict {
  const number = open.history.commits[commit] ?? -1;
  const { units = [] } = open.history.changes[number] ?? {};
  const touches = unit === undefined || units.includes(unit);
  const compared = touches && unit !== undefined ? [unit] : units;
  const isThere = (one: number): boolean =>
    to !== undefined && (open.findContents(commit, one) & to.contentBit) !== 0;
  const isSameContent = compared.every(isThere);
  if (!touches) return { touches, isSameContent, judged: undefined, commit: undefined };
  // For backports, and for a module that is a whole repository, contents alone decide.
  const row =
    to === undefined || unit === undefined ? undefined : open.findVerdict(number, unit, to);
  const isTold = row !== undefined && !(row.verdict === "port" && isSameContent);
  return {
    touches,
    isSameContent,
    judged: isTold
      ? row
      : toJudgement(isSameContent ? "same_content" : hasModule ? "unread" : "missing"),
    commit: row === undefined || row.commit < 0 ? undefined : row.commit,
  };
}
