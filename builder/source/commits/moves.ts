// Commits that moved a module to another folder, as its manifest tells: it is deleted where its files appear
// elsewhere. Pure.
import type { MoveCounts } from "../../../data/history/repository-history.js";
import { isNothing, type Change } from "./log.js";
import type { PathFacts } from "./paths.js";
import { GENERATED } from "./units.js";

/** A folder whose manifest a commit deletes, and one where its files appear. */
export interface FolderMove extends MoveCounts {
  readonly from: string;
  readonly to: string;
  /** True if a manifest appears in the other folder. */
  readonly bringsManifest: boolean;
}

/** More modules at once are deleted, not moved. */
const MOST_MOVED = 40;

/** Fewer files in common are by chance, where they are not most of the module. */
const LEAST_PATHS = 3;
const LEAST_BLOBS = 2;

/** Share of a folder's files that must reappear. */
const MOVED_SHARE = 0.5;

const TOP_MANIFEST = /^__(?:manifest|openerp|terp)__\.py$/;

/** True if most of the folder was moved. */
export function isWholeMove(move: MoveCounts): boolean {
  const { samePaths, sameBlobs, deletedFiles, addedFiles } = move;
  return (
    samePaths >= MOVED_SHARE * Math.max(deletedFiles, addedFiles) ||
    sameBlobs >= MOVED_SHARE * deletedFiles
  );
}

/** Moves of folders, or of parts of them. */
export function findMoves(changes: readonly Change[]): readonly FolderMove[] {
  const sources = new Set<string>();
  for (const { path, isFolder, objectId } of changes) {
    if (isFolder || !path.isManifest || !isNothing(objectId)) continue;
    if (isTopManifest(path)) sources.add(path.unit);
  }
  if (sources.size === 0) return [];
  // A module whose manifest only has another name now is where it was.
  for (const { path, isFolder, objectId } of changes) {
    if (isFolder || !path.isManifest || isNothing(objectId)) continue;
    if (isTopManifest(path)) sources.delete(path.unit);
  }
  if (sources.size === 0 || sources.size > MOST_MOVED) return [];
  const added = new Map<string, Map<string, string>>();
  const deleted = new Map<string, Map<string, string>>();
  for (const { path, isFolder, objectId, previousId } of changes) {
    if (isFolder) continue;
    const { unit } = path;
    if (isNothing(objectId)) {
      if (sources.has(unit)) put(deleted, path, previousId);
    } else if (isNothing(previousId) && unit.endsWith("/")) put(added, path, objectId);
  }
  return [...deleted].flatMap(([from, gone]) => {
    const blobs = new Map<string, number>();
    for (const [path, id] of gone) {
      if (!GENERATED.test(path)) blobs.set(id, (blobs.get(id) ?? 0) + 1);
    }
    const source = { from, gone, blobs };
    return [...added].flatMap(([to, come]) => compareFolders(source, to, come));
  });
}

interface MovedFolder {
  readonly from: string;
  /** Its files by path. */
  readonly gone: ReadonlyMap<string, string>;
  /** Number of files with each content, generated ones apart. */
  readonly blobs: ReadonlyMap<string, number>;
}

/** Looks at what came alone: many folders may come where one with many files goes. */
function compareFolders(
  { from, gone, blobs }: MovedFolder,
  to: string,
  come: ReadonlyMap<string, string>,
): readonly FolderMove[] {
  if (from === to) return [];
  const samePaths = [...come.keys()].filter((path) => gone.has(path)).length;
  const contents = [...new Set(come.values())];
  const sameBlobs = contents.reduce((sum, id) => sum + (blobs.get(id) ?? 0), 0);
  const bringsManifest = [...come.keys()].some((path) => TOP_MANIFEST.test(path));
  const counts = { deletedFiles: gone.size, addedFiles: come.size, samePaths, sameBlobs };
  const move = { from, to, ...counts, bringsManifest };
  return samePaths >= LEAST_PATHS || sameBlobs >= LEAST_BLOBS || isWholeMove(move) ? [move] : [];
}

/** By the path in the folder, in which the name of the folder stands for itself. */
function put(folders: Map<string, Map<string, string>>, path: PathFacts, objectId: string): void {
  const { unit } = path;
  const files = folders.get(unit) ?? new Map<string, string>();
  folders.set(unit, files);
  const name = unit.slice(unit.lastIndexOf("/", unit.length - 2) + 1, -1);
  files.set(toPathInFolder(path).replaceAll(name, "\0"), objectId);
}

/** Quoted paths stay as git writes them: equal for equal paths. */
function toPathInFolder({ written, unit }: PathFacts): string {
  return written.slice(written.startsWith('"') ? unit.length + 1 : unit.length);
}

function isTopManifest(path: PathFacts): boolean {
  return path.unit.endsWith("/") && !toPathInFolder(path).includes("/");
}
