// The commits of branches, out of the log of their repository: each is looked at once, then put into the columns of
// each branch that has it. Memory is bounded by how many commits and changes a branch may have.
import type { BlacklistRow } from "../../../data/history/repository-history.js";
import { NO_COMMITS, type BranchCommits } from "./branch-commits.js";
import type { CommitOrder } from "./commit-order.js";
import {
  isIgnored,
  isKeptUnit,
  parseLocalSeconds,
  toColumnSeconds,
  toLooseKey,
  toStrictKey,
} from "./commit-keys.js";
import { toBranchCommits, type CollectedCommit } from "./branch-columns.js";
import {
  isNothing,
  toBlobNumber,
  type Change,
  type LoggedCommit,
  copyText,
  decodeLatin,
} from "./log.js";
import type { Merge, MergeChanges } from "./merges.js";
import { findMoves } from "./moves.js";
import { parsePullRequestMerge } from "./pull-requests.js";

/** Limits of a branch; one that exceeds them is kept without its commits. */
interface CommitLimits {
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

interface CommitCollector {
  /** A commit of the log by its number; once each, in any order. */
  add(number: number, commit: LoggedCommit): void;
  /** Merges of the branches that may be kept, for which changes are wanted; known before the log is. */
  listMerges(): readonly Merge[];
  /** The commits of each branch. @param tips by position */
  end(changes: MergeChanges, tips: readonly BranchTip[]): readonly BranchCommits[];
}

/** Facts from the tree of a branch. */
interface BranchTip {
  /** Folders as units. */
  readonly folders: readonly string[];
  readonly blacklists: readonly BlacklistRow[];
  readonly tipBlobs: BranchCommits["tipBlobs"];
}

export function createCommitCollector(
  order: CommitOrder,
  branchCount: number,
  limits: CommitLimits = COMMIT_LIMITS,
): CommitCollector {
  const toId = (number: number): string => order.ids[number] ?? "";
  const branches = createBranches(order, branchCount, limits);
  const commits: (CollectedCommit | undefined)[] = order.ids.map(() => undefined);
  return {
    add(number, logged) {
      const positions = order.branches[number] ?? [];
      const isKept = positions.map((at) => branches[at]?.takes(logged.changes.length));
      if (isKept.includes(true)) commits[number] = collect(logged);
    },
    listMerges() {
      const merges = new Set<number>();
      for (const { isUnknown, members } of branches) {
        for (const number of isUnknown ? [] : members) {
          if ((order.parents[number]?.length ?? 0) > 1) merges.add(number);
        }
      }
      return Array.from(merges, (number) => ({
        hash: toId(number),
        parents: order.parents[number]?.map(toId) ?? [],
      }));
    },
    end: (changes, tips) =>
      branches.map(({ members, isUnknown }, at) => {
        const tip = tips[at] ?? { folders: [], blacklists: [], tipBlobs: new Map() };
        return isUnknown
          ? { ...NO_COMMITS, isUnknown, ...tip }
          : toBranchCommits(order, members, { commits, changes, ...tip });
      }),
  };
}

/** Each with its commits, children before parents. */
function createBranches(
  order: CommitOrder,
  branchCount: number,
  limits: CommitLimits,
): readonly OpenBranch[] {
  const counts = Array.from({ length: branchCount }, () => 0);
  for (const positions of order.branches) {
    for (const at of positions) counts[at] = (counts[at] ?? 0) + 1;
  }
  const branches = counts.map((count) => new OpenBranch(count > limits.maxCommits, limits));
  for (const [number, positions] of order.branches.entries()) {
    for (const at of positions) branches[at]?.addMember(number);
  }
  return branches;
}

/** A branch while the log is read. */
class OpenBranch {
  /** Numbers of its commits, children before parents; none of one that is too long. */
  readonly members: number[] = [];
  isUnknown: boolean;
  readonly #maxChanges: number;
  #changes = 0;

  constructor(isUnknown: boolean, { maxChanges }: CommitLimits) {
    this.isUnknown = isUnknown;
    this.#maxChanges = maxChanges;
  }

  addMember(number: number): void {
    if (!this.isUnknown) this.members.push(number);
  }

  /** True if a commit with so many changes still fits. */
  takes(changes: number): boolean {
    this.#changes += changes;
    if (this.#changes > this.#maxChanges) this.isUnknown = true;
    return !this.isUnknown;
  }
}

/** Answers show so much of a subject. */
const SUBJECT_LIMIT_CHARS = 500;

function collect(logged: LoggedCommit): CollectedCommit {
  const { author, changes } = logged;
  const committedSeconds = toColumnSeconds(Number(logged.committed));
  const message = decodeLatin(logged.message);
  if (logged.parents.length > 1) {
    const pullRequest = parsePullRequestMerge(message);
    return { committedSeconds, pullRequest, words: undefined, moves: [], blobs: NO_BLOBS };
  }
  const units = listUnits(changes);
  const all = [...units.keys()];
  const email = decodeLatin(logged.email);
  for (const unit of all) if (!isKeptUnit(unit)) units.delete(unit);
  const common = { committedSeconds, pullRequest: undefined, blobs: units };
  const localSeconds = parseLocalSeconds(logged.authored);
  const written = { author, email, localSeconds, message, units: all };
  if (isIgnored(written)) return { ...common, words: undefined, moves: [] };
  const [subject = ""] = message.trimStart().split("\n", 1);
  const words = {
    author,
    localSeconds,
    subject: copyText(subject.slice(0, SUBJECT_LIMIT_CHARS)),
    strictKey: toStrictKey(written),
    looseKey: toLooseKey(written),
  };
  return { ...common, words, moves: findMoves(changes) };
}

/** Units that a commit changes, with the resulting blobs. */
function listUnits(changes: readonly Change[]): Map<string, number[]> {
  const units = new Map<string, number[]>();
  let unit = "";
  let blobs: number[] = [];
  for (const { path, isFolder, objectId } of changes) {
    if (isFolder) continue;
    // Nested folders belong to the previous one, also if they are searched.
    if (!unit.endsWith("/") || !path.written.startsWith(unit)) {
      unit = path.unit;
      blobs = units.get(unit) ?? [];
      units.set(unit, blobs);
    }
    if (path.isGenerated || isNothing(objectId)) continue;
    blobs.push(toBlobNumber(objectId));
  }
  return units;
}

const NO_BLOBS: ReadonlyMap<string, readonly number[]> = new Map();
