// Trees of commits: every file and folder. Each distinct tree is read once, for any number of
// commits and folders, and expanded to paths one commit at a time, under a limit: a repository of a
// few kilobytes can have more paths than any memory holds.
import { toSourceError } from "./git-error.js";
import { readText, visitObjects, type Repository } from "./git.js";
import type { GitObject } from "./object-reader.js";
import { overLimit, UNLIMITED_PATHS, type PathLimits } from "../limits.js";
import { decodePath } from "./git-path.js";

/** A larger file is no hand-written source; it is passed over. */
export const FILE_LIMIT_BYTES = 20 * 1024 * 1024;

/** One row of a tree: a blob, a symbolic link or a submodule. */
export interface TreeRow {
  /** Octal file mode as git writes it: `100644`, `100755`, `120000` (link), `160000` (submodule). */
  readonly mode: string;
  readonly objectId: string;
  /** Bytes; `undefined` when the repository does not hold the blob. */
  readonly sizeBytes: number | undefined;
  /** Output of `decodePath`: distinct bytes give distinct texts, UTF-8 or not. */
  readonly path: string;
}

export interface Tree {
  /** Every file, link and submodule, in git's path order. */
  readonly rows: readonly TreeRow[];
  /** Path of each folder → the id of its tree; `""` is the root. */
  readonly folders: ReadonlyMap<string, string>;
}

interface TreeReader {
  /** Files and folders that were laid out so far; a long path counts for several. */
  countPaths(): number;
  /** @throws SourceError over the limit, or when a blob is absent from a repository that holds all */
  layOut(commit: string): Tree;
}

/** Every file and folder of each commit, in their order. @throws SourceError */
export async function listTrees(
  repository: Repository,
  commits: readonly string[],
): Promise<readonly Tree[]> {
  const reader = await createTrees(repository, commits, UNLIMITED_PATHS);
  return commits.map((commit) => reader.layOut(commit));
}

const FOLDER_MODE = "040000";
const SUBMODULE_MODE = "160000";

/** Bytes of an entry with the longest name that file systems take. */
const MAX_ENTRY_BYTES = 300;

/** Bytes of a path that count as one more path. */
const PATH_UNIT_BYTES = 256;

/**
 * Reads the trees of commits. Git is started once for each level of folders and twice besides:
 * starting it takes longer than what it does for one commit.
 * @throws SourceError also when a tree is absent, damaged, or over the limits
 */
export async function createTrees(
  repository: Repository,
  commits: readonly string[],
  limits: PathLimits,
): Promise<TreeReader> {
  const rootNames = commits.map((commit) => `${commit}^{tree}`);
  const ids = await readTreeIds(repository, rootNames);
  const roots = new Map(
    commits.map((commit, at) => {
      const root = ids[at];
      if (root === undefined) throw absentTree(repository, commit);
      return [commit, root];
    }),
  );
  const trees = await readTrees(repository, [...new Set(roots.values())], limits);
  const sizes = await readSizes(repository, trees);
  let count = 0;
  return {
    countPaths: () => count,
    layOut(commit) {
      const root = roots.get(commit) ?? "";
      const rows: TreeRow[] = [];
      const folders = new Map([["", root]]);
      const walk = (id: string, prefix: string): void => {
        for (const { mode, name, objectId } of trees.get(id) ?? []) {
          const path = prefix + name;
          count += 1 + Math.floor(path.length / PATH_UNIT_BYTES);
          if (count > limits.maxPaths) throw overLimit(repository.label, "paths", limits.maxPaths);
          if (path.length > limits.maxPathChars)
            throw overLimit(repository.label, "path", limits.maxPathChars);
          if (mode === FOLDER_MODE) {
            folders.set(path, objectId);
            walk(objectId, `${path}/`);
            continue;
          }
          // A submodule has no bytes here.
          const sizeBytes = mode === SUBMODULE_MODE ? 0 : sizes.get(objectId);
          if (sizeBytes === undefined && repository.holdsAll === true) {
            throw toSourceError(repository.label, new Error(`fatal: missing blob ${objectId}`));
          }
          rows.push({ mode, objectId, sizeBytes, path });
        }
      };
      walk(root, "");
      return { rows, folders };
    },
  };
}

/** Path in a folder → the id of the blob. */
type FolderFiles = ReadonlyMap<string, string>;

/**
 * The files of folders, in their order; `undefined` for one that the commit does not have.
 * @param folders as git names them: `<commit>:<path>`
 * @throws SourceError also when a tree is absent or damaged
 */
export async function readFolders(
  repository: Repository,
  folders: readonly string[],
): Promise<readonly (FolderFiles | undefined)[]> {
  const ids = await readTreeIds(repository, folders);
  const distinct = [...new Set(ids.filter((id) => id !== undefined))];
  const trees = await readTrees(repository, distinct, UNLIMITED_PATHS);
  const files = new Map(distinct.map((id) => [id, listFiles(trees, id)]));
  return ids.map((id) => (id === undefined ? undefined : files.get(id)));
}

function listFiles(trees: Trees, root: string): FolderFiles {
  const files = new Map<string, string>();
  const walk = (id: string, prefix: string): void => {
    for (const { mode, name, objectId } of trees.get(id) ?? []) {
      if (mode === FOLDER_MODE) walk(objectId, `${prefix}${name}/`);
      else if (mode !== SUBMODULE_MODE) files.set(prefix + name, objectId);
    }
  };
  walk(root, "");
  return files;
}

/** The ids of the trees that names stand for, in their order; `undefined` where there is none. */
async function readTreeIds(
  repository: Repository,
  names: readonly string[],
): Promise<readonly (string | undefined)[]> {
  if (names.length === 0) return [];
  // A line is a question: a name with a line end in it would be two.
  const asked = names.filter((name) => !name.includes("\n"));
  const text = await readText(
    repository,
    ["cat-file", "--batch-check=%(objecttype) %(objectname)"],
    asked,
  );
  const answers = text.split("\n");
  const said = new Map(asked.map((name, at) => [name, answers[at] ?? ""]));
  return names.map((name) => /^tree ([0-9a-f]+)$/.exec(said.get(name) ?? "")?.[1]);
}

type Trees = ReadonlyMap<string, readonly TreeEntry[]>;

/** The entries of each tree that the roots lead to, level by level. */
async function readTrees(
  repository: Repository,
  roots: readonly string[],
  limits: PathLimits,
): Promise<Trees> {
  const trees = new Map<string, readonly TreeEntry[]>();
  let count = 0;
  let wanted = roots;
  for (let depth = 0; wanted.length > 0; depth++) {
    if (depth > limits.maxDepth) throw overLimit(repository.label, "depth", limits.maxDepth);
    const next = new Set<string>();
    const read = new Set<string>();
    const onObject = ({ objectId, type, bytes }: GitObject): void => {
      const entries = type === "tree" ? parseTreeObject(bytes, objectId.length) : undefined;
      if (entries === undefined)
        throw toSourceError(repository.label, new Error(`fatal: bad tree object ${objectId}`));
      count += entries.length;
      if (count > limits.maxPaths) throw overLimit(repository.label, "paths", limits.maxPaths);
      read.add(objectId);
      trees.set(objectId, entries);
      for (const entry of entries) if (entry.mode === FOLDER_MODE) next.add(entry.objectId);
    };
    await visitObjects(repository, wanted, onObject, (sizeBytes) => {
      // Before its bytes are here: a tree this large has too many entries or absurd names.
      if (sizeBytes / MAX_ENTRY_BYTES > limits.maxPaths)
        throw overLimit(repository.label, "paths", limits.maxPaths);
    });
    const absent = wanted.find((id) => !read.has(id));
    if (absent !== undefined) throw absentTree(repository, absent);
    wanted = [...next].filter((id) => !trees.has(id));
  }
  return trees;
}

/** Bytes of each blob; those that the repository does not hold are left out. */
async function readSizes(
  repository: Repository,
  trees: Trees,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Set<string>();
  for (const entries of trees.values()) {
    for (const { mode, objectId } of entries) {
      if (mode !== FOLDER_MODE && mode !== SUBMODULE_MODE) ids.add(objectId);
    }
  }
  if (ids.size === 0) return new Map();
  const command = ["cat-file", "--batch-check=%(objectname) %(objectsize)", "--buffer"];
  const text = await readText(repository, command, [...ids]);
  const sizes = new Map<string, number>();
  for (const line of text.split("\n")) {
    const [objectId = "", size = ""] = line.split(" ");
    if (/^\d+$/.test(size)) sizes.set(objectId, Number(size));
  }
  return sizes;
}

function absentTree(repository: Repository, id: string): Error {
  return toSourceError(repository.label, new Error(`fatal: unable to read tree ${id}`));
}

interface TreeEntry {
  /**
   * Git's form: `100644`, `100755`, `120000` (link), `160000` (submodule), `040000` (folder).
   */
  readonly mode: string;
  /** Output of `decodePath`. */
  readonly name: string;
  readonly objectId: string;
}

const TYPE_MASK = 0o170000;
const FILE = 0o100000;
const LINK = 0o120000;
const FOLDER = 0o040000;

/**
 * The entries in their order; `undefined` when it is no tree.
 * @param idLength of an id in hexadecimal digits
 */
function parseTreeObject(bytes: Buffer, idLength: number): readonly TreeEntry[] | undefined {
  const entries: TreeEntry[] = [];
  const idBytes = idLength / 2;
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at);
    const zero = bytes.indexOf(0x00, at);
    if (space < 0 || zero < 0 || space > zero) return undefined;
    const end = zero + 1 + idBytes;
    const mode = bytes.toString("latin1", at, space);
    // Git refuses these too.
    if (end > bytes.length || zero === space + 1 || !/^[0-7]{1,7}$/.test(mode)) return undefined;
    entries.push({
      mode: toPlainMode(Number.parseInt(mode, 8)),
      name: decodePath(bytes.toString("latin1", space + 1, zero)),
      objectId: bytes.toString("hex", zero + 1, end),
    });
    at = end;
  }
  return entries;
}

/** Mode without the bits that old repositories have and nobody reads. */
function toPlainMode(mode: number): string {
  const type = mode & TYPE_MASK;
  if (type === FOLDER) return "040000";
  if (type === LINK) return "120000";
  if (type === FILE) return (mode & 0o100) === 0 ? "100644" : "100755";
  return "160000";
}
