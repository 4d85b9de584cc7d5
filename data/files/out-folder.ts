// The output folder: snapshots by id, the link `current`, and folders that are being written
// (`.building-…`) or removed (`.removed-…`). A snapshot is never written to: it arrives whole under
// its name, and a server may have it mapped, which a file cut short would kill. So files are 0444
// and the folder is 0555; removal begins by undoing that.
//
// Several builds may share the folder. Each writes in a `.building-…` folder of its own, which it
// holds locked. Steps that all see (clearing, moving into place, switching, removing) are done by
// one build at a time, which holds the output folder locked. So both succeed, and the last one
// becomes current.
import { chmod, lstat, lutimes, mkdtemp, readdir, rename } from "node:fs/promises";
import path from "node:path";
import { digestFile } from "../sha256.js";
import type { SnapshotEntry } from "../snapshot/entry-file.js";
import { readPlainText } from "../snapshot/plain-file.js";
import { CURRENT_LINK, ENTRY_FILE } from "../snapshot/format.js";
import {
  duplicateFolder,
  readLink,
  removeSealed,
  replaceLink,
  sealFolder,
  syncFolder,
  ifThere,
} from "./durable-file.js";
import { lockFolder, useIfFree, type FolderLock } from "./folder-lock.js";

const BUILDING = ".building-";
const REMOVED = ".removed-";
const ID = /^[0-9a-f]{32}$/;

interface BuildingFolder {
  readonly folder: string;
  readonly lock: FolderLock;
}

/** A folder to write a snapshot in; what killed builds left behind is removed first. */
export async function openBuildingFolder(out: string): Promise<BuildingFolder> {
  const lock = await lockFolder(out);
  try {
    await removeLeftovers(out);
    const folder = await mkdtemp(path.join(out, BUILDING));
    // mkdtemp makes folders private; a snapshot is served by other users too.
    await chmod(folder, 0o755);
    return { folder, lock: await lockFolder(folder) };
  } finally {
    lock.release();
  }
}

/** Gives the folder up, with what is in it unless it has become the snapshot. */
export async function closeBuildingFolder({ folder, lock }: BuildingFolder): Promise<void> {
  try {
    // After a failure while a damaged snapshot was replaced it is what is served.
    if ((await readCurrent(path.dirname(folder))) !== path.basename(folder))
      await removeSealed(folder);
  } finally {
    lock.release();
  }
}

/** The snapshot's folder name that `current` leads to; `undefined` when there is no such link. */
export function readCurrent(out: string): Promise<string | undefined> {
  return ifThere(readLink(path.join(out, CURRENT_LINK)));
}

/**
 * Makes what was written and synced in `building` the current snapshot. One of the same id stays
 * as it is when it is whole and is replaced when it is damaged. The output folder must be locked.
 */
export async function placeSnapshot(
  out: string,
  building: string,
  { entry, text }: { readonly entry: SnapshotEntry; readonly text: string },
): Promise<void> {
  const folder = path.join(out, entry.id);
  await sealFolder(building);
  if (!(await exists(folder))) await rename(building, folder);
  else if (!(await isWhole(folder, entry, text))) await replaceDamaged(out, building, entry);
  // The folder's name must be on disk before a link to it can be.
  await syncFolder(out);
  await switchCurrent(out, entry.id);
}

/**
 * Folders cannot change places in one step. So that `current` never leads nowhere, it leads to the
 * folder being built while the damaged one makes way for a second folder of the same files.
 */
async function replaceDamaged(out: string, building: string, entry: SnapshotEntry): Promise<void> {
  const folder = path.join(out, entry.id);
  const copy = `${building}-copy`;
  await duplicateFolder(building, copy, [ENTRY_FILE, ...entry.files.map((file) => file.name)]);
  await syncFolder(out);
  await switchCurrent(out, path.basename(building));
  await rename(folder, `${building}-damaged`);
  await rename(copy, folder);
}

/** Makes a snapshot of the output folder, which must be locked, the current one. */
export async function switchCurrent(out: string, target: string): Promise<void> {
  await replaceLink(target, path.join(out, CURRENT_LINK), path.join(out, `${BUILDING}link`));
}

/**
 * Notes that the current snapshot was found to be the newest: the time of the link is that of the last build or pull that
 * ended well. An output folder of another user keeps its time.
 */
export async function confirmCurrent(out: string): Promise<void> {
  const now = new Date();
  try {
    await lutimes(path.join(out, CURRENT_LINK), now, now);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EPERM" && code !== "EACCES" && code !== "EROFS" && code !== "ENOENT") throw error;
  }
}

/**
 * A snapshot of the same entry file has the same bytes, or is damaged. All are looked at, since who
 * has a damaged one is asked to build it again.
 */
export async function isWhole(
  folder: string,
  entry: SnapshotEntry,
  text: string,
): Promise<boolean> {
  try {
    if (readPlainText(path.join(folder, ENTRY_FILE)) !== text) return false;
    for (const { name, bytes, sha256 } of entry.files) {
      const file = path.join(folder, name);
      if ((await lstat(file)).size !== bytes) return false;
      if ((await digestFile(file)).sha256 !== sha256) return false;
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

async function exists(file: string): Promise<boolean> {
  return (await lstat(file).catch(() => undefined)) !== undefined;
}

/** Removes what no living build is writing. The output folder must be locked. */
export async function removeLeftovers(out: string): Promise<void> {
  const current = await readCurrent(out);
  for (const item of await readdir(out, { withFileTypes: true })) {
    const { name } = item;
    if (name === current || !(name.startsWith(BUILDING) || name.startsWith(REMOVED))) continue;
    const file = path.join(out, name);
    if (!item.isDirectory() || name.startsWith(REMOVED)) {
      await removeSealed(file);
      continue;
    }
    await useIfFree(file, () => removeSealed(file));
  }
}

interface Keeping {
  /** Number of snapshots to keep, including the current one. */
  readonly keep: number;
  /** The previously current snapshot; kept before all others. */
  readonly previous: string | undefined;
}

/**
 * Removes the oldest snapshots, never the current one and nothing that is no snapshot. Age is the
 * time of the last change in the folder, since no file in it tells a time. The output folder must
 * be locked.
 * @returns a sentence for each one that could not be removed
 */
export async function removeOldSnapshots(
  out: string,
  { keep, previous }: Keeping,
): Promise<readonly string[]> {
  const current = await readCurrent(out);
  const others: { readonly id: string; readonly age: number }[] = [];
  for (const item of await readdir(out, { withFileTypes: true })) {
    const { name: id } = item;
    if (!item.isDirectory() || id === current || !(await isSnapshot(out, id))) continue;
    const { mtimeMs } = await lstat(path.join(out, id));
    others.push({ id, age: id === previous ? -Infinity : -mtimeMs });
  }
  others.sort((left, right) => left.age - right.age || (left.id < right.id ? -1 : 1));
  const faults: string[] = [];
  for (const { id } of others.slice(keep - 1)) {
    try {
      // First its name, so that no half of a snapshot is ever found under it.
      const removed = path.join(out, `${REMOVED}${id}`);
      await rename(path.join(out, id), removed);
      await removeSealed(removed);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      faults.push(`The old snapshot ${id} could not be removed (${code}); remove it by hand.`);
    }
  }
  return faults;
}

/** True for a folder that a build wrote, in any format. */
async function isSnapshot(out: string, name: string): Promise<boolean> {
  if (!ID.test(name)) return false;
  try {
    const text = readPlainText(path.join(out, name, ENTRY_FILE));
    return (JSON.parse(text) as { readonly id?: unknown } | null)?.id === name;
  } catch {
    // Undecidable, so it is not ours to remove.
    return false;
  }
}
