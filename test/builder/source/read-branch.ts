// One branch of a repository read by the parts of the source room, as one value for tests.
import type { Diagnostic } from "../../../builder/parse/diagnostics.js";
import type { SourceFile } from "../../../builder/parse/source-file.js";
import { visitObjects, type Branch, type Repository } from "../../../builder/source/git/git.js";
import type { FolderHistory } from "../../../builder/source/git/history.js";
import { listModules, type ListedModule } from "../../../builder/source/list-modules.js";
import { toShownPath } from "../../../builder/source/git/git-path.js";
import { FILE_LIMIT_BYTES } from "../../../builder/source/git/trees.js";
import { readHistories } from "../../../builder/source/git/read-histories.js";

export interface BranchReadingOptions {
  readonly repository: Repository;
  readonly branch: Branch;
  readonly repositoryName: string;
  readonly addons: readonly string[];
  readonly isWanted: (path: string) => boolean;
}

export interface ModuleSource extends Omit<ListedModule, "files">, FolderHistory {
  readonly files: readonly SourceFile[];
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
  const wanted = listing.modules.map(({ files }) => files.filter(({ path }) => isWanted(path)));
  const blobs = new Map<string, Uint8Array>();
  const small = wanted.flat().filter((row) => (row.sizeBytes ?? Infinity) <= FILE_LIMIT_BYTES);
  const ids = new Set(small.map(({ objectId }) => objectId));
  await visitObjects(repository, [...ids], (found) => blobs.set(found.objectId, found.bytes));
  const modules = listing.modules.map(({ files: _files, ...facts }, position) => {
    const ofModule = history?.modules[position];
    if (ofModule === undefined) throw new Error("a module was not read");
    const files = (wanted[position] ?? []).flatMap(({ path, objectId }) => {
      const bytes = blobs.get(objectId);
      return bytes === undefined ? [] : [{ path: toShownPath(path), bytes }];
    });
    return { ...facts, ...ofModule, files };
  });
  return { modules, diagnostics: listing.diagnostics };
}
