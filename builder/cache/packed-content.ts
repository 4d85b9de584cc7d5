// Contents of a module as bytes: packed where a module was parsed, laid out beside others for a
// snapshot, and in between only carried along.
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { toSha256 } from "../../data/sha256.js";
import type { EntryRows } from "../../data/snapshot/module/entry-rows.js";
import { packCached, unpackCached } from "../../data/snapshot/record/packing.js";

export interface PackedContent {
  readonly content: Uint8Array;
  /** SHA-256 of it, hexadecimal. */
  readonly contentDigest: string;
}

export function packContent(rows: EntryRows): PackedContent {
  const packed = deflateFast(packCached(rows));
  // zlib returns a view that would keep its whole buffer.
  return { content: Uint8Array.prototype.slice.call(packed), contentDigest: toSha256(packed) };
}

/** @param content what `packContent` gave, by this very code */
export function unpackContent(content: Uint8Array): EntryRows {
  return unpackCached(inflateRawSync(content)) as EntryRows;
}

const FASTEST_LEVEL = 1;

/** `inflateRaw` gives the bytes back. At once: the pieces are small, and there are thousands of them. */
export function deflateFast(bytes: Uint8Array): Buffer {
  return deflateRawSync(bytes, { level: FASTEST_LEVEL });
}
