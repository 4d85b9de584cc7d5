// From a body to the bytes on the wire: validator, compression, and what a client already has.
import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import Negotiator from "negotiator";

export interface Representation {
  readonly bytes: Uint8Array;
  readonly encoding: Encoding;
  /** Strong validator of the snapshot, the content and its encoding. */
  readonly etag: string;
}

type Encoding = "identity" | "gzip" | "br";

/** Below this many bytes compression gains less than its header costs. */
const COMPRESSION_THRESHOLD_BYTES = 1_024;

/** The level at which brotli is as fast as gzip on texts of this kind. */
const BROTLI_QUALITY = 4;

/** @param acceptEncoding the request's header */
export function encodeRepresentation(
  text: string,
  snapshotId: string,
  acceptEncoding: string | undefined,
): Representation {
  const plain = Buffer.from(text, "utf8");
  const encoding = chooseEncoding(acceptEncoding, plain.length);
  const hash = createHash("sha256").update(snapshotId).update(plain).digest("base64url");
  const etag = `"${hash.slice(0, 22)}-${encoding}"`;
  return { bytes: compress(plain, encoding), encoding, etag };
}

/** Does an If-None-Match header name this representation? Weak comparison, RFC 9110, 13.1.2. */
export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

function chooseEncoding(acceptEncoding: string | undefined, bytes: number): Encoding {
  const negotiator = new Negotiator({ headers: { "accept-encoding": acceptEncoding } });
  // The client's q-values decide; among equals the order in which it names them.
  const acceptable = negotiator.encodings(["br", "gzip", "identity"]);
  if (bytes < COMPRESSION_THRESHOLD_BYTES && acceptable.includes("identity")) return "identity";
  const [chosen] = acceptable;
  return chosen === "br" || chosen === "gzip" ? chosen : "identity";
}

function compress(plain: Buffer, encoding: Encoding): Uint8Array {
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
