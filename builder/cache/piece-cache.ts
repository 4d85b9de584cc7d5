// Cache of byte pieces by the digest of their inputs: those that the last build used, in one file.
// A lookup gives an equal piece, or makes it.
import path from "node:path";
import { digest, type MakeCached } from "../../data/snapshot/cached-pieces.js";
import { nameOutFolder, readCacheBytes, writeCacheBytes, type CacheOptions } from "./cache-file.js";
import { computeFingerprint } from "./fingerprint.js";

/** Keys have 32 bytes. What is given is not to be changed. */
export interface PieceCache {
  find(key: Uint8Array): Uint8Array | undefined;
  /** @returns a copy of the piece, which is kept */
  add(key: Uint8Array, piece: Uint8Array): Uint8Array;
  readonly keep: MakeCached;
  /**
   * Keeps what was asked for since the cache was opened, and nothing else.
   * @param isHalfway what was not asked for yet is kept as well
   */
  save(isHalfway?: boolean): Promise<void>;
}

interface PieceCacheOptions extends CacheOptions {
  /** The output folder: builds for others ask for other pieces. Without it all builds share the file, which keeps what any asked for. */
  readonly out?: string;
  /** Kind of the pieces. */
  readonly kind: string;
}

/**
 * Layout: number of pieces, then the key and length (4 bytes) of each, then all pieces in the same
 * order.
 */
const KEY_BYTES = 32;
const LENGTH_BYTES = 4;
const ROW_BYTES = KEY_BYTES + LENGTH_BYTES;

const SHARED_FOLDER = "shared";
/** A shared file with more pieces keeps only those of the last build. */
const MOST_SHARED = 200_000;

export async function openPieceCache(options: PieceCacheOptions): Promise<PieceCache> {
  const { directory, out, kind } = options;
  const folder = out === undefined ? SHARED_FOLDER : nameOutFolder(out);
  const file = path.join(directory, "pieces", folder, `${kind}.bin`);
  const bytes = await readCacheBytes(file, options);
  const kept = bytes === undefined ? new Map<string, Buffer>() : decodePieces(bytes);
  const used = new Map<string, Uint8Array>();
  let isOther = false;
  const use = (key: string, piece: Uint8Array): Uint8Array => {
    used.set(key, piece);
    return piece;
  };
  const find = (key: Uint8Array): Uint8Array | undefined => {
    const text = toKeyText(key);
    const known = used.get(text) ?? kept.get(text);
    return known === undefined ? undefined : use(text, known);
  };
  const add = (key: Uint8Array, piece: Uint8Array): Uint8Array => {
    isOther = true;
    // zlib returns a view that would keep its whole buffer.
    return use(toKeyText(key), Buffer.from(piece));
  };
  return {
    find,
    add,
    keep: (key, make) => find(key) ?? add(key, make()),
    async save(isHalfway = false) {
      const isShared = out === undefined && kept.size < MOST_SHARED;
      if (!isOther && (isHalfway || isShared || used.size >= kept.size)) return;
      const pieces = isHalfway || isShared ? new Map([...kept, ...used]) : used;
      await writeCacheBytes(file, options.fingerprint, encodePieces(pieces));
    },
  };
}

/** Code that makes the pieces. */
const MAKING = [
  "../../data/snapshot/encode-contents.js",
  "../../data/snapshot/table/word-sections.js",
  "../../data/text/term-index.js",
  "../index/vectors.js",
].map((file) => new URL(file, import.meta.url));

/** Splitting and folding of words depends on it. */
const UNICODE = process.versions["unicode"] ?? "";

/**
 * Packed modules of the last snapshot, and what was indexed for it: what is made of the same as then is not made again,
 * and of such modules none is even read. That is most of what a snapshot takes.
 */
export async function openModuleCache(
  options: Omit<PieceCacheOptions, "kind" | "fingerprint">,
): Promise<PieceCache> {
  const fingerprint = digest(computeFingerprint(MAKING), process.versions.zlib, UNICODE);
  return openPieceCache({ ...options, kind: "modules", fingerprint });
}

function toKeyText(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString("latin1");
}

/** The checksum held: it is what was written, by this very code. */
function decodePieces(bytes: Buffer): Map<string, Buffer> {
  const count = bytes.readUInt32LE(0);
  const pieces = new Map<string, Buffer>();
  let start = LENGTH_BYTES + count * ROW_BYTES;
  for (let row = 0; row < count; row++) {
    const at = LENGTH_BYTES + row * ROW_BYTES;
    const end = start + bytes.readUInt32LE(at + KEY_BYTES);
    pieces.set(bytes.toString("latin1", at, at + KEY_BYTES), bytes.subarray(start, end));
    start = end;
  }
  return pieces;
}

function encodePieces(pieces: ReadonlyMap<string, Uint8Array>): readonly Uint8Array[] {
  const head = Buffer.alloc(LENGTH_BYTES + pieces.size * ROW_BYTES);
  head.writeUInt32LE(pieces.size);
  let at = LENGTH_BYTES;
  for (const [key, piece] of pieces) {
    head.write(key, at, "latin1");
    head.writeUInt32LE(piece.length, at + KEY_BYTES);
    at += ROW_BYTES;
  }
  return [head, ...pieces.values()];
}
