// Publishes one snapshot folder into an output folder, from a build or a pull. Others see it only
// once it is whole and on disk.
import path from "node:path";
import type { SnapshotEntry } from "../snapshot/entry-file.js";
import { lockFolder } from "./folder-lock.js";
import {
  closeBuildingFolder,
  openBuildingFolder,
  placeSnapshot,
  readCurrent,
  removeLeftovers,
  removeOldSnapshots,
  switchCurrent,
} from "./out-folder.js";

export interface OutChoice {
  /** Absolute. */
  readonly out: string;
  /** Number of snapshots to keep, including the new one. */
  readonly keep: number;
  /** Called when nobody else can change what is current, before it is changed; throws to leave it. */
  readonly beforeChange?: () => Promise<void>;
}

/** A snapshot whose files have been written and brought to disk. */
export interface WrittenSnapshot {
  readonly entry: SnapshotEntry;
  /** Text of the entry file. */
  readonly text: string;
}

export interface PublishedSnapshot {
  /** Absolute path of the snapshot's folder. */
  readonly folder: string;
  readonly entry: SnapshotEntry;
  /** Old snapshots that could not be removed, one sentence each. */
  readonly notes: readonly string[];
}

/** Makes what `write` writes in an empty folder the current snapshot. @throws what `write` throws */
export async function publishFolder(
  choice: OutChoice,
  write: (folder: string) => Promise<WrittenSnapshot>,
): Promise<PublishedSnapshot> {
  const { out } = choice;
  const building = await openBuildingFolder(out);
  try {
    const written = await write(building.folder);
    const notes = await changeCurrent(choice, () => placeSnapshot(out, building.folder, written));
    return { folder: path.join(out, written.entry.id), entry: written.entry, notes };
  } finally {
    await closeBuildingFolder(building);
  }
}

/** Makes a snapshot that is in the output folder the current one. @returns as `notes` above */
export function switchBack(choice: OutChoice, id: string): Promise<readonly string[]> {
  return changeCurrent(choice, () => switchCurrent(choice.out, id));
}

async function changeCurrent(
  { out, keep, beforeChange }: OutChoice,
  change: () => Promise<void>,
): Promise<readonly string[]> {
  const lock = await lockFolder(out);
  try {
    await beforeChange?.();
    const previous = await readCurrent(out);
    await change();
    await removeLeftovers(out);
    return await removeOldSnapshots(out, { keep, previous });
  } finally {
    lock.release();
  }
}
