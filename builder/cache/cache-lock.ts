// Lock of a cache: one build at a time. A second build learns the name of the first.
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { ConfigError } from "../../data/operator-error.js";
import { makePrivateFolder } from "./cache-file.js";
import { tryLockFolder } from "../../data/files/folder-lock.js";
import { SourceError } from "../source/source-error.js";

/** Gives the cache free; further calls do nothing. */
type ReleaseLock = () => Promise<void>;

/** Says which process has the cache, for the message only: the lock itself is on the folder. */
const HOLDER_FILE = "in-use-by";

/** Contents of a cache. The folder itself may be one that others use, too. */
const PRIVATE_FOLDERS = ["branches", "clones"];

/**
 * Locks a cache folder for this process; the folder is made when there is none, and what is in it can
 * be read by its owner alone. The lock ends with
 * the process, however it ends.
 * @throws SourceError `cache_locked` with the id of the process that uses the cache; ConfigError
 * `cache_unwritable`
 */
export async function lockCache(cacheDirectory: string): Promise<ReleaseLock> {
  const holderFile = path.join(cacheDirectory, HOLDER_FILE);
  let lock: ReturnType<typeof tryLockFolder>;
  try {
    for (const name of PRIVATE_FOLDERS) {
      await makePrivateFolder(path.join(cacheDirectory, name));
    }
    lock = tryLockFolder(cacheDirectory);
    if (lock !== undefined) await writeFile(holderFile, String(process.pid));
  } catch (error) {
    throw unwritable(cacheDirectory, error);
  }
  if (lock === undefined) throw locked(cacheDirectory, await readHolder(holderFile));
  let isKept = true;
  return async () => {
    if (!isKept) return;
    isKept = false;
    await rm(holderFile, { force: true });
    lock.release();
  };
}

/** The holder may be between taking the lock and saying so. */
async function readHolder(file: string): Promise<string> {
  const text = await readFile(file, "utf8").catch(() => "");
  return /^\d+$/.test(text) ? `process ${text}` : "another build";
}

function locked(cacheDirectory: string, holder: string): SourceError {
  return new SourceError({
    code: "cache_locked",
    message: `The cache ${cacheDirectory} is in use by ${holder}; wait until that build has ended, or use another folder with --cache.`,
  });
}

function unwritable(cacheDirectory: string, error: unknown): ConfigError {
  const got = (error as NodeJS.ErrnoException).code ?? String(error);
  return new ConfigError({
    code: "cache_unwritable",
    message: `The cache folder ${cacheDirectory} cannot be written (${got}); give another one with --cache.`,
    cause: error,
  });
}
