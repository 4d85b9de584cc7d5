// Packed records in compressed blocks. Neighbours are the same module at other platform versions
// and say mostly the same, so that a block of them shrinks to an eighth; a block is small enough to
// be decompressed for one record.
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { damagedSection } from "./errors.js";

/** The sections of the blocks, see format.ts. */
export interface RecordBlocks {
  /** First record of each block, and the number of records. */
  readonly first: readonly number[];
  /** Where each block ends in `bytes`; its start is the end of the one before. */
  readonly end: readonly number[];
  /** Length of each block before compression. */
  readonly length: readonly number[];
  /** Where each record begins in its block before compression. */
  readonly offset: readonly number[];
  readonly bytes: Uint8Array;
}

/**
 * A block is closed when it has this many bytes. Measured on 15,000 real entries, whose records are
 * 47 MB: blocks of 32 KiB make 7.3 MB, of 72 KiB 6.0 MB and of 128 KiB 5.4 MB, and take 50, 85 and
 * 150 µs to decompress. Deflate takes two thirds of the time and an eighth more space.
 */
const BLOCK_BYTES = 72 * 1024;

/** Above 6 brotli takes ten times as long to write for one per cent less. */
const QUALITY = 6;

/** The window covers any block; a record of many megabytes is compressed with less success. */
const WINDOW_BITS = 20;

/** Lays out records in blocks, in their order. */
export function encodeRecordBlocks(records: readonly Uint8Array[]): RecordBlocks {
  const first: number[] = [0];
  const length: number[] = [];
  const offset: number[] = [];
  const blocks: Uint8Array[] = [];
  let block: Uint8Array[] = [];
  let blockLength = 0;
  records.forEach((record, index) => {
    offset.push(blockLength);
    block.push(record);
    blockLength += record.length;
    if (blockLength < BLOCK_BYTES && index < records.length - 1) return;
    blocks.push(compress(Buffer.concat(block)));
    length.push(blockLength);
    first.push(index + 1);
    block = [];
    blockLength = 0;
  });
  let total = 0;
  const end = blocks.map((bytes) => (total += bytes.length));
  return { first, end, length, offset, bytes: Buffer.concat(blocks) };
}

/** Numbers of the sections as they are read: each `get` is checked against its section. */
export interface RecordBlockColumns {
  readonly first: NumberList;
  readonly end: NumberList;
  readonly length: NumberList;
  readonly offset: NumberList;
  readonly bytes: Uint8Array;
}

interface NumberList {
  readonly length: number;
  get(index: number): number;
}

/** Decompressed blocks that are kept, the last used ones. */
const CACHE_LIMIT_BYTES = 8 * 1024 * 1024;

/**
 * Reads packed records by number.
 * @returns a function that throws SnapshotError `snapshot_damaged` where numbers contradict each
 * other or a block cannot be decompressed
 */
export function openRecordBlocks(columns: RecordBlockColumns): (record: number) => Uint8Array {
  const { first, offset } = columns;
  const cache = new Map<number, Uint8Array>();
  let cachedBytes = 0;
  const getBlock = (number: number): Uint8Array => {
    const kept = cache.get(number);
    // Set again, so that the map's order is that of last use.
    const block = kept ?? decompress(columns, number);
    cache.delete(number);
    cache.set(number, block);
    if (kept === undefined) cachedBytes += block.length;
    for (const [oldest, bytes] of cache) {
      if (cachedBytes <= CACHE_LIMIT_BYTES || oldest === number) break;
      cache.delete(oldest);
      cachedBytes -= bytes.length;
    }
    return block;
  };
  return (record) => {
    const number = findBlock(first, record);
    const block = getBlock(number);
    const start = offset.get(record);
    const isLast = record + 1 === first.get(number + 1);
    const end = isLast ? block.length : offset.get(record + 1);
    if (start > end || end > block.length) {
      throw damagedSection("records.offset", `up to ${block.length}`, `${start} to ${end}`);
    }
    return block.subarray(start, end);
  };
}

/** Binary search: the block whose first record is the last one not after `record`. */
function findBlock(first: NumberList, record: number): number {
  let low = 0;
  let high = first.length - 1;
  if (high < 1 || record < 0 || record >= first.get(high)) {
    throw damagedSection("blocks.first", `a block with record ${record}`, "none");
  }
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (first.get(middle) <= record) low = middle;
    else high = middle;
  }
  return low;
}

function compress(block: Uint8Array): Uint8Array {
  return brotliCompressSync(block, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: block.length,
    },
  });
}

/** Room for output is made in steps of at most this, whatever length a damaged number claims. */
const LARGEST_CHUNK_BYTES = 1024 * 1024;
const SMALLEST_CHUNK_BYTES = 64;

function decompress({ end, length, bytes }: RecordBlockColumns, number: number): Uint8Array {
  const from = number === 0 ? 0 : end.get(number - 1);
  const to = end.get(number);
  const expected = length.get(number);
  if (from > to || to > bytes.length) {
    throw damagedSection("blocks.end", `up to ${bytes.length}`, `${from} to ${to}`);
  }
  let block: Uint8Array;
  try {
    block = brotliDecompressSync(bytes.subarray(from, to), {
      // One piece of the right size spares joining many.
      chunkSize: Math.min(Math.max(expected, SMALLEST_CHUNK_BYTES), LARGEST_CHUNK_BYTES),
      maxOutputLength: Math.max(expected, 1),
    });
  } catch (error) {
    throw damagedSection("blocks.bytes", "a compressed block", (error as Error).message);
  }
  if (block.length !== expected) {
    throw damagedSection("blocks.length", `${block.length} bytes`, String(expected));
  }
  return block;
}
