// A lock on a folder that the operating system takes back when its holder ends, however it ends. So
// there is no lock file that a killed program leaves behind, and no process id that another one gets.
import { closeSync, openSync } from "node:fs";
import { constants } from "node:os";
import { setTimeout } from "node:timers/promises";
import { getCLibrary } from "./c-library.js";

export interface FolderLock {
  release(): void;
}

type Flock = (descriptor: number, operation: number) => number;

const LOCK_EX = 2;
const LOCK_NB = 4;

/** Between two tries to have a folder that somebody else has, for moments only. */
const RETRY_MS = 20;

/** Without locks, two builds on one folder are the operator's concern. */
const NO_LOCK: FolderLock = { release: () => undefined };

/**
 * Waits until nobody else has the folder, and takes it. On systems and file systems without such
 * locks (Windows, some network folders) it is given at once.
 * @throws the file system's error when the folder cannot be opened
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  for (;;) {
    const lock = tryLockFolder(folder);
    if (lock !== undefined) return lock;
    // A wait in the system would take a thread of those that the holder's file work may need.
    await setTimeout(RETRY_MS);
  }
}

/**
 * Takes the folder, or gives `undefined` when somebody has it. Where there are no locks it is given.
 * @throws the file system's error when the folder cannot be opened
 */
export function tryLockFolder(folder: string): FolderLock | undefined {
  const lock = takeLock(folder);
  if (lock === "unsupported") return NO_LOCK;
  return lock === "busy" ? undefined : lock;
}

/**
 * Does some work with a folder while nobody else can take it. Does nothing if somebody holds it, or
 * if there are no locks.
 * @throws the file system's error when the folder cannot be opened; what `work` throws
 */
export async function useIfFree(folder: string, work: () => Promise<void>): Promise<void> {
  const lock = takeLock(folder);
  if (typeof lock === "string") return;
  try {
    await work();
  } finally {
    lock.release();
  }
}

function takeLock(folder: string): FolderLock | "busy" | "unsupported" {
  const flock = getFlock();
  if (flock === undefined) return "unsupported";
  const descriptor = openSync(folder, "r");
  if (flock(descriptor, LOCK_EX | LOCK_NB) === 0) return { release: () => closeSync(descriptor) };
  const isBusy = getCLibrary()?.errno() === constants.errno.EWOULDBLOCK;
  closeSync(descriptor);
  return isBusy ? "busy" : "unsupported";
}

let flock: Flock | undefined | null = null;

function getFlock(): Flock | undefined {
  if (flock === null) flock = openFlock();
  return flock;
}

function openFlock(): Flock | undefined {
  try {
    return getCLibrary()?.functions.func("int flock(int, int)") as Flock | undefined;
  } catch {
    // A C library without it.
    return undefined;
  }
}
