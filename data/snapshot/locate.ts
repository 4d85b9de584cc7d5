// Which snapshot a path means: a snapshot itself, or a folder of snapshots with a link `current`.
import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { SnapshotError } from "./errors.js";
import { CURRENT_LINK, ENTRY_FILE } from "./format.js";

/**
 * The folder of the snapshot that is to be served for a path, links resolved.
 * @throws SnapshotError `snapshot_missing`
 */
export function locateSnapshot(folder: string): string {
  for (const candidate of [folder, path.join(folder, CURRENT_LINK)]) {
    if (existsSync(path.join(candidate, ENTRY_FILE))) return realpathSync(candidate);
  }
  throw new SnapshotError({
    code: "snapshot_missing",
    message: `There is no snapshot in ${folder}; make one with module-lookup build --out ${folder}.`,
    expected: `a snapshot, or a folder with a link "${CURRENT_LINK}" to one`,
    got: existsSync(folder) ? "a folder without one" : "nothing",
  });
}
