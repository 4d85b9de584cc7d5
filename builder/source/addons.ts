// Where the modules of a tree are: folders with a manifest. Pure; knows paths, not contents.
import type { TreeRow } from "./git/trees.js";

/** A module's folder and everything under it. */
export interface ModuleFolder {
  /** Relative to the repository root; `""` is the root itself. */
  readonly folder: string;
  /** Path of the manifest relative to the folder. */
  readonly manifest: string;
  /** Every row under the folder, in path order. */
  readonly rows: readonly TreeRow[];
}

/** The first one wins where a folder has both. */
const MANIFEST_NAMES = ["__manifest__.py", "__openerp__.py"] as const;

/** Components between a searched folder and a module. */
const MAX_DEPTH = 3;

const LINK = "120000";
const SUBMODULE = "160000";

/**
 * The module folders of a tree, by path. A module is at most three levels below a searched folder,
 * never inside another module, never under the repository's `setup/`, and its manifest is a file,
 * not a link.
 * @param addons folders to search, `.` for the root
 */
export function findModuleFolders(
  tree: readonly TreeRow[],
  addons: readonly string[],
): readonly ModuleFolder[] {
  const manifests = new Map<string, string>();
  for (const row of tree) {
    const [folder, name] = splitPath(row.path);
    if (!isManifestName(name) || row.mode === LINK || row.mode === SUBMODULE) continue;
    if (folder.split("/")[0] === "setup") continue;
    if (!addons.some((root) => isWithinDepth(folder, root))) continue;
    if (!manifests.has(folder) || name === MANIFEST_NAMES[0]) manifests.set(folder, name);
  }
  // Only folders of these depths can be modules: the others above a path need not be looked up.
  const depths = listDepths(manifests.keys());
  const rows = new Map<string, TreeRow[]>();
  for (const folder of manifests.keys()) {
    if (findParent(folder, depths, manifests) === undefined) rows.set(folder, []);
  }
  for (const row of tree) {
    const folder = findParent(row.path, depths, rows);
    if (folder !== undefined) rows.get(folder)?.push(row);
  }
  return [...rows].map(([folder, under]) => ({
    folder,
    manifest: manifests.get(folder) ?? MANIFEST_NAMES[0],
    rows: under,
  }));
}

/** Is a row a plain file, and so something that may be read? */
export function isPlainFile(row: TreeRow): boolean {
  return row.mode !== LINK && row.mode !== SUBMODULE;
}

function isManifestName(name: string): boolean {
  return (MANIFEST_NAMES as readonly string[]).includes(name);
}

function isWithinDepth(folder: string, root: string): boolean {
  if (root === ".") return folder === "" || isShallow(folder);
  if (folder === root) return true;
  return folder.startsWith(`${root}/`) && isShallow(folder.slice(root.length + 1));
}

function isShallow(folder: string): boolean {
  return folder.split("/", MAX_DEPTH + 1).length <= MAX_DEPTH;
}

/** The depths of folders, least first; that of the root is 0. */
export function listDepths(folders: Iterable<string>): readonly number[] {
  const depths = new Set<number>();
  for (const folder of folders) depths.add(folder === "" ? 0 : folder.split("/").length);
  return [...depths].toSorted((left, right) => left - right);
}

/** The outermost of some folders above a path. */
function findParent(
  path: string,
  depths: readonly number[],
  folders: ReadonlyMap<string, unknown>,
): string | undefined {
  if (path === "") return undefined;
  let end = -1;
  let depth = 0;
  for (const wanted of depths) {
    if (wanted === 0) {
      if (folders.has("")) return "";
      continue;
    }
    for (; depth < wanted; depth++) {
      end = path.indexOf("/", end + 1);
      if (end < 0) return undefined;
    }
    const folder = path.slice(0, end);
    if (folders.has(folder)) return folder;
  }
  return undefined;
}

function splitPath(path: string): readonly [folder: string, name: string] {
  const slash = path.lastIndexOf("/");
  return [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)];
}
