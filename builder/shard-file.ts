// What a shard of a build read, in one file: a line of JSON that says which shard it is and by which
// code it was made, then each reading as its length, its SHA-256 and its bytes, serialised and
// deflated. Read again one reading at a time.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { deserialize, serialize } from "node:v8";
import { deflateRaw, inflateRaw } from "node:zlib";
import { OperatorError } from "../data/operator-error.js";
import { openByteSource, type ByteSource } from "./byte-source.js";
import { computeFingerprint } from "./cache/fingerprint.js";
import { syncFolder } from "./out/durable-file.js";
import type { PartReading } from "./read-sources.js";

/** One of so many; the first is 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

export interface ShardContents extends Shard {
  readonly readings: readonly PartReading[];
}

interface ShardHeader extends Shard {
  /** Of the code that read and parsed. */
  readonly fingerprint: string;
  readonly readings: number;
}

const HEADER_LIMIT_BYTES = 1_024;
const LENGTH_BYTES = 4;
const HASH_BYTES = 32;
/** The fastest level: a shard is read once. */
const DEFLATE_LEVEL = 1;

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

export function nameShardFile({ index, count }: Shard): string {
  return `shard-${index}-of-${count}.bin`;
}

/** @throws the file system's error; a file of that name stays as it was */
export async function writeShardFile(
  file: string,
  { index, count }: Shard,
  readings: readonly PartReading[],
): Promise<void> {
  const header: ShardHeader = {
    index,
    count,
    fingerprint: Buffer.from(computeFingerprint()).toString("hex"),
    readings: readings.length,
  };
  const partial = `${file}.partial`;
  try {
    const handle = await open(partial, "w");
    try {
      await handle.writeFile(`${JSON.stringify(header)}\n`);
      for (const { row, modules, diagnostics } of readings) {
        // Its own keys only: how long a reading took is of this machine.
        const bytes = await deflate(serialize({ row, modules, diagnostics }), {
          level: DEFLATE_LEVEL,
        });
        const length = Buffer.alloc(LENGTH_BYTES);
        length.writeUInt32LE(bytes.length);
        await handle.writeFile(Buffer.concat([length, hash(bytes), bytes]));
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, file);
    await syncFolder(path.dirname(file));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/**
 * @throws OperatorError `shard_unreadable`, `shard_damaged`, or `shard_other` when another version of
 * the program made it
 */
export async function readShardFile(file: string): Promise<ShardContents> {
  const stream = createReadStream(file);
  const source = openByteSource(stream);
  try {
    const { index, count, fingerprint, readings: total } = await readHeader(source, file);
    if (fingerprint !== Buffer.from(computeFingerprint()).toString("hex")) throw otherShard(file);
    const readings: PartReading[] = [];
    for (let at = 0; at < total; at++) readings.push(await readReading(source, file));
    if ((await source.read(1)).length > 0) throw damagedShard(file);
    return { index, count, readings };
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new OperatorError(
      {
        code: "shard_unreadable",
        message: `${file} cannot be read (${code}); give the files that module-lookup build --shard wrote, or their folder.`,
        expected: "a file that can be read",
        got: code ?? syscall,
      },
      { cause: error },
    );
  } finally {
    stream.destroy();
  }
}

async function readHeader(source: ByteSource, file: string): Promise<ShardHeader> {
  let text = "";
  while (!text.endsWith("\n")) {
    const byte = await source.read(1);
    if (byte.length === 0 || text.length > HEADER_LIMIT_BYTES) throw damagedShard(file);
    text += Buffer.from(byte).toString("latin1");
  }
  try {
    const header = JSON.parse(text) as ShardHeader | null;
    if (typeof header?.fingerprint === "string") return header;
  } catch {
    // Told below.
  }
  throw damagedShard(file);
}

async function readReading(source: ByteSource, file: string): Promise<PartReading> {
  const head = Buffer.from(await source.read(LENGTH_BYTES + HASH_BYTES));
  if (head.length < LENGTH_BYTES + HASH_BYTES) throw damagedShard(file);
  const bytes = await source.read(head.readUInt32LE(0));
  if (!head.subarray(LENGTH_BYTES).equals(hash(bytes))) throw damagedShard(file);
  return deserialize(await inflate(bytes)) as PartReading;
}

function hash(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}

function damagedShard(file: string): OperatorError {
  return new OperatorError({
    code: "shard_damaged",
    message: `${file} is not what module-lookup build --shard wrote; build or copy the shard again.`,
    expected: "a whole shard",
    got: "other bytes",
  });
}

function otherShard(file: string): OperatorError {
  return new OperatorError({
    code: "shard_other",
    message: `${file} was made by another version of this program or of Node.js; build all shards and merge them with one version.`,
    expected: "a shard of this version",
    got: "another version",
  });
}
