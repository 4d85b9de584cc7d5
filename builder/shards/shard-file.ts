// What a shard of a build read, in one file, of which a merge needs little in memory: a line of JSON
// that says which shard it is and by which code it was made, then for each reading a block with all
// that linking needs, and the packed contents of its modules, in their order. A block is its length in
// 4 bytes, its SHA-256, and a value, serialised and deflated.
import { createHash } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { serialize } from "node:v8";
import { deflateFast } from "../cache/fast-deflate.js";
import { computeFingerprint } from "../cache/fingerprint.js";
import type { FoundEntry } from "../cache/found-entry.js";
import { syncFolder } from "../../files/durable-file.js";
import type { PartResult } from "../reading/read-source.js";

/** One of so many; the first is 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

export interface ShardHeader extends Shard {
  /** Of this very layout. */
  readonly layout: number;
  /** Of the code that read and parsed. */
  readonly fingerprint: string;
  readonly readings: number;
}

/** The block of a reading; its modules have the places of their contents behind it. */
export type ReadingIndex = Omit<PartResult, "readContent">;

export const LAYOUT = 7;
export const HEADER_LIMIT_BYTES = 1_024;
export const LENGTH_BYTES = 4;
const HASH_BYTES = 32;
/** Length and SHA-256. */
export const BLOCK_HEAD_BYTES = LENGTH_BYTES + HASH_BYTES;
export function nameShardFile({ index, count }: Shard): string {
  return `shard-${index}-of-${count}.bin`;
}

/** @throws the file system's error; a file of that name stays as it was */
export async function writeShardFile(
  file: string,
  { index, count }: Shard,
  readings: readonly PartResult[],
): Promise<void> {
  const header: ShardHeader = {
    index,
    count,
    layout: LAYOUT,
    fingerprint: Buffer.from(computeFingerprint()).toString("hex"),
    readings: readings.length,
  };
  const partial = `${file}.partial`;
  try {
    const handle = await open(partial, "w");
    try {
      await handle.writeFile(`${JSON.stringify(header)}\n`);
      for (const reading of readings) {
        await handle.writeFile(await encodeIndex(reading));
        for (const module of reading.modules) await handle.writeFile(reading.readContent(module));
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

/** Its own keys only: how long a reading took is of this machine. */
function encodeIndex({ row, diagnostics, history, lineage, modules }: PartResult) {
  let start = 0;
  const placed = modules.map((module): FoundEntry => {
    const { bytes } = module.content;
    start += bytes;
    return { ...module, content: { start: start - bytes, bytes } };
  });
  const index: ReadingIndex = { row, diagnostics, history, lineage, modules: placed };
  return encodeBlock(index);
}

async function encodeBlock(value: unknown): Promise<Uint8Array> {
  const bytes = await deflateFast(serialize(value));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, hashBlock(bytes), bytes]);
}

/** What stands for the bytes of a block. */
export function hashBlock(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}
