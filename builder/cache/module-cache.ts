// Packed modules of the last snapshot, and what was indexed for it: what is made of the same as then is not made
// again, and of such modules none is even read. That is most of what a snapshot takes.
import { digest } from "../../data/snapshot/cached-pieces.js";
import { computeFingerprint } from "./fingerprint.js";
import { openPieceCache, type PieceCache, type PieceCacheOptions } from "./piece-cache.js";

/** Code that makes the pieces. */
const MAKING = [
  "../../data/snapshot/encode-contents.js",
  "../../data/snapshot/table/word-sections.js",
  "../../data/text/term-index.js",
  "../index/vectors.js",
].map((file) => new URL(file, import.meta.url));

/** Splitting and folding of words depends on it. */
const UNICODE = process.versions["unicode"] ?? "";

export async function openModuleCache(
  options: Omit<PieceCacheOptions, "kind" | "fingerprint">,
): Promise<PieceCache> {
  const fingerprint = digest(computeFingerprint(MAKING), process.versions.zlib, UNICODE);
  return openPieceCache({ ...options, kind: "modules", fingerprint });
}
