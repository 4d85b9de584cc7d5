// Locates the modules of a tree: folders with a manifest. Pure; knows paths, not contents.
import { MANIFEST_NAMES } from "../../data/module/file-names.js";
import type { Diagnostic } from "../parse/diagnostics.js";
import { toShownPath } from "./git/git-path.js";
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

/** Components between a searched folder and a module. */
const MAX_DEPTH = 3;

const LINK = "120000";
const SUBMODULE = "160000";

interface FoundFolders {
  readonly modules: readonly ModuleFolder[];
  /**
   * Unread folders that look like modules: too deep below a searched folder, or inside a module.
   */
  readonly unread: readonly Diagnostic[];
}

/**
 * The module folders of a tree, by path. A module is at most three levels below a searched folder,
 * never inside another module, never under the repository's `setup/`, and its manifest is a file,
 * not a link.
 * @param addons folders to search, `.` for the root; a star stands for any name, or a part of one
 */
export function findModuleFolders(
  tree: readonly TreeRow[],
  addons: readonly string[],
): FoundFolders {
  const manifests = new Map<string, string>();
  const roots = addons.map(createRoot);
  const all = [...listManifests(tree)];
  for (const { folder, name } of all) {
    if (!roots.some((findRoot) => isWithinDepth(folder, findRoot(folder)))) continue;
    const other = manifests.get(folder);
    if (other === undefined || toRank(name) < toRank(other)) manifests.set(folder, name);
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
  const modules = [...rows].map(([folder, under]) => ({
    folder,
    manifest: manifests.get(folder) ?? MANIFEST_NAMES[0],
    rows: under,
  }));
  return { modules, unread: listUnread(all, roots, modules) };
}

/** True for a plain file, which may be read. */
export function isPlainFile(row: TreeRow): boolean {
  return row.mode !== LINK && !isSubmodule(row);
}

export function isSubmodule({ mode }: TreeRow): boolean {
  return mode === SUBMODULE;
}

interface FoundManifest {
  readonly folder: string;
  readonly name: string;
}

function* listManifests(tree: readonly TreeRow[]): Generator<FoundManifest> {
  for (const row of tree) {
    const [folder, name] = splitPath(row.path);
    if (toRank(name) < 0 || !isPlainFile(row)) continue;
    if (folder.split("/")[0] !== "setup") yield { folder, name };
  }
}

function toRank(name: string): number {
  return (MANIFEST_NAMES as readonly string[]).indexOf(name);
}

/** Unread folders that look like modules. @param modules the folders that are modules */
function listUnread(
  manifests: readonly FoundManifest[],
  roots: readonly ReturnType<typeof createRoot>[],
  modules: readonly ModuleFolder[],
): readonly Diagnostic[] {
  const found = new Map(modules.map(({ folder }) => [folder, folder]));
  const depths = listDepths(found.keys());
  const isSearched = (folder: string): boolean =>
    roots.some((findRoot) => findRoot(folder) !== undefined);
  const unread = new Map<string, Diagnostic>();
  for (const { folder, name } of manifests) {
    if (found.has(folder) || !isSearched(folder)) continue;
    const outer = findParent(folder, depths, found);
    const place = { path: toShownPath(`${folder}/${name}`), line: 1 };
    if (outer !== undefined) {
      unread.set(folder, {
        code: "module_inside_module",
        ...place,
        detail: toShownPath(outer === "" ? "." : outer),
      });
      continue;
    }
    const [above] = splitPath(folder);
    unread.set(folder, { code: "module_too_deep", ...place, detail: toShownPath(above) });
  }
  return [...unread.values()];
}

/**
 * A function to the searched folder in which a path lies, as it is called: of `v*` that is `v16`, of the root `""`.
 * `undefined` for a path that lies in none.
 */
export function createRoot(searched: string): (path: string) => string | undefined {
  if (searched === ".") return () => "";
  if (!searched.includes("*")) {
    return (path) => (path === searched || path.startsWith(`${searched}/`) ? searched : undefined);
  }
  const parts = searched.split("*").map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, "\\$&"));
  const pattern = new RegExp(`^${parts.join("[^/]*")}$`, "u");
  const length = searched.split("/").length;
  return (path) => {
    const start = path.split("/", length).join("/");
    return pattern.test(start) ? start : undefined;
  };
}

/**
 * Searched folder of a module, as it is named.
 * @param sourcePath `.` for the root
 */
export function findSearched(sourcePath: string, addons: readonly string[]): string | undefined {
  const folder = sourcePath === "." ? "" : sourcePath;
  for (const searched of addons) {
    const root = createRoot(searched)(folder);
    if (isWithinDepth(folder, root)) return root;
  }
  return undefined;
}

function isWithinDepth(folder: string, root: string | undefined): boolean {
  if (root === undefined) return false;
  return folder === root || isShallow(root === "" ? folder : folder.slice(root.length + 1));
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
