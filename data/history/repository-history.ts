// What branches of a repository are compared by when it is asked what one lacks of another: commits that people
// carry over, each once, whatever branches have it.

import type { Judgement } from "./port-verdict.js";

export interface RepositoryHistory {
  readonly people: readonly string[];
  /** What commits change at the top of the repository: files, and folders with `/` at the end. */
  readonly units: readonly string[];
  /** What commits do; one for all with the same author, date, message and units. */
  readonly changes: readonly CommitChange[];
  /** For each commit the number of its change, ascending. */
  readonly commits: readonly number[];
  /** Contents of commits that are in branches without the commit. */
  readonly contents: readonly ContentElsewhere[];
  /** Folders that commits moved, by the numbers of the commits. */
  readonly moves: readonly MoveRow[];
  /** What is to be done about changes that a branch lacks, by change, unit and branch; what has no row is to be ported. */
  readonly verdicts: readonly VerdictRow[];
  /** By platform version. */
  readonly branches: readonly BranchHistory[];
}

/** Of a commit's id so many hexadecimal digits are kept, which is what forges and git show of it. */
export const ID_DIGITS = 12;

export interface CommitChange {
  /** Number in `people`. */
  readonly author: number;
  /** Of the author's own clock, since its 1970; the zone is not kept. */
  readonly localSeconds: number;
  readonly subject: string;
  /** The same for changes that differ only in what a migration does to messages, and in what they change. */
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

/** Of a commit that deleted the manifest of a folder while its files appeared in another. */
export interface MoveCounts {
  /** Files that it deleted in the one folder, and added in the other. */
  readonly deletedFiles: number;
  readonly addedFiles: number;
  /** Of these those with the same path in the folder, its name replaced. */
  readonly samePaths: number;
  /** Of the deleted files, but for those that programs write, those whose content is among the added. */
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
  /** Its tip. */
  readonly commit: string;
  /** Committer time of the tip, seconds since 1970 UTC; 0 where no history was read. */
  readonly tipSeconds: number;
  /** Has it more commits than are kept? Then there are none. */
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
  readonly hidden: readonly HiddenCommits[];
  /** The same for the whole tree. */
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
  /** Is the number another repository's, of which this one has a part of the history? */
  readonly isForeign: boolean;
}

interface HiddenCommits {
  readonly unit: number;
  readonly commits: readonly number[];
}

/** What a branch says is not to be carried over to it. */
export interface BlacklistRow {
  readonly module: string;
  /** Why the module is not migrated at all. */
  readonly noMigration: string | null;
  /** `ORG/REPO#N`, `N`, or `orphaned_commits`, with the reason. */
  readonly pullRequests: readonly (readonly [key: string, reason: string])[];
}
