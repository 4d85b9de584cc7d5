// Histories and commits of branches from the log of a repository. Its commits are listed once, so
// that any part of the log may be read at any time, as a stream.
import type { BlacklistRow } from "../../../data/history/repository-history.js";
import { findBlacklistedModule, parseBlacklist } from "../commits/blacklist.js";
import { NO_COMMITS, type BranchCommits } from "../commits/branch-commits.js";
import { createCommitCollector } from "../commits/collect-commits.js";
import { createOrderReader, ORDER_COMMAND, type CommitOrder } from "../commits/commit-order.js";
import { LOG_FORMAT, createLogParser, toBlobNumber, type LoggedCommit } from "../commits/log.js";
import {
  listMergeRequests,
  MERGE_COMMAND,
  createMergeReader,
  type Merge,
  type MergeChanges,
} from "../commits/merges.js";
import { createPaths, type DescribePath } from "../commits/paths.js";
import { GENERATED } from "../commits/units.js";
import { toSourceError } from "./git-error.js";
import { readBlobs, readLog, readOutput, type Branch, type Repository } from "./git.js";
import { NO_HISTORY, createHistoryCounter, type FolderHistory } from "./history.js";
import type { ListedModule, ModuleListing } from "../list-modules.js";
import { waitForAll } from "../wait-for-all.js";
import { FILE_LIMIT_BYTES } from "./trees.js";

/** Facts from the tree of a branch. */
interface BranchModules extends Pick<ModuleListing, "modules" | "folders" | "blacklists"> {
  readonly branch: Branch;
}

export interface BranchHistory {
  /** One for each module, in their order. */
  readonly modules: readonly FolderHistory[];
  readonly commits: BranchCommits;
}

/** One git reads the log of so many commits; of more two read it at the same time. */
const COMMITS_OF_ONE = 20_000;

interface HistoryOptions {
  /** Output of `readOrder` for the branches. Default: it is read. */
  readonly order?: CommitOrder;
  /** Default: COMMITS_OF_ONE. */
  readonly commitsOfOne?: number;
}

/** The commits of branches, in their order. @throws SourceError when git cannot read the repository */
export async function readOrder(
  repository: Repository,
  tips: readonly string[],
): Promise<CommitOrder> {
  const reader = createOrderReader();
  if (tips.length > 0) await readOutput(repository, ORDER_COMMAND, reader.add, tips);
  return reader.end(tips);
}

/**
 * Histories of several branches, in order. Shared commits are read once.
 * @param addons folders that are searched for modules
 * @throws SourceError when git cannot read the repository
 */
export async function readHistories(
  repository: Repository,
  branches: readonly BranchModules[],
  addons: readonly string[],
  options: HistoryOptions = {},
): Promise<readonly BranchHistory[]> {
  const requests = branches.map(({ branch, modules }) => ({
    commit: branch.commit,
    folders: modules.map(({ sourcePath }) => (sourcePath === "." ? "" : sourcePath)),
  }));
  if (requests.length === 0) return [];
  const tips = requests.map(({ commit }) => commit);
  const { order = await readOrder(repository, tips), commitsOfOne = COMMITS_OF_ONE } = options;
  const collector = createCommitCollector(order, requests.length);
  const counter = createHistoryCounter(order, requests);
  const folders = requests.flatMap((request) => request.folders);
  const reading = {
    describePath: createPaths(addons, folders),
    onCommit(number: number, commit: LoggedCommit) {
      collector.add(number, commit);
      counter.add(number, commit);
    },
  };
  const count = order.ids.length;
  const middle = count > commitsOfOne ? Math.floor(count / 2) : count;
  const [changes, blacklists] = await waitForAll([
    readChanges(repository, collector.listMerges()),
    readBlacklists(repository, branches),
    readCommits(repository, order, { ...reading, from: 0, to: middle }),
    readCommits(repository, order, { ...reading, from: middle, to: count }),
  ]);
  const histories = counter.end();
  const commits = collector.end(
    changes,
    branches.map(({ folders: units, modules }, at) => ({
      folders: units,
      blacklists: blacklists[at] ?? [],
      tipBlobs: new Map(modules.map(listTipBlobs)),
    })),
  );
  return requests.map((request, position) => ({
    modules: request.folders.map((folder) => histories[position]?.get(folder) ?? NO_HISTORY),
    commits: commits[position] ?? NO_COMMITS,
  }));
}

/** Reads the log of the commits with these numbers, the last one left out. */
async function readCommits(
  repository: Repository,
  { ids }: CommitOrder,
  { from, to, describePath, onCommit }: LogReading,
): Promise<void> {
  if (from === to) return;
  let number = from;
  const parser = createLogParser(describePath, (commit) => {
    if (commit.hash !== ids[number]) throw new Error(`git gave no commit ${ids[number]}`);
    onCommit(number, commit);
    number += 1;
  });
  await readLog(repository, ids.slice(from, to), LOG_FORMAT, parser.add);
  parser.end();
  if (number !== to) {
    const said = `git gave ${number - from} of ${to - from} commits`;
    throw toSourceError(repository.label, new Error(said));
  }
}

interface LogReading {
  readonly from: number;
  readonly to: number;
  readonly describePath: DescribePath;
  onCommit(number: number, commit: LoggedCommit): void;
}

async function readChanges(
  repository: Repository,
  merges: readonly Merge[],
): Promise<MergeChanges> {
  const reader = createMergeReader(merges);
  if (merges.length > 0) {
    await readOutput(repository, MERGE_COMMAND, reader.add, listMergeRequests(merges));
  }
  return reader.end();
}

function listTipBlobs({
  sourcePath,
  files,
}: ListedModule): readonly [folder: string, blobs: Float64Array] {
  const blobs = files.flatMap(({ path, objectId }) =>
    GENERATED.test(path) ? [] : [toBlobNumber(objectId)],
  );
  return [`${sourcePath}/`, Float64Array.from(new Set(blobs))];
}

/** For each branch, in their order. */
async function readBlacklists(
  repository: Repository,
  branches: readonly BranchModules[],
): Promise<readonly (readonly BlacklistRow[])[]> {
  const small = branches.map(({ blacklists }) =>
    blacklists.filter(({ sizeBytes }) => (sizeBytes ?? Infinity) <= FILE_LIMIT_BYTES),
  );
  const ids = new Set(small.flat().map(({ objectId }) => objectId));
  const blobs = await readBlobs(repository, [...ids]);
  return small.map((rows) =>
    rows.flatMap(({ path, objectId }) => {
      const module = findBlacklistedModule(path);
      const bytes = blobs.get(objectId);
      if (module === undefined || bytes === undefined) return [];
      return parseBlacklist(module, Buffer.from(bytes).toString("utf8")) ?? [];
    }),
  );
}
