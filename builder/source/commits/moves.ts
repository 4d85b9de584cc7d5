// Commits that moved a module to another folder, as its manifest tells: it is deleted where its files appear
// elsewhere. Pure.
import type { Change } from "./log.js";

/** A folder whose manifest a commit deletes, and one where its files appear. */
export interface FolderMove {
  readonly from: string;
  readonly to: string;
  /** Files that the commit deletes in the one folder, and adds in the other. */
  readonly deletedFiles: number;
  readonly addedFiles: number;
  /** Of these those with the same path in the folder, its name replaced. */
  readonly samePaths: number;
  /** Of the deleted files those whose content is among the added. */
  readonly sameBlobs: number;
}

/** More modules at once are deleted, not moved. */
const MOST_MOVED = 20;

/** Of the files of a folder this part must be found again. */
const MOVED_SHARE = 0.5;

const MANIFEST = /^(?:__manifest__|__openerp__)\.py$/;

/** A change of a file with the folder that it is in. */
export interface FileChange {
  readonly change: Change;
  /** With `/` at the end where it is a folder. */
  readonly unit: string;
}

/** @param files that a commit changes, those that programs write left out */
export function findMoves(files: readonly FileChange[]): readonly FolderMove[] {
  const sources = new Set<string>();
  for (const { change, unit } of files) {
    if (isNothing(change.objectId) && isManifest(change.written, unit)) sources.add(unit);
  }
  if (sources.size === 0 || sources.size > MOST_MOVED) return [];
  const added = new Map<string, Map<string, string>>();
  const deleted = new Map<string, Map<string, string>>();
  for (const { change, unit } of files) {
    const { previousId } = change;
    const isDeleted = isNothing(change.objectId);
    if (isDeleted && sources.has(unit)) put(deleted, unit, change.written, previousId);
    if (!isDeleted && isNothing(previousId) && unit.endsWith("/")) {
      put(added, unit, change.written, change.objectId);
    }
  }
  return [...deleted].flatMap(([from, gone]) =>
    [...added].flatMap(([to, come]) => compareFolders({ from, gone, to, come })),
  );
}

function compareFolders({
  from,
  gone,
  to,
  come,
}: {
  readonly from: string;
  readonly gone: ReadonlyMap<string, string>;
  readonly to: string;
  readonly come: ReadonlyMap<string, string>;
}): readonly FolderMove[] {
  if (from === to) return [];
  const samePaths = [...gone.keys()].filter((path) => come.has(path)).length;
  const contents = new Set(come.values());
  const sameBlobs = [...gone.values()].filter((id) => contents.has(id)).length;
  const isMove =
    samePaths >= MOVED_SHARE * Math.max(gone.size, come.size) ||
    sameBlobs >= MOVED_SHARE * gone.size;
  return isMove
    ? [{ from, to, deletedFiles: gone.size, addedFiles: come.size, samePaths, sameBlobs }]
    : [];
}

/** By the path in the folder, in which the name of the folder stands for itself. */
function put(
  folders: Map<string, Map<string, string>>,
  unit: string,
  written: string,
  objectId: string,
): void {
  const files = folders.get(unit) ?? new Map<string, string>();
  folders.set(unit, files);
  const name = unit.slice(unit.lastIndexOf("/", unit.length - 2) + 1, -1);
  files.set(toPathInFolder(written, unit).replaceAll(name, "\0"), objectId);
}

/** Where git writes a path between quotes it is taken as it is written: the same for equal paths. */
function toPathInFolder(written: string, unit: string): string {
  return written.slice(written.startsWith('"') ? unit.length + 1 : unit.length);
}

function isManifest(written: string, unit: string): boolean {
  return unit.endsWith("/") && MANIFEST.test(toPathInFolder(written, unit));
}

function isNothing(objectId: string): boolean {
  return /^0+$/.test(objectId);
}
