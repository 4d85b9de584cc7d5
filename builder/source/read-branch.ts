// One branch of a repository, read: its modules with the bytes that parsers want and the history
// of each folder. This is where the source room ends; what files mean is not known here.
import type { Diagnostic } from "../diagnostics.js";
import type { SourceFile } from "../parse/source-file.js";
import { findModuleFolders, isPlainFile, type ModuleFolder } from "./addons.js";
import { listTree, readBlobs, readLog, type Branch, type Repository, type TreeRow } from "./git.js";
import { LOG_FORMAT, parseLog } from "./history.js";

/** A module as it lies in a branch, not yet parsed. */
export interface ModuleSource {
  readonly technicalName: string;
  /** Relative to the repository root, `.` for the root itself. */
  readonly sourcePath: string;
  /** Path of the manifest, relative to the module folder. */
  readonly manifest: string;
  readonly files: readonly SourceFile[];
  /** Bytes of all blobs under the folder that the repository holds. */
  readonly folderSizeBytes: number;
  /** Committer time of the last commit that changed the folder, seconds since 1970 UTC. */
  readonly updatedAtSeconds: number;
  readonly committers: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface BranchReadingOptions {
  readonly repository: Repository;
  readonly branch: Branch;
  /** Name of a module at the root of the repository. */
  readonly repositoryName: string;
  /** Folders to search for modules. */
  readonly addons: readonly string[];
  /** Which files of a module are to be read, by path relative to its folder. */
  readonly isWanted: (path: string) => boolean;
}

export interface BranchReading {
  /** In path order. */
  readonly modules: readonly ModuleSource[];
  /** Of what was passed over; paths are relative to the repository root. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A larger file is no hand-written source; it is reported and passed over. */
export const FILE_LIMIT_BYTES = 20 * 1024 * 1024;

/** Blobs of one request to git are held in memory together. */
const BATCH_LIMIT_BYTES = 64 * 1024 * 1024;

/** A name that can be part of an address and of a file system: no control characters. */
// eslint-disable-next-line no-control-regex -- control characters are what is refused
const MODULE_NAME = /^[^\u0000-\u001f\u007f/]{1,200}$/;

/**
 * Reads the modules of a branch.
 * @throws SourceError when git cannot read the repository
 */
export async function readBranch(options: BranchReadingOptions): Promise<BranchReading> {
  const { repository, branch, repositoryName, addons } = options;
  const tree = await listTree(repository, branch.commit);
  const all = findModuleFolders(tree, addons);
  const isNamed = ({ folder }: ModuleFolder): boolean =>
    MODULE_NAME.test(technicalNameOf(folder, repositoryName));
  const folders = all.filter(isNamed);
  const diagnostics = all
    .filter((folder) => !isNamed(folder))
    .map((folder) => reportName(folder.folder, folder.manifest));
  if (folders.length === 0) return { modules: [], diagnostics };
  const [log, blobs] = await Promise.all([
    readLog(repository, branch.commit, LOG_FORMAT),
    readInBatches(
      repository,
      folders.flatMap((folder) => listWantedRows(folder, options)),
    ),
  ]);
  const histories = parseLog(
    log,
    folders.map(({ folder }) => folder),
  );
  const modules = folders.map((folder) => {
    const history = histories.get(folder.folder);
    // A deep copy: a text cut out of git's output keeps all of that output in memory.
    const facts = structuredClone({
      technicalName: technicalNameOf(folder.folder, repositoryName),
      sourcePath: folder.folder === "" ? "." : folder.folder,
      manifest: folder.manifest,
      folderSizeBytes: folder.rows.reduce((sum, row) => sum + (row.sizeBytes ?? 0), 0),
      updatedAtSeconds: history?.updatedAtSeconds ?? 0,
      committers: history?.committers ?? [],
    });
    return { ...facts, ...collectFiles(folder, options, blobs) };
  });
  return { modules, diagnostics };
}

function reportName(folder: string, manifest: string): Diagnostic {
  const path = `${folder}/${manifest}`;
  return { code: "module_name_invalid", path, line: 1, detail: JSON.stringify(folder) };
}

function technicalNameOf(folder: string, repositoryName: string): string {
  return folder === "" ? repositoryName : folder.slice(folder.lastIndexOf("/") + 1);
}

function listWantedRows(folder: ModuleFolder, options: BranchReadingOptions): readonly TreeRow[] {
  return folder.rows.filter(
    (row) =>
      isPlainFile(row) &&
      options.isWanted(relativePath(folder, row)) &&
      (row.sizeBytes ?? 0) <= FILE_LIMIT_BYTES,
  );
}

function collectFiles(
  folder: ModuleFolder,
  options: BranchReadingOptions,
  blobs: ReadonlyMap<string, Uint8Array>,
): Pick<ModuleSource, "files" | "diagnostics"> {
  const files: SourceFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const row of folder.rows) {
    const path = relativePath(folder, row);
    if (!isPlainFile(row) || !options.isWanted(path)) continue;
    const bytes = blobs.get(row.objectId);
    if (bytes !== undefined) {
      files.push({ path, bytes });
    } else if (row.sizeBytes === undefined) {
      diagnostics.push({ code: "file_absent", path, line: 1, detail: row.objectId });
    } else {
      diagnostics.push({ code: "file_too_large", path, line: 1, detail: `${row.sizeBytes} bytes` });
    }
  }
  return { files, diagnostics };
}

function relativePath(folder: ModuleFolder, row: TreeRow): string {
  return folder.folder === "" ? row.path : row.path.slice(folder.folder.length + 1);
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
  for (const row of rows) {
    if (row.sizeBytes === undefined || requested.has(row.objectId)) continue;
    requested.add(row.objectId);
    batch.push(row.objectId);
    batchBytes += row.sizeBytes;
    if (batchBytes >= BATCH_LIMIT_BYTES) await readBatch();
  }
  await readBatch();
  return blobs;
}
