// Resolves a path to a snapshot: the path is one, or a folder of snapshots with a link `current`.
import { existsSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { SnapshotError, unreadableFile } from "./errors.js";
import { CURRENT_LINK, ENTRY_FILE, SECTIONS_FILE, VECTOR_INDEX_FILE } from "./format.js";
import { readPlainText } from "./plain-file.js";

/**
 * The folder of the snapshot that is to be served for a path, links resolved.
 * @throws SnapshotError `snapshot_missing` or `snapshot_unreadable`
 */
export function locateSnapshot(folder: string): string {
  for (const candidate of [folder, followCurrent(folder)]) {
    if (isThere(path.join(candidate, ENTRY_FILE))) return realpathSync(candidate);
  }
  const isThereAtAll = existsSync(folder);
  const isFile = isThereAtAll && !statSync(folder).isDirectory();
  throw new SnapshotError({
    code: "snapshot_missing",
    message: isFile
      ? `${folder} is a file and no snapshot; name the folder that module-lookup build --out wrote into.`
      : `There is no snapshot in ${folder}; make one with module-lookup build --out ${folder}.`,
  });
}

/**
 * A text that is another one when there are other files in the snapshot's folder, also under the
 * same names. Cheap: no file is read.
 */
export function identifySnapshot(folder: string): string {
  const files = [ENTRY_FILE, SECTIONS_FILE, VECTOR_INDEX_FILE].map((name) => {
    const file = statSync(path.join(folder, name), { throwIfNoEntry: false });
    return file === undefined ? "none" : `${file.dev}/${file.ino}/${file.size}/${file.mtimeMs}`;
  });
  return [folder, ...files].join(" ");
}

/** The time of the entry file, which is written last, in Unix milliseconds. @param ifGone instead, where it was removed */
export function readWrittenMs(folder: string, ifGone: number): number {
  const file = statSync(path.join(folder, ENTRY_FILE), { throwIfNoEntry: false });
  return file?.mtimeMs ?? ifGone;
}

/** Target of `current`: of a link, or of the file with a name that it is on systems without links. */
function followCurrent(folder: string): string {
  const current = path.join(folder, CURRENT_LINK);
  try {
    return path.join(folder, readPlainText(current));
  } catch {
    return current;
  }
}

function isThere(file: string): boolean {
  try {
    statSync(file);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return false;
    throw unreadableFile(file, error);
  }
}
