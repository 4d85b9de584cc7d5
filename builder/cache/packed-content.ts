// Contents of a module as bytes: packed where a module was parsed, laid out beside others for a
// snapshot, and in between only carried along.
import { inflateRawSync, deflateRaw } from "node:zlib";
import { toSha256 } from "../../data/sha256.js";
import type { EntryRows } from "../../data/snapshot/module/entry-rows.js";
import { packCached, unpackCached } from "../../data/snapshot/record/packing.js";
import { promisify } from "node:util";

export interface PackedContent {
  readonly content: Uint8Array;
  /** SHA-256 of it, hexadecimal. */
  readonly contentDigest: string;
}

export async function packContent(rows: EntryRows): Promise<PackedContent> {
  const packed = await deflateFast(packCached(rows));
  // zlib returns a view that would keep its whole buffer.
  return { content: Uint8Array.prototype.slice.call(packed), contentDigest: toSha256(packed) };
}

/** @param content what `packContent` gave, by this very code */
export function unpackContent(content: Uint8Array): EntryRows {
  return unpackCached(inflateRawSync(content)) as EntryRows;
}

const deflate = promisify(deflateRaw);

const FASTEST_LEVEL = 1;

/** `inflateRaw` gives the bytes back. */
export function deflateFast(bytes: Uint8Array): Promise<Buffer> {
  return deflate(bytes, { level: FASTEST_LEVEL });
}
