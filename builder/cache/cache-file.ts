// One value in one file of the cache. A file of another version of the program counts as missing;
// damage is reported apart. Readers get the written value or nothing, so the cache is never needed
// to be right. Files and folders are their owner's alone: they hold what was read of repositories that others may not see.
// On Windows, which has no such modes, they are as their folder is.
import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { chmod, mkdir, open, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { deserialize, serialize } from "node:v8";
import { inflateRaw } from "node:zlib";
import { toSha256 } from "../../data/sha256.js";
import { CACHE, toOutError } from "../../data/files/out-fault.js";
import { deflateFast } from "./packed-content.js";

/** Files of the cache with values of one kind. */
export interface CacheOptions {
  readonly directory: string;
  /** 32 bytes that stand for the code that makes the values. */
  readonly fingerprint: Uint8Array;
  /** Called for a file that was damaged: what was in it is made again. */
  onDamaged(file: string): void;
}

/** fingerprint (32 bytes), SHA-256 of the rest (32), then bytes: of a value, serialised and deflated. */
const HASH_BYTES = 32;
const inflate = promisify(inflateRaw);

/** The name of the folder, or file, of what is kept for one output folder. */
export function nameOutFolder(out: string): string {
  return toSha256(path.resolve(out)).slice(0, 32);
}

/** A value as bytes, compressed. */
export async function packValue(value: unknown): Promise<Uint8Array> {
  return deflateFast(serialize(value));
}

/** @param bytes what `packValue` gave */
export async function unpackValue(bytes: Uint8Array): Promise<unknown> {
  return deserialize(await inflate(bytes));
}

/** The bytes of a file as they were given to `writeCacheBytes`; `undefined` without one of this code that is whole. */
export async function readCacheBytes(
  file: string,
  { fingerprint, onDamaged }: Omit<CacheOptions, "directory">,
): Promise<Buffer | undefined> {
  try {
    const bytes = await readFile(file);
    if (bytes.length >= 2 * HASH_BYTES) {
      if (!bytes.subarray(0, HASH_BYTES).equals(fingerprint)) return undefined;
      const content = bytes.subarray(2 * HASH_BYTES);
      if (bytes.subarray(HASH_BYTES, 2 * HASH_BYTES).equals(hash([content]))) return content;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
  }
  onDamaged(file);
  return undefined;
}

/**
 * Some of the bytes that were given to `writeCacheBytes`, compared with nothing; fewer where the file ends.
 * @throws the file system's error
 */
export function readCachePart(file: string, start: number, bytes: number): Uint8Array {
  const descriptor = openSync(file, "r");
  try {
    const part = Buffer.allocUnsafe(bytes);
    return part.subarray(0, readSync(descriptor, part, 0, bytes, 2 * HASH_BYTES + start));
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Written beside its place and moved there, so that a reader never sees a part.
 * @throws OperatorError `out_full` or `out_unwritable`, which name the folder and the setting
 */
export async function writeCacheBytes(
  file: string,
  fingerprint: Uint8Array,
  pieces: readonly Uint8Array[],
): Promise<void> {
  const partial = `${file}.partial`;
  const folder = path.dirname(file);
  try {
    await makePrivateFolder(folder);
    await writePrivateFile(partial, gather([fingerprint, hash(pieces), ...pieces]));
    await rename(partial, file);
  } catch (error) {
    throw toOutError(folder, error, CACHE);
  }
}

/** Few pieces out of many, each gone when the next is asked for: all at once would be as long as the file. */
function* gather(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  const room = Buffer.allocUnsafe(GATHER_BYTES);
  let length = 0;
  for (const piece of pieces) {
    for (let from = 0; from < piece.length;) {
      const part = piece.subarray(from, from + room.length - length);
      room.set(part, length);
      from += part.length;
      length += part.length;
      if (length < room.length) continue;
      yield room;
      length = 0;
    }
  }
  yield room.subarray(0, length);
}

const GATHER_BYTES = 1 << 20;

function hash(pieces: readonly Uint8Array[]): Buffer {
  const sum = createHash("sha256");
  for (const piece of pieces) sum.update(piece);
  return sum.digest();
}

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
async function writePrivateFile(file: string, pieces: Iterable<Uint8Array>): Promise<void> {
  const handle = await open(file, "w", FILE_MODE);
  try {
    await handle.chmod(FILE_MODE);
    await writeFile(handle, pieces);
  } finally {
    await handle.close();
  }
}
