// Reads the file of a shard, whose layout builder/shards/shard-file.ts tells: at once what linking needs, the
// content of a module when it is asked for.
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { deserialize } from "node:v8";
import { inflateRawSync } from "node:zlib";
import { OperatorError } from "../../data/operator-error.js";
import { toSha256 } from "../../data/sha256.js";
import { computeFingerprint } from "../cache/fingerprint.js";
import type { PartResult } from "../reading/read-source.js";
import {
  BLOCK_HEAD_BYTES,
  HEADER_LIMIT_BYTES,
  hashBlock,
  LAYOUT,
  LENGTH_BYTES,
  type ReadingIndex,
  type Shard,
  type ShardHeader,
} from "./shard-file.js";

/** A shard whose modules can be read until it is closed. */
export interface OpenShard extends Shard {
  readonly readings: readonly PartResult[];
  close(): void;
}

/** An open file. */
interface ShardSource {
  readonly file: string;
  readonly descriptor: number;
  readonly sizeBytes: number;
}

/**
 * Opens a shard's file. What is read, now or later, is compared with its checksum first.
 * @param shareTexts for shards that are read together: their equal texts become one
 * @throws OperatorError `shard_unreadable`, `shard_damaged`, or `shard_other` when another version of
 * the program made it; the contents of modules throw the first two
 */
export function openShardFile(file: string, shareTexts = createSharedTexts()): OpenShard {
  const descriptor = readFile(file, () => openSync(file, "r"));
  const close = (): void => closeSync(descriptor);
  try {
    const sizeBytes = readFile(file, () => fstatSync(descriptor).size);
    const source: ShardSource = { file, descriptor, sizeBytes };
    const { header, end } = readHeader(source);
    const { value, end: first } = readBlock(source, end);
    const readings = (value as readonly ReadingIndex[]).map(
      ({ history, lineage, ...index }): PartResult => ({
        ...shareTexts(index),
        history,
        lineage,
        readContent({ content: { start, bytes }, contentDigest }) {
          const content = readBytes(source, first + start, bytes);
          if (toSha256(content) !== contentDigest) throw damagedShard(file);
          return content;
        },
      }),
    );
    const contents = readings.flatMap(({ modules }) => modules.map(({ content }) => content.bytes));
    if (contents.reduce((sum, bytes) => sum + bytes, first) !== sizeBytes) throw damagedShard(file);
    return { index: header.index, count: header.count, readings, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** @throws OperatorError `shard_damaged` or `shard_other` */
function readHeader(source: ShardSource): { readonly header: ShardHeader; readonly end: number } {
  const { file, sizeBytes } = source;
  const bytes = readBytes(source, 0, Math.min(HEADER_LIMIT_BYTES, sizeBytes));
  const end = bytes.indexOf("\n") + 1;
  const header = parseHeader(bytes.toString("latin1", 0, end));
  if (header === undefined) throw damagedShard(file);
  const fingerprint = Buffer.from(computeFingerprint()).toString("hex");
  if (header.layout !== LAYOUT || header.fingerprint !== fingerprint) throw otherShard(file);
  return { header, end };
}

function parseHeader(text: string): ShardHeader | undefined {
  try {
    const header = JSON.parse(text) as ShardHeader | null;
    return typeof header?.fingerprint === "string" ? header : undefined;
  } catch {
    return undefined;
  }
}

/** @throws OperatorError `shard_damaged` when it is not what was written */
function readBlock(
  source: ShardSource,
  start: number,
): { readonly value: unknown; readonly end: number } {
  const head = readBytes(source, start, BLOCK_HEAD_BYTES);
  const bytes = readBytes(source, start + BLOCK_HEAD_BYTES, head.readUInt32LE(0));
  if (!head.subarray(LENGTH_BYTES).equals(hashBlock(bytes))) throw damagedShard(source.file);
  const value: unknown = deserialize(inflateRawSync(bytes));
  return { value, end: start + BLOCK_HEAD_BYTES + bytes.length };
}

/** Exactly so many bytes. @throws OperatorError `shard_damaged` where the file has fewer */
function readBytes(
  { file, descriptor, sizeBytes }: ShardSource,
  start: number,
  length: number,
): Buffer {
  if (start + length > sizeBytes) throw damagedShard(file);
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const read = readFile(file, () =>
      readSync(descriptor, bytes, done, length - done, start + done),
    );
    // The file was truncated after it was opened.
    if (read === 0) throw damagedShard(file);
    done += read;
  }
  return bytes;
}

/** @throws OperatorError `shard_unreadable` for what the file system says */
function readFile<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new OperatorError({
      code: "shard_unreadable",
      message: `${file} cannot be read (${code}); give the files that module-lookup build --shard wrote, or their folder.`,
      cause: error,
    });
  }
}

function damagedShard(file: string): OperatorError {
  return new OperatorError({
    code: "shard_damaged",
    message: `${file} is not what module-lookup build --shard wrote; build or copy the shard again.`,
  });
}

function otherShard(file: string): OperatorError {
  return new OperatorError({
    code: "shard_other",
    message: `${file} was made by another version of this program or of Node.js; build all shards and merge them with one version.`,
  });
}

/**
 * A function that lets equal texts of all values that it is given be one, however deep they stand.
 * It changes values in place, which must be nobody else's yet.
 */
export function createSharedTexts(): <T>(value: T) => T {
  const known = new Map<string, string>();
  const share = (value: unknown): unknown => {
    if (typeof value === "string") {
      const text = known.get(value);
      if (text === undefined) known.set(value, value);
      return text ?? value;
    }
    if (typeof value !== "object" || value === null) return value;
    const object = value as Record<string, unknown>;
    for (const key of Object.keys(object)) object[key] = share(object[key]);
    return value;
  };
  return (value) => share(value) as typeof value;
}
