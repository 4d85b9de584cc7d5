// From a text to the bytes on the wire: validator, compression, and what a client already has.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  type BrotliOptions,
} from "node:zlib";
import type { Encoding } from "../../contract/negotiation.js";

/** The level at which brotli is as fast as gzip on texts of this kind. */
export const BROTLI_QUALITY = 4;

/** Strong validator of the snapshot, the content and its encoding. */
export function computeEtag(plain: Uint8Array, snapshotId: string, encoding: Encoding): string {
  const hash = createHash("sha256").update(snapshotId).update(plain).digest("base64url");
  return `"${hash.slice(0, 22)}-${encoding}"`;
}

/** True if an If-None-Match header names this representation. Weak comparison, RFC 9110, 13.1.2. */
export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

/** From this size on compressing takes longer than handing it to another thread: some milliseconds. */
const ASIDE_BYTES = 32_768;

const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };
const brotliAside = promisify<Uint8Array, BrotliOptions, Buffer>(brotliCompress);
const gzipAside = promisify<Uint8Array, Buffer>(gzip);

/** The bytes in an encoding; those of a large answer later, while others are answered. */
export function compress(plain: Uint8Array, encoding: Encoding): Uint8Array | Promise<Uint8Array> {
  const isLarge = plain.length >= ASIDE_BYTES;
  switch (encoding) {
    case "br":
      return isLarge
        ? brotliAside(plain, BROTLI_OPTIONS)
        : brotliCompressSync(plain, BROTLI_OPTIONS);
    case "gzip":
      return isLarge ? gzipAside(plain) : gzipSync(plain);
    case "identity":
      return plain;
  }
}
