// Vectors of texts that were embedded before, for embedders that take long. Rows are appended while
// embedding goes on, so that a build that was stopped goes on where it was.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { EmbeddingDocument, EmbeddingSpec } from "../../data/embedding/embedder.js";
import { CACHE, toOutError } from "../../files/out-fault.js";
import { makePrivateFolder, writePrivateFile } from "./private-file.js";

export interface VectorCache {
  find(document: EmbeddingDocument): Float32Array | undefined;
  /** Keeps vectors, one for each document. */
  add(documents: readonly EmbeddingDocument[], vectors: readonly Float32Array[]): Promise<void>;
}

/** A row: key (32 bytes), the vector's numbers (4 bytes each), the first 8 bytes of their SHA-256. */
const KEY_BYTES = 32;
const CHECK_BYTES = 8;

/**
 * Opens the vectors that this very embedder made. Rows that are damaged or cut are passed over.
 * @param onDamaged called with the file when a row was passed over for its checksum
 */
export async function openVectorCache(
  directory: string,
  spec: EmbeddingSpec,
  onDamaged: (file: string) => void,
): Promise<VectorCache> {
  const name = createHash("sha256").update(JSON.stringify(spec)).digest("hex").slice(0, 32);
  const file = path.join(directory, "vectors", `${name}.bin`);
  const { vectors, hasDamage, isCut } = decodeRows(await readIfPresent(file), spec.dimensions);
  if (hasDamage) onDamaged(file);
  const write = async (rows: readonly VectorRow[], flags: "w" | "a"): Promise<void> => {
    try {
      await makePrivateFolder(path.dirname(file));
      await writePrivateFile(file, [encodeRows(rows)], flags);
    } catch (error) {
      throw toOutError(path.dirname(file), error, CACHE);
    }
  };
  // Rows appended behind a cut one would be read at the wrong places.
  if (isCut || hasDamage) await write([...vectors], "w");
  return {
    find: (document) => vectors.get(toKey(document)),
    async add(documents, added) {
      const rows = added.map((vector, at) => [toKey(documents[at] ?? []), vector] as const);
      for (const [key, vector] of rows) vectors.set(key, vector);
      await write(rows, "a");
    },
  };
}

function toKey(document: EmbeddingDocument): string {
  const parts = JSON.stringify(document.map(({ text, weight }) => [text, weight]));
  return createHash("sha256").update(parts).digest("hex");
}

type VectorRow = readonly [key: string, vector: Float32Array];

function encodeRows(rows: readonly VectorRow[]): Uint8Array {
  return Buffer.concat(
    rows.flatMap(([key, vector]) => {
      const content = Buffer.concat([
        Buffer.from(key, "hex"),
        new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength),
      ]);
      return [content, checkOf(content)];
    }),
  );
}

function decodeRows(
  bytes: Buffer,
  dimensions: number,
): { vectors: Map<string, Float32Array>; hasDamage: boolean; isCut: boolean } {
  const contentBytes = KEY_BYTES + 4 * dimensions;
  const rowBytes = contentBytes + CHECK_BYTES;
  const vectors = new Map<string, Float32Array>();
  let hasDamage = false;
  for (let start = 0; start + rowBytes <= bytes.length; start += rowBytes) {
    const content = bytes.subarray(start, start + contentBytes);
    const check = bytes.subarray(start + contentBytes, start + rowBytes);
    if (check.equals(checkOf(content))) {
      // A copy starts at a multiple of four, which the numbers need.
      const numbers = new Uint8Array(content.subarray(KEY_BYTES));
      vectors.set(content.toString("hex", 0, KEY_BYTES), new Float32Array(numbers.buffer));
    } else {
      hasDamage = true;
    }
  }
  return { vectors, hasDamage, isCut: bytes.length % rowBytes !== 0 };
}

function checkOf(content: Uint8Array): Buffer {
  return createHash("sha256").update(content).digest().subarray(0, CHECK_BYTES);
}

async function readIfPresent(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}
