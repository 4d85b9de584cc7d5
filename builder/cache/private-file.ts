// Files and folders of the cache are their owner's alone: they hold what was read of repositories that
// others may not see. On Windows, which has no such modes, they are as their folder is.
import { chmod, mkdir, open, writeFile } from "node:fs/promises";

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Makes a folder and those above it, and takes it from others where it is there already. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  await chmod(folder, FOLDER_MODE);
}

/**
 * Writes a file; one that others could read is taken from them first.
 * @param pieces one after another; the next is asked for when the one before has been written
 */
export async function writePrivateFile(file: string, pieces: Iterable<Uint8Array>): Promise<void> {
  const handle = await open(file, "w", FILE_MODE);
  try {
    await handle.chmod(FILE_MODE);
    await writeFile(handle, pieces);
  } finally {
    await handle.close();
  }
}
