// A repository's history as one compressed value: how each part of it is packed, and checked when it is read.
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import {
  type BlacklistRow,
  type BranchHistory,
  type CommitChange,
  ID_DIGITS,
  type RepositoryHistory,
  type VerdictRow,
} from "../../history/repository-history.js";
import { ALL_REASONS, VERDICTS } from "../../history/port-verdict.js";
import type { Steps } from "../../yield.js";
import { damagedSection } from "../errors.js";
import { packValue, unpackValue } from "../record/packing.js";
import {
  as,
  type Column,
  type ColumnReader,
  createColumnReader,
  differences,
  flags,
  lists,
  numbers,
  oneOf,
  packLists,
  recurring,
  rows,
  texts,
  textsOrNull,
  unpackEachList,
  unpackLists,
  withCounts,
} from "../record/column-packing.js";

/** A history as it is written: for each commit of it ID_BYTES stand in `ids`. */
export interface PackedHistory {
  readonly commits: number;
  readonly ids: Uint8Array;
  readonly bytes: Uint8Array;
  /** Length of `bytes` when decompressed. */
  readonly length: number;
}

export const ID_BYTES = ID_DIGITS / 2;

const SECTION = "histories.bytes";

/** Facts of a branch that are unpacked at once. */
type BranchHead = Pick<
  BranchHistory,
  "branch" | "platformVersion" | "commit" | "tipSeconds" | "isUnknown" | "line"
>;
type BranchCommits = Omit<BranchHistory, keyof BranchHead>;

const IDS = new RegExp(`^(?:[0-9a-f]{${ID_DIGITS}})*$`);

const line: Column<string> = as(
  texts,
  (ids: string) => ids,
  (ids) => {
    if (IDS.test(ids)) return ids;
    throw damagedSection(SECTION, `ids of ${ID_DIGITS} digits`, `${ids.length} digits`);
  },
);

const BRANCH_HEADS = rows<BranchHead>({
  branch: texts,
  platformVersion: texts,
  commit: texts,
  tipSeconds: numbers(),
  isUnknown: flags,
  line,
});

const BRANCH_COMMITS = {
  folders: differences("units"),
  pullRequests: rows<BranchHistory["pullRequests"][number]>({
    number: differences(),
    mergedSeconds: differences(),
    title: textsOrNull,
    isForeign: flags,
  }),
  members: rows<BranchHistory["members"][number]>({
    commit: differences("commits"),
    pullRequest: differences("pullRequests", -1),
    since: differences("line"),
  }),
  hidden: rows<BranchHistory["hidden"][number]>({
    unit: numbers("units"),
    commits: lists(differences("commits")),
  }),
  hiddenFromAll: differences("commits"),
  blacklists: rows<BlacklistRow>({
    module: texts,
    noMigration: textsOrNull,
    pullRequests: lists(
      as(
        rows<{ readonly key: string; readonly reason: string }>({ key: texts, reason: texts }),
        ([key, reason]: readonly [string, string]) => ({ key, reason }),
        ({ key, reason }) => [key, reason] as const,
      ),
    ),
  }),
};

/** The commits of a branch are unpacked when they are asked for: of a dozen branches mostly two are compared. */
const branches: Column<BranchHistory> = {
  pack: (all) => [
    BRANCH_HEADS.pack(all),
    all.map((branch) => packLists<BranchCommits>(BRANCH_COMMITS, branch)),
  ],
  unpack(packed, reader) {
    const [heads, commits] = reader.readList(packed);
    const packedCommits = reader.readList(commits);
    return BRANCH_HEADS.unpack(heads, reader).map((head, at) =>
      withCommits(head, packedCommits[at], reader),
    );
  },
};

function withCommits(head: BranchHead, packed: unknown, reader: ColumnReader): BranchHistory {
  let read: BranchCommits | undefined;
  const inBranch = withCounts(reader, { line: head.line.length / ID_DIGITS });
  const getCommits = () => (read ??= unpackLists<BranchCommits>(BRANCH_COMMITS, packed, inBranch));
  for (const key of Object.keys(BRANCH_COMMITS) as (keyof BranchCommits)[]) {
    Object.defineProperty(head, key, { enumerable: true, get: () => getCommits()[key] });
  }
  return head as BranchHistory;
}

export const MOVE_COUNTS = {
  deletedFiles: numbers(),
  addedFiles: numbers(),
  samePaths: numbers(),
  sameBlobs: numbers(),
};

const HISTORY = {
  people: texts,
  units: texts,
  changes: rows<CommitChange>({
    author: numbers("people"),
    localSeconds: differences(),
    subject: texts,
    looseNumber: differences("rows"),
    units: lists(numbers("units")),
  }),
  commits: differences("changes"),
  contents: rows<RepositoryHistory["contents"][number]>({
    commit: differences("commits"),
    unit: numbers("units"),
    branches: numbers(),
  }),
  moves: rows<RepositoryHistory["moves"][number]>({
    commit: numbers("commits"),
    from: numbers("units"),
    to: numbers("units"),
    ...MOVE_COUNTS,
  }),
  branches,
  verdicts: rows<VerdictRow>({
    change: differences("changes"),
    unit: numbers("units"),
    branch: numbers("branches"),
    verdict: oneOf(VERDICTS),
    reason: oneOf(ALL_REASONS),
    commit: numbers("commits", -1),
    places: lists(rows<VerdictRow["places"][number]>({ path: recurring, line: numbers() })),
    size: as(
      lists(numbers()),
      (size: VerdictRow["size"]) => (size === undefined ? [] : [size.files, size.lines]),
      ([files, lines = 0]) => (files === undefined ? undefined : { files, lines }),
    ),
  }),
};

/** A tenth less than deflate makes of it. 9 takes three times as long for 0.7 % less, 11 over thirty times for a tenth. */
const BROTLI_QUALITY = 6;

export function packHistory(history: RepositoryHistory, ids: readonly string[]): PackedHistory {
  const packed = packValue(packLists<RepositoryHistory>(HISTORY, history));
  return {
    commits: ids.length,
    ids: Buffer.concat(ids.map((id) => Buffer.from(id.slice(0, ID_DIGITS), "hex"))),
    bytes: brotliCompressSync(packed, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: packed.length,
      },
    }),
    length: packed.length,
  };
}

/** History of a repository without a readable branch. */
export const NOTHING_PACKED: PackedHistory = packHistory(
  {
    people: [],
    units: [],
    changes: [],
    commits: [],
    contents: [],
    moves: [],
    verdicts: [],
    branches: [],
  },
  [],
);

/** A thousandth of that in a file could fill the memory. */
const LARGEST_HISTORY_BYTES = 128 * 1024 * 1024;

/**
 * @throws SnapshotError `snapshot_damaged` where it is not what `packHistory` wrote; of what is wrong in a branch,
 * when its commits are asked for
 */
export function* unpackHistory({
  bytes,
  length,
  commits,
}: Omit<PackedHistory, "ids">): Steps<RepositoryHistory> {
  if (length > LARGEST_HISTORY_BYTES) {
    throw damagedSection("histories.length", `up to ${LARGEST_HISTORY_BYTES}`, `${length}`);
  }
  let value: unknown;
  try {
    const packed = brotliDecompressSync(bytes, { maxOutputLength: Math.max(length, 1) });
    if (packed.length !== length) throw new Error(`${packed.length} bytes of ${length}`);
    yield;
    value = unpackValue(packed);
  } catch (error) {
    throw damagedSection(SECTION, "a compressed history", (error as Error).message);
  }
  yield;
  const reader = createColumnReader(SECTION);
  const history = yield* unpackEachList<RepositoryHistory>(HISTORY, value, reader);
  if (history.commits.length !== commits) {
    throw damagedSection("histories.first", `${history.commits.length} commits`, `${commits}`);
  }
  return history;
}
