// The bytes of the files that parsers want, for any number of a branch's modules, in few requests
// to git.
import type { Diagnostic } from "../diagnostics.js";
import type { SourceFile } from "../parse/source-file.js";
import { toShownPath } from "./git-path.js";
import { readBlobs, type Repository, type TreeRow } from "./git.js";
import type { ListedModule } from "./list-modules.js";

/** What was read of a module's folder. */
export interface ModuleFiles {
  /** In path order; paths relative to the module folder. */
  readonly files: readonly SourceFile[];
  /** Of wanted files that were not read. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A larger file is no hand-written source; it is reported and passed over. */
export const FILE_LIMIT_BYTES = 20 * 1024 * 1024;

/** Blobs of one request to git are held in memory together. */
const BATCH_LIMIT_BYTES = 64 * 1024 * 1024;

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
  const blobs = await readInBatches(repository, wanted.flat());
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

async function readInBatches(
  repository: Repository,
  rows: readonly TreeRow[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const blobs = new Map<string, Uint8Array>();
  let batch: string[] = [];
  let batchBytes = 0;
  const readBatch = async (): Promise<void> => {
    for (const [id, bytes] of await readBlobs(repository, batch)) blobs.set(id, bytes);
    batch = [];
    batchBytes = 0;
  };
  const requested = new Set<string>();
  for (const { objectId, sizeBytes } of rows) {
    if (sizeBytes === undefined || sizeBytes > FILE_LIMIT_BYTES) continue;
    if (requested.has(objectId)) continue;
    requested.add(objectId);
    batch.push(objectId);
    batchBytes += sizeBytes;
    if (batchBytes >= BATCH_LIMIT_BYTES) await readBatch();
  }
  await readBatch();
  return blobs;
}
