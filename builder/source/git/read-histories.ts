// Who changed the modules of branches and when: one log of the whole repository, read as it comes.
import { readLog, type Branch, type Repository } from "./git.js";
import { LOG_FORMAT, NO_HISTORY, openLogReader, type FolderHistory } from "./history.js";
import type { ListedModule } from "../list-modules.js";

/** Modules of one branch. */
export interface BranchModules {
  readonly branch: Branch;
  readonly modules: readonly ListedModule[];
}

/**
 * The history of modules of several branches: for each branch, in their order, one for each module,
 * in their order. Commits that branches share are read once, and git is started once.
 * @throws SourceError when git cannot read the repository
 */
export async function readHistories(
  repository: Repository,
  branches: readonly BranchModules[],
): Promise<readonly (readonly FolderHistory[])[]> {
  const requests = branches.map(({ branch, modules }) => ({
    commit: branch.commit,
    folders: modules.map(({ sourcePath }) => (sourcePath === "." ? "" : sourcePath)),
  }));
  const commits = requests.filter(({ folders }) => folders.length > 0).map(({ commit }) => commit);
  if (commits.length === 0) return requests.map(() => []);
  const reader = openLogReader(requests);
  await readLog(repository, commits, LOG_FORMAT, reader.add);
  const histories = reader.end();
  return requests.map(({ folders }, position) =>
    folders.map((folder) => histories[position]?.get(folder) ?? NO_HISTORY),
  );
}
