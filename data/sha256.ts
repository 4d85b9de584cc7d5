// SHA-256 in hexadecimal digits: of what is in memory, and of what comes in pieces.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

export function toSha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

interface Digest {
  readonly bytes: number;
  readonly sha256: string;
}

/** Digest of pieces, in sequence. */
export async function digestPieces(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<Digest> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** @throws the file system's error */
export function digestFile(file: string): Promise<Digest> {
  return digestPieces(createReadStream(file, { highWaterMark: PIECE_BYTES }));
}

const PIECE_BYTES = 1024 * 1024;
