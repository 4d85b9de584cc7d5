// Result of a build's shard in one file, which a merge reads with little memory: a line of JSON
// with the shard and the fingerprint of its code, then a block with everything that linking needs,
// and the packed contents of the modules, in order. The block is its length in 4 bytes, its
// SHA-256, and a value, serialised and deflated.
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
  /** Version of this layout. */
  readonly layout: number;
  /** Fingerprint of the code that read and parsed. */
  readonly fingerprint: string;
}

/** Part of a reading in the block; its modules have the positions of their contents behind it. */
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

/** Own keys only: the duration of a reading is of this machine. */
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

/** Digest of a block. */
export function hashBlock(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}
