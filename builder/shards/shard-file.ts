// Result of a build's shard in one file, which a merge reads with little memory: the fingerprint of its code, the length
// (4 bytes) and SHA-256 of a block with the shard and everything that linking needs, the block, a value, serialised and
// deflated, and the packed contents of the modules, in order.
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { hash } from "node:crypto";
import path from "node:path";
import { deserialize } from "node:v8";
import { inflateRawSync } from "node:zlib";
import { describeUnread } from "../../data/files/input-file.js";
import { syncFolder } from "../../data/files/durable-file.js";
import { OperatorError } from "../../data/operator-error.js";
import { toSha256 } from "../../data/sha256.js";
import { packValue } from "../cache/cache-file.js";
import { computeFingerprint } from "../cache/fingerprint.js";
import type { FoundEntry } from "../cache/found-entry.js";
import type { PartResult } from "../reading/read-source.js";

/** One of so many; the first is 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

interface Block extends Shard {
  /** Their modules have the positions of their contents behind the block. */
  readonly readings: readonly Omit<PartResult, "readContent">[];
}

/** A shard whose modules can be read until it is closed. */
export interface OpenShard extends Shard {
  readonly readings: readonly PartResult[];
  close(): void;
}

/** An open file. */
interface ShardSource {
  readonly file: string;
  readonly descriptor: number;
  readonly sizeBytes: number;
}

const HASH_BYTES = 32;
const LENGTH_BYTES = 4;
/** Fingerprint, length and SHA-256. */
const HEAD_BYTES = HASH_BYTES + LENGTH_BYTES + HASH_BYTES;

export function nameShardFile({ index, count }: Shard): string {
  return `shard-${index}-of-${count}.bin`;
}

/** @throws the file system's error; a file of that name stays as it was */
export async function writeShardFile(
  file: string,
  { index, count }: Shard,
  readings: readonly PartResult[],
): Promise<void> {
  const block = await packValue({ index, count, readings: toIndexes(readings) } satisfies Block);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(block.length);
  const partial = `${file}.partial`;
  try {
    const handle = await open(partial, "w");
    try {
      const pieces = [computeFingerprint(), length, hash("sha256", block, "buffer"), block];
      await handle.writeFile(Buffer.concat(pieces));
      for (const { modules, readContent } of readings) {
        for (const module of modules) await handle.writeFile(readContent(module));
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, file);
    await syncFolder(path.dirname(file));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Own keys only: the duration of a reading is of this machine. */
function toIndexes(readings: readonly PartResult[]): Block["readings"] {
  let end = 0;
  return readings.map(({ row, diagnostics, history, lineage, modules }) => {
    const placed = modules.map((module): FoundEntry => {
      const { bytes } = module.content;
      end += bytes;
      return { ...module, content: { start: end - bytes, bytes } };
    });
    return { row, diagnostics, history, lineage, modules: placed };
  });
}

/**
 * Opens a shard's file. What is read, now or later, is compared with its checksum first.
 * @param shareTexts for shards that are read together: their equal texts become one
 * @throws OperatorError `shard_unreadable`, `shard_damaged`, or `shard_other` when another version of
 * the program made it; the contents of modules throw the first two
 */
export function openShardFile(file: string, shareTexts = createSharedTexts()): OpenShard {
  const descriptor = readFile(file, () => openSync(file, "r"));
  const close = (): void => closeSync(descriptor);
  try {
    const sizeBytes = readFile(file, () => fstatSync(descriptor).size);
    const source: ShardSource = { file, descriptor, sizeBytes };
    const { block, end: first } = readBlock(source);
    const readings = block.readings.map(({ history, lineage, ...index }): PartResult => ({
      ...shareTexts(index),
      history,
      lineage,
      readContent({ content: { start, bytes }, contentDigest }) {
        const content = readBytes(source, first + start, bytes);
        if (toSha256(content) !== contentDigest) throw damagedShard(file);
        return content;
      },
    }));
    const contents = readings.flatMap(({ modules }) => modules.map(({ content }) => content.bytes));
    if (contents.reduce((sum, bytes) => sum + bytes, first) !== sizeBytes) throw damagedShard(file);
    return { index: block.index, count: block.count, readings, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** @throws OperatorError `shard_damaged` when it is not what was written, or `shard_other` */
function readBlock(source: ShardSource): { readonly block: Block; readonly end: number } {
  const head = readBytes(source, 0, HEAD_BYTES);
  if (!head.subarray(0, HASH_BYTES).equals(computeFingerprint())) throw otherShard(source.file);
  const bytes = readBytes(source, HEAD_BYTES, head.readUInt32LE(HASH_BYTES));
  const sum = head.subarray(HASH_BYTES + LENGTH_BYTES);
  if (!sum.equals(hash("sha256", bytes, "buffer"))) throw damagedShard(source.file);
  return { block: deserialize(inflateRawSync(bytes)) as Block, end: HEAD_BYTES + bytes.length };
}

/** Exactly so many bytes. @throws OperatorError `shard_damaged` where the file has fewer */
function readBytes(
  { file, descriptor, sizeBytes }: ShardSource,
  start: number,
  length: number,
): Buffer {
  if (start + length > sizeBytes) throw damagedShard(file);
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const read = readFile(file, () =>
      readSync(descriptor, bytes, done, length - done, start + done),
    );
    // The file was truncated after it was opened.
    if (read === 0) throw damagedShard(file);
    done += read;
  }
  return bytes;
}

/** @throws OperatorError `shard_unreadable` for what the file system says */
function readFile<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new OperatorError({
      code: "shard_unreadable",
      message: `${describeUnread(file, error)}; give the files that module-lookup build --shard wrote, or their folder.`,
      cause: error,
    });
  }
}

function damagedShard(file: string): OperatorError {
  return new OperatorError({
    code: "shard_damaged",
    message: `${file} is not what module-lookup build --shard wrote; build or copy the shard again.`,
  });
}

function otherShard(file: string): OperatorError {
  return new OperatorError({
    code: "shard_other",
    message: `${file} was not made by this version of the program and of Node.js; build all shards and merge them with one version.`,
  });
}

/**
 * A function that lets equal texts of all values that it is given be one, however deep they stand.
 * It changes values in place, which must be nobody else's yet.
 */
export function createSharedTexts(): <T>(value: T) => T {
  const known = new Map<string, string>();
  const share = (value: unknown): unknown => {
    if (typeof value === "string") {
      const text = known.get(value);
      if (text === undefined) known.set(value, value);
      return text ?? value;
    }
    if (typeof value !== "object" || value === null) return value;
    const object = value as Record<string, unknown>;
    for (const key of Object.keys(object)) object[key] = share(object[key]);
    return value;
  };
  return (value) => share(value) as typeof value;
}
