// The commits of a branch as they are kept between builds: what must be compared with other branches, in
// columns. Commits that nobody carries over are left out, but for what they leave in folders.

import type { BlacklistRow, PullRequestRow } from "../../../data/history/repository-history.js";
import type { FolderMove } from "./moves.js";

/** A folder that a commit moved, with the position of the commit. */
interface CommitMove extends FolderMove {
  readonly position: number;
}

/** Commits of a branch; columns have one value for each, oldest first. */
export interface BranchCommits {
  /** True if they were not read, or exceed the limit. Then everything else is empty. */
  readonly isUnknown: boolean;
  /** Committer time of the tip, seconds since 1970 UTC. */
  readonly tipSeconds: number;
  /** ID_DIGITS of each commit that was its tip, as far as first parents tell, kept or not; oldest first. */
  readonly line: string;
  /** Hexadecimal, of one length. */
  readonly ids: readonly string[];
  /** KEY_BYTES for each, see commit-keys.ts. */
  readonly strictKeys: Uint8Array;
  readonly looseKeys: Uint8Array;
  /** Times by the author's own clock. */
  readonly localSeconds: Float64Array;
  /** Numbers in `people`. */
  readonly authors: Uint32Array;
  readonly subjects: readonly string[];
  /** Position in `pullRequests` and 1; 0 for none. */
  readonly owners: Uint32Array;
  /** Position in `line` of the oldest tip that had it. */
  readonly since: Uint32Array;
  /** One value more than there are commits: where its units start. */
  readonly unitFirst: Uint32Array;
  /** Numbers in `units`. */
  readonly unitList: Uint32Array;
  /** One value more than `unitList` has: where the blobs start that the commit leaves in the unit. */
  readonly blobFirst: Uint32Array;
  /** The first 48 bits of their ids. */
  readonly blobList: Float64Array;
  readonly people: readonly string[];
  /** Changed names at the top: files, and folders with `/` at the end; see units.ts. */
  readonly units: readonly string[];
  readonly pullRequests: readonly PullRequestRow[];
  readonly moves: readonly CommitMove[];
  /** Folders that the tip has, as units. */
  readonly folders: readonly string[];
  /** Commits that git does not give for the folder though they change it, by their positions. */
  readonly hidden: ReadonlyMap<string, readonly number[]>;
  /** Commits that git does not give for the whole tree. */
  readonly hiddenFromAll: readonly number[];
  /** Blobs that the commits which were left out leave in folders, by unit. */
  readonly otherBlobs: ReadonlyMap<string, Float64Array>;
  /** Blobs that the tip has in the folders of modules, by their paths with `/` at the end. */
  readonly tipBlobs: ReadonlyMap<string, Float64Array>;
  readonly blacklists: readonly BlacklistRow[];
}

export const NO_COMMITS: BranchCommits = {
  isUnknown: false,
  tipSeconds: 0,
  line: "",
  ids: [],
  strictKeys: new Uint8Array(),
  looseKeys: new Uint8Array(),
  localSeconds: new Float64Array(),
  authors: new Uint32Array(),
  subjects: [],
  owners: new Uint32Array(),
  since: new Uint32Array(),
  unitFirst: new Uint32Array(1),
  unitList: new Uint32Array(),
  blobFirst: new Uint32Array(1),
  blobList: new Float64Array(),
  people: [],
  units: [],
  pullRequests: [],
  moves: [],
  folders: [],
  hidden: new Map(),
  hiddenFromAll: [],
  otherBlobs: new Map(),
  tipBlobs: new Map(),
  blacklists: [],
};

/** Commits of a branch whose history was not read. */
export const UNKNOWN_COMMITS: BranchCommits = { ...NO_COMMITS, isUnknown: true };
