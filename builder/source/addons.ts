// Where the modules of a tree are: folders with a manifest. Pure; knows paths, not contents.
import type { TreeRow } from "./trees.js";

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
  const isInsideModule = (folder: string): boolean =>
    listParents(folder).some((parent) => manifests.has(parent));
  const rows = new Map<string, TreeRow[]>();
  for (const folder of manifests.keys()) if (!isInsideModule(folder)) rows.set(folder, []);
  for (const row of tree) {
    const folder = [...listParents(row.path)].find((parent) => rows.has(parent));
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
  if (root === ".") return folder === "" || folder.split("/").length <= MAX_DEPTH;
  if (folder === root) return true;
  return (
    folder.startsWith(`${root}/`) && folder.slice(root.length + 1).split("/").length <= MAX_DEPTH
  );
}

/** The folders above a path, outermost first, the root `""` included. */
function listParents(path: string): readonly string[] {
  if (path === "") return [];
  const parts = path.split("/");
  return parts.map((_, depth) => parts.slice(0, depth).join("/"));
}

function splitPath(path: string): readonly [folder: string, name: string] {
  const slash = path.lastIndexOf("/");
  return [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)];
}
