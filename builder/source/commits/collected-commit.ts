// A commit as it is in memory between the log and the columns of branches.
import type { FolderMove } from "./moves.js";
import type { PullRequestMerge } from "./pull-requests.js";

/** A commit as it is kept while the log is read. */
export interface CollectedCommit {
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
