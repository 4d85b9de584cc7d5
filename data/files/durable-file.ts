// Writing so that it is still there after the power fails: files and folders are brought to disk
// before anything refers to them.
import {
  chmod,
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import path from "node:path";

/**
 * Writes a new file, piece after piece, and brings it to disk. Its name is there when its folder is
 * synced.
 */
export async function writeDurably(file: string, pieces: readonly Uint8Array[]): Promise<void> {
  const handle = await open(file, "wx");
  try {
    await writeFile(handle, pieces);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Brings a file that a library wrote to disk. */
export function syncFile(file: string): Promise<void> {
  return sync(file, "r+");
}

/** Brings the names in a folder to disk. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders; its file systems keep names in order by themselves.
  if (process.platform !== "win32") await sync(folder, "r");
}

/**
 * Removes write permission for everybody, the owner included. A process that has a file mapped
 * would otherwise meet other bytes than it checked, or its end.
 */
export async function sealFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await chmod(path.join(folder, name), 0o444);
  await chmod(folder, 0o555);
  await syncFolder(folder);
}

/** Removes a file, or a folder with its content, write-protected or not. */
export async function removeSealed(file: string): Promise<void> {
  await unseal(file);
  await rm(file, { recursive: true, force: true });
}

async function unseal(file: string): Promise<void> {
  const found = await lstat(file).catch(() => undefined);
  if (found?.isDirectory() !== true) return;
  // If this is not allowed, the removal reports it.
  await chmod(file, 0o755).catch(() => undefined);
  for (const name of await readdir(file).catch(() => [])) await unseal(path.join(file, name));
}

/** A second folder with the same files, which are immutable: links where the file system has them. */
export async function duplicateFolder(
  folder: string,
  target: string,
  names: readonly string[],
): Promise<void> {
  await mkdir(target);
  await chmod(target, 0o755);
  for (const name of names) {
    const file = path.join(target, name);
    try {
      await link(path.join(folder, name), file);
    } catch {
      // File systems without links: copy. Any other fault shows in the copy too.
      await copyFile(path.join(folder, name), file);
      await chmod(file, 0o644);
      await syncFile(file);
    }
  }
  await sealFolder(target);
}

/**
 * Writes a file beside its name and moves it there, so that a reader finds the old or the new one.
 * @param temporary beside it; what an earlier attempt left there is removed
 */
export async function replaceFile(
  file: string,
  temporary: string,
  write: (temporary: string) => Promise<void>,
): Promise<void> {
  await rm(temporary, { force: true });
  try {
    await write(temporary);
    await rename(temporary, file);
    await syncFolder(path.dirname(file));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Windows wants a privilege for links, and replaces none that leads to a folder. */
const HAS_LINKS = process.platform !== "win32";

/**
 * Switches the link to `target` in one step: readers find the old target or the new one. Without links it is a file with
 * the name of the target.
 */
export async function replaceLink(target: string, file: string, temporary: string): Promise<void> {
  await replaceFile(file, temporary, () =>
    HAS_LINKS ? symlink(target, temporary) : writeDurably(temporary, [Buffer.from(target)]),
  );
}

/** Target of what `replaceLink` made, on this system or another. */
export async function readLink(file: string): Promise<string> {
  return (await lstat(file)).isFile() ? readFile(file, "utf8") : readlink(file);
}

async function sync(file: string, flags: string): Promise<void> {
  const handle = await open(file, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Awaits the reading; `undefined` if the file or folder does not exist.
 * @throws any other fault of the file system
 */
export async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
