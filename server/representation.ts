// From a text to the bytes on the wire: validator, compression, and what a client already has.
import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Encoding } from "./negotiation.js";

/** The level at which brotli is as fast as gzip on texts of this kind. */
export const BROTLI_QUALITY = 4;

/** Strong validator of the snapshot, the content and its encoding. */
export function computeEtag(plain: Uint8Array, snapshotId: string, encoding: Encoding): string {
  const hash = createHash("sha256").update(snapshotId).update(plain).digest("base64url");
  return `"${hash.slice(0, 22)}-${encoding}"`;
}

/** Does an If-None-Match header name this representation? Weak comparison, RFC 9110, 13.1.2. */
export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

export function compress(plain: Uint8Array, encoding: Encoding): Uint8Array {
  switch (encoding) {
    case "br":
      return brotliCompressSync(plain, {
        params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
      });
    case "gzip":
      return gzipSync(plain);
    case "identity":
      return plain;
  }
}
