// Packed records, each compressed on its own, so that reading one costs its own size only.
// What makes them small is what they are compressed against: see toReference.
import { constants, deflateRawSync, inflateRawSync } from "node:zlib";
import { damagedSection } from "../errors.js";
import type { RowsName } from "./structures.js";

/** Rows, in runs of such as are nearly equal. */
export type RowRuns = readonly (readonly Uint8Array[])[];

/** Rows that were compressed, one after another. */
export interface CompressedRows {
  readonly bytes: Uint8Array;
  /** Bytes of each row, compressed. */
  readonly compressed: readonly number[];
  /** Bytes of each row, decompressed. */
  readonly lengths: readonly number[];
  /** Number of rows in each run. */
  readonly runs: readonly number[];
}

/** Numbers by position; `get` throws SnapshotError where there is none. */
interface NumberList {
  readonly length: number;
  get(index: number): number;
}

/** Records that are nearly equal, as those of one technical name: from `start` up to before `end`. */
export interface RecordRun {
  readonly start: number;
  readonly end: number;
}

/**
 * Records of one name at neighbouring platform versions are nearly equal. The middle one of a run
 * stands alone; every other is compressed against it, so that reading one decompresses at most two.
 *
 * In the run of 8 records 0 … 7 the middle is 4, and all others refer to 4.
 *
 * Measured on 15,000 real entries, 44 MB of records: with the dictionary alone they make 14 MB, when
 * they refer to the middle 6.1, to their neighbour towards it in chains of up to two 5.8 MB, but
 * then a record of median size takes a quarter longer to read. Brotli over blocks of 72 KiB makes a
 * tenth less, but that takes two and a half times as long.
 *
 * @returns undefined for the middle of the run
 */
export function toReference(record: number, run: RecordRun): number | undefined {
  const middle = (run.start + run.end) >>> 1;
  return record === middle ? undefined : middle;
}

/** Deflate looks back this far, so more of a reference could not be used. */
const WINDOW_BYTES = 32 * 1024;

/** Compresses as small as zlib can. */
function deflate(bytes: Uint8Array, dictionary: Uint8Array): Uint8Array {
  return deflateRawSync(bytes, {
    level: constants.Z_BEST_COMPRESSION,
    memLevel: constants.Z_MAX_MEMLEVEL,
    dictionary,
  });
}

/** @param dictionary what the one of a run is compressed against that has no other */
export function compressRuns(runs: RowRuns, dictionary: Uint8Array): CompressedRows {
  const toDictionary = openDictionaries(dictionary);
  const compressed = runs.flatMap((rows) =>
    rows.map((row, at) => {
      const reference = toReference(at, { start: 0, end: rows.length });
      return deflate(row, toDictionary(reference === undefined ? undefined : rows[reference]));
    }),
  );
  return {
    bytes: Buffer.concat(compressed),
    compressed: compressed.map(({ length }) => length),
    lengths: runs.flatMap((rows) => rows.map(({ length }) => length)),
    runs: runs.map(({ length }) => length),
  };
}

/**
 * Function that gives the dictionary of a record: its reference, preceded by as much of the
 * dictionary as fits. The result holds until the next call, since allocating each time takes a
 * third of the time.
 */
function openDictionaries(
  dictionary: Uint8Array,
): (reference: Uint8Array | undefined) => Uint8Array {
  const joined = new Uint8Array(dictionary.length);
  return (reference) => {
    if (reference === undefined) return dictionary;
    const room = dictionary.length - reference.length;
    if (room <= 0) return reference.subarray(0, WINDOW_BYTES);
    joined.set(dictionary.subarray(reference.length), 0);
    joined.set(reference, room);
    return joined;
  };
}

/** Sections as they are read. */
export interface RecordStoreSections {
  /** Prefix of the section names. */
  readonly name: RowsName;
  readonly dictionary: Uint8Array;
  readonly end: NumberList;
  readonly length: NumberList;
  readonly bytes: Uint8Array;
  /** The run that the record is in. */
  findRun(record: number): RecordRun;
}

/**
 * Reads packed records by number.
 * @returns a function that throws SnapshotError `snapshot_damaged` where numbers contradict each
 * other or a record cannot be decompressed
 */
export function openRecordStore(sections: RecordStoreSections): (record: number) => Uint8Array {
  const { dictionary } = sections;
  checkDictionary(sections.name, dictionary);
  const toDictionary = openDictionaries(dictionary);
  return (record) => {
    const run = sections.findRun(record);
    if (record < run.start || record >= run.end) {
      throw damagedSection(
        `${sections.name}.end`,
        `a run with record ${record}`,
        `${run.start} to ${run.end}`,
      );
    }
    const reference = toReference(record, run);
    const known =
      reference === undefined
        ? undefined
        : decompress(sections, reference, toDictionary(undefined));
    return decompress(sections, record, toDictionary(known));
  };
}

/** @throws SnapshotError for one that is larger than deflate takes */
export function checkDictionary(name: string, dictionary: Uint8Array): void {
  if (dictionary.length <= WINDOW_BYTES) return;
  const got = String(dictionary.length);
  throw damagedSection(`${name}.dictionary`, `up to ${WINDOW_BYTES} bytes`, got);
}

/** Output memory grows in steps of at most this, whatever length a damaged number claims. */
const LARGEST_CHUNK_BYTES = 1024 * 1024;
const SMALLEST_CHUNK_BYTES = 64;
/** Limit of a decompressed record: a thousandth of that in a file could fill the memory. */
const LARGEST_RECORD_BYTES = 128 * 1024 * 1024;

function decompress(
  { name, end, length, bytes }: RecordStoreSections,
  record: number,
  dictionary: Uint8Array,
): Uint8Array {
  const { from, to } = findSpan({ section: `${name}.end`, end, limit: bytes.length }, record);
  return inflate(bytes.subarray(from, to), {
    section: `${name}.bytes`,
    lengths: `${name}.length`,
    expected: length.get(record),
    dictionary,
  });
}

/** Ends of consecutive items, and the largest allowed end. */
interface Ends {
  readonly section: string;
  readonly end: NumberList;
  readonly limit: number;
}

/** @throws SnapshotError */
export function findSpan(
  { section, end, limit }: Ends,
  item: number,
): { readonly from: number; readonly to: number } {
  const from = item === 0 ? 0 : end.get(item - 1);
  const to = end.get(item);
  if (from <= to && to <= limit) return { from, to };
  throw damagedSection(section, `up to ${limit}`, `${from} to ${to}`);
}

interface InflateOptions {
  /** Section to name if the bytes, or their length, are damaged. */
  readonly section: string;
  readonly lengths: string;
  /** Bytes when decompressed. */
  readonly expected: number;
  readonly dictionary: Uint8Array;
}

/** Decompresses a record, or several that were compressed together. @throws SnapshotError */
export function inflate(
  compressed: Uint8Array,
  { section, lengths, expected, dictionary }: InflateOptions,
): Uint8Array {
  if (expected > LARGEST_RECORD_BYTES) {
    throw damagedSection(lengths, `up to ${LARGEST_RECORD_BYTES}`, String(expected));
  }
  let packed: Uint8Array;
  try {
    packed = inflateRawSync(compressed, {
      dictionary,
      // One piece of the right size spares joining many.
      chunkSize: Math.min(Math.max(expected, SMALLEST_CHUNK_BYTES), LARGEST_CHUNK_BYTES),
      maxOutputLength: Math.max(expected, 1),
    });
  } catch (error) {
    throw damagedSection(section, "a compressed record", (error as Error).message);
  }
  if (packed.length !== expected) {
    throw damagedSection(lengths, `${packed.length} bytes`, String(expected));
  }
  return packed;
}
