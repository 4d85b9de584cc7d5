// Task of a reader process: lists the modules of a repository's branches, and their changes.
import { serialize } from "node:v8";
import type { Diagnostic } from "../../parse/diagnostics.js";
import { isParsedFile, isPathAlone } from "../../parse/file-kind.js";
import {
  NO_COMMITS,
  UNKNOWN_COMMITS,
  type BranchCommits,
} from "../../source/commits/branch-commits.js";
import { COMMIT_LIMITS } from "../../source/commits/collect-commits.js";
import { listModules, type ModuleListing } from "../../source/list-modules.js";
import { NO_HISTORY } from "../../source/git/history.js";
import { readHistories, readOrder, type BranchHistory } from "../../source/git/read-histories.js";
import { waitForAll } from "../../source/wait-for-all.js";
import type { ListedBranch, ListTask } from "./tasks.js";

export async function listBranchModules(task: ListTask): Promise<readonly ListedBranch[]> {
  const [listings, histories] = task.withoutHistory
    ? await listWithoutHistory(task)
    : await listWithHistory(task);
  return listings.map(({ modules, diagnostics, release, pathCount }, at) => {
    const { modules: ofModules = [], commits = NO_COMMITS } = histories[at] ?? {};
    return {
      modules: modules.map((module) => ({
        ...module,
        files: module.files.filter(({ path }) => isParsedFile(path) || isPathAlone(path)),
      })),
      diagnostics: task.withoutHistory
        ? diagnostics
        : [...diagnostics, ...describeCommits(commits)],
      release,
      pathCount,
      histories: ofModules,
      commits: serialize(commits),
    };
  });
}

/** One of each for every branch, in their order. */
type Listed = readonly [listings: readonly ModuleListing[], histories: readonly BranchHistory[]];

async function listWithHistory(task: ListTask): Promise<Listed> {
  const { repository, branches } = task;
  // Starting git costs more than its work on a branch: each question is asked once for all.
  const tips = branches.map(({ commit }) => commit);
  const [listings, order] = await waitForAll([listModules(task), readOrder(repository, tips)]);
  const histories = await readHistories(
    repository,
    branches.flatMap((branch, at) => {
      const listing = listings[at];
      return listing === undefined ? [] : [{ branch, ...listing }];
    }),
    task.addons,
    { order },
  );
  return [listings, histories];
}

async function listWithoutHistory(task: ListTask): Promise<Listed> {
  const listings = await listModules(task);
  const histories = listings.map(({ modules }) => ({
    modules: modules.map(() => NO_HISTORY),
    commits: UNKNOWN_COMMITS,
  }));
  return [listings, histories];
}

function describeCommits({ isUnknown }: BranchCommits): readonly Diagnostic[] {
  if (!isUnknown) return [];
  const { maxCommits, maxChanges } = COMMIT_LIMITS;
  const detail = `more than ${maxCommits} commits, or ${maxChanges} changed files and folders`;
  return [{ code: "history_too_long", path: ".", line: 1, detail }];
}
