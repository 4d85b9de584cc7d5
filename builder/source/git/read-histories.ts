// What the log of a repository tells of branches: who changed their modules and when, and their commits. One
// log of the whole repository, read as it comes.
import type { BlacklistRow } from "../../../data/repository-history.js";
import { findBlacklistedModule, parseBlacklist } from "../commits/blacklist.js";
import { NO_COMMITS, type BranchCommits } from "../commits/branch-commits.js";
import { openCommitCollector } from "../commits/collect-commits.js";
import { LOG_FORMAT, toBlobNumber } from "../commits/log.js";
import { formatMergeRequests, openMergeReader } from "../commits/merges.js";
import { GENERATED } from "../commits/units.js";
import { readBlobs, readLog, readMergeChanges, type Branch, type Repository } from "./git.js";
import { NO_HISTORY, openLogReader, type FolderHistory } from "./history.js";
import type { ListedModule, ModuleListing } from "../list-modules.js";
import { FILE_LIMIT_BYTES } from "./visit-blobs.js";

/** What the tree of a branch has. */
export interface BranchModules extends Pick<ModuleListing, "modules" | "folders" | "blacklists"> {
  readonly branch: Branch;
}

export interface BranchHistory {
  /** One for each module, in their order. */
  readonly modules: readonly FolderHistory[];
  readonly commits: BranchCommits;
}

/**
 * What the log tells of several branches, one result for each, in their order. Commits that branches
 * share are read once, and git is started up to three times.
 * @param addons folders that are searched for modules
 * @throws SourceError when git cannot read the repository
 */
export async function readHistories(
  repository: Repository,
  branches: readonly BranchModules[],
  addons: readonly string[],
): Promise<readonly BranchHistory[]> {
  const requests = branches.map(({ branch, modules }) => ({
    commit: branch.commit,
    folders: modules.map(({ sourcePath }) => (sourcePath === "." ? "" : sourcePath)),
  }));
  if (requests.length === 0) return [];
  const collector = openCommitCollector(requests.length, addons);
  const reader = openLogReader(requests, collector.add);
  const ids = requests.map(({ commit }) => commit);
  await readLog(repository, ids, LOG_FORMAT, reader.add);
  const histories = reader.end();
  const merges = collector.listMerges();
  const mergeReader = openMergeReader(merges);
  if (merges.length > 0) {
    await readMergeChanges(repository, formatMergeRequests(merges), mergeReader.add);
  }
  const blacklists = await readBlacklists(repository, branches);
  const tips = branches.map(({ folders, modules }, at) => ({
    folders,
    blacklists: blacklists[at] ?? [],
    tipBlobs: new Map(modules.map(listTipBlobs)),
  }));
  const commits = collector.end(mergeReader.end(), tips);
  return requests.map(({ folders }, position) => ({
    modules: folders.map((folder) => histories[position]?.get(folder) ?? NO_HISTORY),
    commits: commits[position] ?? NO_COMMITS,
  }));
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
