// A folder for an archive on its way to a publish target, in the temporary folder. It is held locked, so that
// leftovers of killed programs are recognised and removed by the next one.
import { existsSync } from "node:fs";
import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { tryLockFolder, useIfFree } from "../../files/folder-lock.js";
import { TEMPORARY, toOutConfigError } from "../../files/out-fault.js";

interface StagingFolder {
  readonly folder: string;
  /** The temporary folder, for messages. */
  readonly parent: string;
  /** Removes it with all that is in it. */
  close(): Promise<void>;
}

const PREFIX = "module-lookup-publish-";

/** @throws ConfigError `out_full` or `out_unwritable` of the temporary folder */
export async function openStagingFolder(): Promise<StagingFolder> {
  const parent = tmpdir();
  try {
    await removeLeftovers(parent);
    for (;;) {
      const folder = await mkdtemp(path.join(parent, PREFIX));
      const lock = lockNew(folder);
      // Another program may take it for a leftover in the moment before it is locked.
      if (lock === undefined || !existsSync(folder)) {
        lock?.release();
        continue;
      }
      return {
        folder,
        parent,
        async close() {
          await rm(folder, { recursive: true, force: true });
          lock.release();
        },
      };
    }
  } catch (error) {
    throw toOutConfigError(parent, error, TEMPORARY);
  }
}

function lockNew(folder: string): ReturnType<typeof tryLockFolder> {
  try {
    return tryLockFolder(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Folders of this user that no living program holds. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = path.join(parent, name);
    const stats = await lstat(folder).catch(() => undefined);
    if (stats?.isDirectory() !== true || stats.uid !== process.getuid?.()) continue;
    try {
      await useIfFree(folder, () => rm(folder, { recursive: true, force: true }));
    } catch {
      // Somebody else removes it, or it cannot be removed: in either case it is harmless.
    }
  }
}
