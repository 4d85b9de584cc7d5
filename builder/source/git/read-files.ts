// The bytes of the files that parsers want, for any number of a branch's modules, in few requests
// to git.
import type { Diagnostic } from "../../parse/diagnostics.js";
import type { SourceFile } from "../../parse/source-file.js";
import { toShownPath } from "./git-path.js";
import type { Repository } from "./git.js";
import type { TreeRow } from "./trees.js";
import type { ListedModule } from "../list-modules.js";
import { visitBlobs } from "./visit-blobs.js";

/** What was read of a module's folder. */
interface ModuleFiles {
  /** In path order; paths relative to the module folder. */
  readonly files: readonly SourceFile[];
  /** Of wanted files that were not read. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the wanted files of some modules of a branch, one result for each, in their order. Two
 * files of the same content share their bytes.
 * @param isWanted which files are read, by path relative to the module folder
 * @throws SourceError when git cannot read the repository
 */
export async function readFiles(
  repository: Repository,
  modules: readonly ListedModule[],
  isWanted: (path: string) => boolean,
): Promise<readonly ModuleFiles[]> {
  const wanted = modules.map(({ files }) => files.filter(({ path }) => isWanted(path)));
  const blobs = new Map<string, Uint8Array>();
  await visitBlobs(repository, wanted.flat(), (id, bytes) => blobs.set(id, bytes));
  return wanted.map((rows) => collectFiles(rows, blobs));
}

function collectFiles(
  rows: readonly TreeRow[],
  blobs: ReadonlyMap<string, Uint8Array>,
): ModuleFiles {
  const files: SourceFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { path: gitPath, objectId, sizeBytes } of rows) {
    const path = toShownPath(gitPath);
    const bytes = blobs.get(objectId);
    if (bytes !== undefined) {
      files.push({ path, bytes });
    } else if (sizeBytes === undefined) {
      diagnostics.push({ code: "file_absent", path, line: 1, detail: objectId });
    } else {
      diagnostics.push({ code: "file_too_large", path, line: 1, detail: `${sizeBytes} bytes` });
    }
  }
  return { files, diagnostics };
}
