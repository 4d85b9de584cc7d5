// One branch of a repository read by the parts of the source room, as one value for tests.
import type { Diagnostic } from "../../builder/parse/diagnostics.js";
import type { SourceFile } from "../../builder/parse/source-file.js";
import type { Branch, Repository } from "../../builder/source/git/git.js";
import type { FolderHistory } from "../../builder/source/git/history.js";
import { listModules, type ListedModule } from "../../builder/source/list-modules.js";
import { readFiles } from "../../builder/source/git/read-files.js";
import { readHistories } from "../../builder/source/git/read-histories.js";

export interface BranchReadingOptions {
  readonly repository: Repository;
  readonly branch: Branch;
  readonly repositoryName: string;
  readonly addons: readonly string[];
  readonly isWanted: (path: string) => boolean;
}

export interface ModuleSource extends Omit<ListedModule, "files">, FolderHistory {
  readonly files: readonly SourceFile[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface BranchReading {
  readonly modules: readonly ModuleSource[];
  readonly diagnostics: readonly Diagnostic[];
}

export async function readBranch(options: BranchReadingOptions): Promise<BranchReading> {
  const { repository, branch, isWanted } = options;
  const [listing] = await listModules({ ...options, branches: [branch] });
  if (listing === undefined) throw new Error("the branch was not listed");
  const [history] = await readHistories(repository, [{ branch, ...listing }], options.addons);
  const contents = await readFiles(repository, listing.modules, isWanted);
  const modules = listing.modules.map(({ files: _files, ...facts }, position) => {
    const ofModule = history?.modules[position];
    const content = contents[position];
    if (ofModule === undefined || content === undefined) throw new Error("a module was not read");
    return { ...facts, ...ofModule, ...content };
  });
  return { modules, diagnostics: listing.diagnostics };
}
