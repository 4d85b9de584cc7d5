// What commits hold: every file and folder, asked for once for many commits.
import { toSourceError } from "./git-error.js";
import { unquotePath } from "./git-path.js";
import { readText, type Repository } from "./git.js";

/** One row of a tree: a blob, a symbolic link or a submodule. */
export interface TreeRow {
  /** Octal file mode as git writes it: `100644`, `100755`, `120000` (link), `160000` (submodule). */
  readonly mode: string;
  readonly objectId: string;
  /** Bytes; `undefined` when the repository does not hold the blob. */
  readonly sizeBytes: number | undefined;
  /** As `unquotePath` gives it: other bytes, other text, also where they are no UTF-8. */
  readonly path: string;
}

/** What a commit holds. */
export interface Tree {
  /** Every file, link and submodule, in git's path order. */
  readonly rows: readonly TreeRow[];
  /** Path of each folder → the id of its tree; `""` is the root. */
  readonly folders: ReadonlyMap<string, string>;
}

/**
 * Every file and folder of each commit, in their order. Git is started three times for however many
 * commits: starting it takes longer than what it does for one.
 * @throws SourceError also when a blob is absent from a repository that holds all
 */
export async function listTrees(
  repository: Repository,
  commits: readonly string[],
): Promise<readonly Tree[]> {
  if (commits.length === 0) return [];
  const roots = await readRootTreeIds(repository, commits);
  const distinct = [...new Set(roots)];
  // A tree as what it has more than the empty one; `ls-tree` takes one tree only.
  const pairs = distinct.map((root) => `${EMPTY_TREES[root.length] ?? ""} ${root}\n`);
  const command = ["diff-tree", "--stdin", "-r", "-t", "--no-renames", "--ignore-submodules=none"];
  const entries = groupByTree(await readText(repository, command, pairs.join("")));
  const sizes = await readSizes(repository, [...entries.values()].flat());
  const trees = new Map(
    distinct.map((root) => [root, toTree(repository, root, entries.get(root) ?? [], sizes)]),
  );
  return roots.map((root) => trees.get(root) ?? { rows: [], folders: new Map([["", root]]) });
}

/** The tree without entries, by the length of ids; every repository has it. */
const EMPTY_TREES: Readonly<Record<number, string>> = {
  40: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  64: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
};

const FOLDER_MODE = "040000";
const SUBMODULE_MODE = "160000";

type TreeEntry = Omit<TreeRow, "sizeBytes">;

async function readRootTreeIds(
  repository: Repository,
  commits: readonly string[],
): Promise<readonly string[]> {
  const names = commits.map((commit) => `${commit}^{tree}`);
  const text = await readText(repository, ["rev-parse", ...names]);
  return text.trimEnd().split("\n");
}

/** The entries of each tree, from the output of `diff-tree`, under the tree's id. */
function groupByTree(text: string): ReadonlyMap<string, readonly TreeEntry[]> {
  const trees = new Map<string, TreeEntry[]>();
  let present: TreeEntry[] = [];
  for (const line of text.split("\n")) {
    if (line.startsWith(":")) {
      const tab = line.indexOf("\t");
      const [, mode = "", , objectId = ""] = line.slice(0, tab).split(" ");
      present.push({ mode, objectId, path: unquotePath(line.slice(tab + 1)) });
    } else if (line !== "") {
      present = [];
      trees.set(line.slice(line.indexOf(" ") + 1), present);
    }
  }
  return trees;
}

/** Bytes of each blob; those that the repository does not hold are left out. */
async function readSizes(
  repository: Repository,
  entries: readonly TreeEntry[],
): Promise<ReadonlyMap<string, number>> {
  const ids = new Set<string>();
  for (const { mode, objectId } of entries) {
    if (mode !== FOLDER_MODE && mode !== SUBMODULE_MODE) ids.add(objectId);
  }
  if (ids.size === 0) return new Map();
  const command = ["cat-file", "--batch-check=%(objectname) %(objectsize)", "--buffer"];
  const text = await readText(repository, command, `${[...ids].join("\n")}\n`);
  const sizes = new Map<string, number>();
  for (const line of text.split("\n")) {
    const [objectId = "", size = ""] = line.split(" ");
    if (/^\d+$/.test(size)) sizes.set(objectId, Number(size));
  }
  return sizes;
}

function toTree(
  repository: Repository,
  root: string,
  entries: readonly TreeEntry[],
  sizes: ReadonlyMap<string, number>,
): Tree {
  const rows: TreeRow[] = [];
  const folders = new Map([["", root]]);
  for (const entry of entries) {
    if (entry.mode === FOLDER_MODE) {
      folders.set(entry.path, entry.objectId);
      continue;
    }
    // A submodule has no bytes here.
    const sizeBytes = entry.mode === SUBMODULE_MODE ? 0 : sizes.get(entry.objectId);
    if (sizeBytes === undefined && repository.holdsAll === true) {
      throw toSourceError(repository.label, new Error(`fatal: missing blob ${entry.objectId}`));
    }
    rows.push({ ...entry, sizeBytes });
  }
  return { rows, folders };
}
