// A snapshot for one piece of work, as commands open it.
import { openSnapshot, type Snapshot } from "./decode.js";
import { locateSnapshot } from "./locate.js";

/**
 * Result of `work`; closes the snapshot afterwards.
 * @param folder a snapshot, or a folder of snapshots with a link `current`
 * @throws SnapshotError; what the work throws
 */
export async function useSnapshot<T>(
  folder: string,
  work: (snapshot: Snapshot) => Promise<T> | T,
): Promise<T> {
  const snapshot = openSnapshot(locateSnapshot(folder));
  try {
    return await work(snapshot);
  } finally {
    snapshot.close();
  }
}
