// History for comparing the branches of a repository: commits that people carry over, each once,
// with the branches that have it.

import type { Judgement } from "./port-verdict.js";

export interface RepositoryHistory {
  readonly people: readonly string[];
  /**
   * Names that commits change at the top of the repository: files, and folders with `/` at the end.
   */
  readonly units: readonly string[];
  /** Changes of commits; one entry for all with the same author, date, message and units. */
  readonly changes: readonly CommitChange[];
  /** For each commit the number of its change, ascending. */
  readonly commits: readonly number[];
  /** Contents of commits that are in branches without the commit. */
  readonly contents: readonly ContentElsewhere[];
  /** Folders that commits moved, by the numbers of the commits. */
  readonly moves: readonly MoveRow[];
  /**
   * Verdicts on changes that a branch lacks, by change, unit and branch. A change without a row is
   * to be ported.
   */
  readonly verdicts: readonly VerdictRow[];
  /** By platform version. */
  readonly branches: readonly BranchHistory[];
}

/** Hexadecimal digits kept of a commit id; forges and git show as many. */
export const ID_DIGITS = 12;

export interface CommitChange {
  /** Number in `people`. */
  readonly author: number;
  /** Seconds on the author's own clock, since its 1970; the zone is not kept. */
  readonly localSeconds: number;
  readonly subject: string;
  /**
   * Number of changes that agree except in what a migration does to messages, and in their units.
   */
  readonly looseNumber: number;
  /** Numbers in `units`, ascending; those that count, see commit-keys.ts. */
  readonly units: readonly number[];
}

/** All files that a commit leaves in a folder were added there in these branches too. */
export interface ContentElsewhere {
  readonly commit: number;
  readonly unit: number;
  /** A bit for each branch by its position; of the first BRANCH_BITS. */
  readonly branches: number;
}

/** A commit that deleted the manifest of a folder while its files appeared in another. */
export interface MoveCounts {
  /** Files that it deleted in the one folder, and added in the other. */
  readonly deletedFiles: number;
  readonly addedFiles: number;
  /** Files that keep their path in the folder, its name replaced. */
  readonly samePaths: number;
  /** Deleted files, generated ones apart, whose content is among the added ones. */
  readonly sameBlobs: number;
}

export interface MoveRow extends MoveCounts {
  readonly commit: number;
  /** Numbers in `units`. */
  readonly from: number;
  readonly to: number;
}

export interface VerdictRow extends Judgement {
  readonly change: number;
  /** The folder of the module. */
  readonly unit: number;
  /** Position of the branch that lacks it. */
  readonly branch: number;
  /** The commit that has or undoes it; -1 for none. */
  readonly commit: number;
}

/** Branches that contents are compared with; no repository of the field has half of them. */
export const BRANCH_BITS = 31;

export interface BranchHistory {
  readonly branch: string;
  readonly platformVersion: string;
  /** Tip of the branch. */
  readonly commit: string;
  /** Committer time of the tip, seconds since 1970 UTC; 0 where no history was read. */
  readonly tipSeconds: number;
  /** True if the branch has more commits than are kept; then it has none here. */
  readonly isUnknown: boolean;
  /** Numbers in `units`. */
  readonly folders: readonly number[];
  /**
   * ID_DIGITS of each commit that was its tip, as far as first parents tell, merges and robots' commits among them;
   * one behind the other, oldest first. Empty where it is too long.
   */
  readonly line: string;
  /** Oldest first. */
  readonly members: readonly BranchMember[];
  readonly pullRequests: readonly PullRequestRow[];
  /** Commits that change a folder but that git does not give for it, as a merge left them out. */
  readonly hidden: readonly { readonly unit: number; readonly commits: readonly number[] }[];
  /** Hidden numbers for the whole tree. */
  readonly hiddenFromAll: readonly number[];
  readonly blacklists: readonly BlacklistRow[];
}

export interface BranchMember {
  readonly commit: number;
  /** Position in `pullRequests`; -1 for none. */
  readonly pullRequest: number;
  /** Position in the branch's line of the oldest tip that had it. */
  readonly since: number;
}

export interface PullRequestRow {
  readonly number: number;
  readonly mergedSeconds: number;
  readonly title: string | null;
  /** True if the number belongs to another repository that shares part of this history. */
  readonly isForeign: boolean;
}

/** A module or commit that a branch declares not to be carried over. */
export interface BlacklistRow {
  readonly module: string;
  /** Reason why the module is not migrated at all. */
  readonly noMigration: string | null;
  /** `ORG/REPO#N`, `N`, or `orphaned_commits`, with the reason. */
  readonly pullRequests: readonly (readonly [key: string, reason: string])[];
}
