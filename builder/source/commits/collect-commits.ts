// The commits of branches, out of the one log of their repository: each is looked at once, then put into the columns
// of each branch that has it. Memory is bounded by how many commits and changes a branch may have.
import type { BlacklistRow } from "../../../data/repository-history.js";
import { NO_COMMITS, type BranchCommits } from "./branch-commits.js";
import {
  isIgnored,
  isKeptUnit,
  parseLocalSeconds,
  toColumnSeconds,
  toLooseKey,
  toStrictKey,
} from "./commit-keys.js";
import { toBranchCommits } from "./branch-columns.js";
import { decodeLatin } from "./decode-latin.js";
import { isNothing, toBlobNumber, type Change, type LoggedCommit } from "./log.js";
import type { Merge, MergeChanges } from "./merges.js";
import { findMoves, type FolderMove } from "./moves.js";
import { parsePullRequestMerge, type PullRequestMerge } from "./pull-requests.js";
import { GENERATED, openUnits } from "./units.js";

/** Of a branch; one that has more is kept without its commits. */
export interface CommitLimits {
  readonly maxCommits: number;
  /** Paths that commits change, each for every commit that does. */
  readonly maxChanges: number;
}

/**
 * Five times what the longest branches of add-on repositories have. A commit of twenty files takes some 2 KB while
 * the log is read, so that as many as two dozen such branches without a commit in common stay within the memory of a
 * reader process.
 */
export const COMMIT_LIMITS: CommitLimits = { maxCommits: 25_000, maxChanges: 500_000 };

/** A commit as it is kept while the log is read. */
export interface CollectedCommit {
  readonly hash: string;
  readonly parents: readonly string[];
  readonly committedSeconds: number;
  /** Of a merge that names one. */
  readonly pullRequest: PullRequestMerge | undefined;
  /** `undefined` for what nobody carries over. */
  readonly words: CollectedWords | undefined;
  /** None of what nobody carries over. */
  readonly moves: readonly FolderMove[];
  /** Units that count, with the blobs that the commit leaves there; none of a merge. */
  readonly blobs: ReadonlyMap<string, readonly number[]>;
}

export interface CollectedWords {
  readonly author: string;
  readonly localSeconds: number;
  readonly subject: string;
  readonly strictKey: string;
  readonly looseKey: string;
}

export interface CommitCollector {
  /** A commit of the log, children first, and which branches it is part of. */
  add(commit: LoggedCommit, branches: readonly number[]): void;
  /** Merges whose changes must be known. */
  listMerges(): readonly Merge[];
  /** The commits of each branch. */
  end(changes: MergeChanges, tips: readonly BranchTip[]): readonly BranchCommits[];
}

/** What the tree of a branch says. */
export interface BranchTip {
  /** As units. */
  readonly folders: readonly string[];
  readonly blacklists: readonly BlacklistRow[];
  readonly tipBlobs: BranchCommits["tipBlobs"];
}

export function openCommitCollector(
  branchCount: number,
  addons: readonly string[],
  limits: CommitLimits = COMMIT_LIMITS,
): CommitCollector {
  const texts = { toUnit: openUnits(addons), share: openSharedTexts() };
  const branches = Array.from({ length: branchCount }, () => new OpenBranch());
  return {
    add(logged, positions) {
      const open = positions.flatMap((at) => {
        const branch = branches[at];
        return branch !== undefined && branch.takes(logged.changes.length, limits) ? [branch] : [];
      });
      if (open.length === 0) return;
      const commit = collect(logged, texts);
      for (const branch of open) branch.commits.push(commit);
    },
    listMerges() {
      const merges = new Map<string, Merge>();
      for (const { commits } of branches) {
        for (const { hash, parents } of commits) {
          if (parents.length > 1) merges.set(hash, { hash, parents });
        }
      }
      return [...merges.values()];
    },
    end: (changes, tips) =>
      branches.map(({ commits, isTooLong }, at) => {
        const tip = tips[at] ?? { folders: [], blacklists: [], tipBlobs: new Map() };
        return isTooLong
          ? { ...NO_COMMITS, isTooLong, ...tip }
          : toBranchCommits(commits, { changes, ...tip });
      }),
  };
}

/** Gives for each text the first that was equal to it, which is no part of a longer one. */
function openSharedTexts(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const shared = known.get(text);
    if (shared !== undefined) return shared;
    const copy = Buffer.from(text).toString();
    known.set(copy, copy);
    return copy;
  };
}

/** A branch while the log is read. */
class OpenBranch {
  /** Children before parents. */
  commits: CollectedCommit[] = [];
  isTooLong = false;
  #changes = 0;

  /** Is there room for one more commit? */
  takes(changes: number, { maxCommits, maxChanges }: CommitLimits): boolean {
    this.#changes += changes;
    if (this.commits.length === maxCommits || this.#changes > maxChanges) {
      this.isTooLong = true;
      this.commits = [];
    }
    return !this.isTooLong;
  }
}

/** Answers show so much of a subject. */
const SUBJECT_LIMIT_CHARS = 500;

interface Texts {
  toUnit(written: string, isFolder: boolean): string;
  /** The same text for equal ones. */
  share(text: string): string;
}

function collect(logged: LoggedCommit, texts: Texts): CollectedCommit {
  const { changes } = logged;
  const hash = decodeLatin(logged.hash);
  const parents = logged.parents.map(decodeLatin);
  const committedSeconds = toColumnSeconds(Number(logged.committed));
  const message = decodeLatin(logged.message);
  if (parents.length > 1) {
    const pullRequest = parsePullRequestMerge(message);
    const words = undefined;
    return { hash, parents, committedSeconds, pullRequest, words, moves: [], blobs: NO_BLOBS };
  }
  const units = listUnits(changes, texts);
  const all = [...units.keys()];
  const email = decodeLatin(logged.email);
  for (const unit of all) if (!isKeptUnit(unit)) units.delete(unit);
  const common = { hash, parents, committedSeconds, pullRequest: undefined, blobs: units };
  const author = texts.share(decodeLatin(logged.author));
  const localSeconds = parseLocalSeconds(logged.authored);
  const written = { author, email, localSeconds, message, units: all };
  if (isIgnored(written)) return { ...common, words: undefined, moves: [] };
  const [subject = ""] = message.trimStart().split("\n", 1);
  const words = {
    author,
    localSeconds,
    subject: Buffer.from(subject.slice(0, SUBJECT_LIMIT_CHARS)).toString(),
    strictKey: toStrictKey(written),
    looseKey: toLooseKey(written),
  };
  return { ...common, words, moves: findMoves(changes, texts.toUnit) };
}

/** What a commit changes, with the blobs that it leaves there. */
function listUnits(changes: readonly Change[], { toUnit, share }: Texts): Map<string, number[]> {
  const units = new Map<string, number[]>();
  let unit = "";
  let blobs: number[] = [];
  for (const { written, isFolder, objectId } of changes) {
    if (isFolder) continue;
    // Most changes are in the folder of the one before.
    if (!unit.endsWith("/") || !written.startsWith(unit)) {
      unit = share(toUnit(written, false));
      blobs = units.get(unit) ?? [];
      units.set(unit, blobs);
    }
    if (GENERATED.test(written) || isNothing(objectId)) continue;
    blobs.push(toBlobNumber(objectId));
  }
  return units;
}

const NO_BLOBS: ReadonlyMap<string, readonly number[]> = new Map();
