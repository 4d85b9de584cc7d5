// What a shard of a build read, in one file, of which a merge needs little in memory: a line of JSON
// that says which shard it is and by which code it was made, then a block with all that linking needs of
// all readings, and the packed contents of their modules, in their order. The block is its length in
// 4 bytes, its SHA-256, and a value, serialised and deflated.
import { createHash } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { packValue } from "../cache/cache-file.js";
import { computeFingerprint } from "../cache/fingerprint.js";
import type { FoundEntry } from "../cache/found-entry.js";
import { syncFolder } from "../../data/files/durable-file.js";
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
}

/** What of a reading is in the block; its modules have the places of their contents behind that. */
export type ReadingIndex = Omit<PartResult, "readContent">;

export const LAYOUT = 8;
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
  };
  const partial = `${file}.partial`;
  try {
    const handle = await open(partial, "w");
    try {
      await handle.writeFile(`${JSON.stringify(header)}\n`);
      await handle.writeFile(await encodeBlock(toIndexes(readings)));
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

/** Their own keys only: how long a reading took is of this machine. */
function toIndexes(readings: readonly PartResult[]): readonly ReadingIndex[] {
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

async function encodeBlock(value: unknown): Promise<Uint8Array> {
  const bytes = await packValue(value);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, hashBlock(bytes), bytes]);
}

/** What stands for the bytes of a block. */
export function hashBlock(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}
