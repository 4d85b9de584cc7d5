// Packed records, each compressed on its own, so that reading one costs its own size only.
// What makes them small is what they are compressed against: see toReference.
import { constants, deflateRawSync, inflateRawSync } from "node:zlib";
import type { Steps } from "../../yield.js";
import { ByteRows } from "../table/byte-rows.js";
import { damagedSection } from "../errors.js";

/** What the names of the sections begin with. */
export type StoreName = "records" | "parts" | "loaded" | "archs";

/** The sections of format.ts that hold the records. */
export interface RecordStore {
  /** Pieces of records of all kinds: what a record is compressed against when it has no other. */
  readonly dictionary: Uint8Array;
  /** For each record, where it ends in `bytes`. */
  readonly end: readonly number[];
  /** For each record, its bytes when decompressed. */
  readonly length: readonly number[];
  readonly bytes: Uint8Array;
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
  const middle = toMiddle(run);
  return record === middle ? undefined : middle;
}

function toMiddle({ start, end }: RecordRun): number {
  return (start + end) >>> 1;
}

/** Deflate looks back this far, so more of a reference could not be used. */
const WINDOW_BYTES = 32 * 1024;

/** A larger one makes records smaller by less than it costs in time. */
const DICTIONARY_BYTES = 16 * 1024;
/** A dictionary is at most this part of all records, so that it pays in a small snapshot too. */
const DICTIONARY_SHARE = 1 / 64;
/** Of larger records a dictionary would hold only one place. */
const LARGEST_SAMPLE_BYTES = 3000;

/** A record, and what it is compressed against. */
export interface RecordInput {
  readonly record: Uint8Array;
  /** The same object for all records that have the same one. */
  readonly reference: Uint8Array | undefined;
  /** The same object for all records of a store. */
  readonly dictionary: Uint8Array;
}

/** What `make` gives, or has given for the same. */
export type Compress = (input: RecordInput, make: () => Uint8Array) => Uint8Array;

/** As small as zlib makes it. */
export function deflate(bytes: Uint8Array, dictionary: Uint8Array): Uint8Array {
  return deflateRawSync(bytes, {
    level: constants.Z_BEST_COMPRESSION,
    memLevel: constants.Z_MAX_MEMLEVEL,
    dictionary,
  });
}

/** Without keeping anything. */
export const COMPRESS: Compress = (_input, make) => make();

/** Lays out packed records, one a step; `runs` are theirs by technical name, in order. */
export function* encodeRecordStore(
  records: ByteRows,
  runs: readonly RecordRun[],
  compress: Compress = COMPRESS,
): Steps<RecordStore> {
  const dictionary = sampleRecords(records);
  const toDictionary = openDictionaries(dictionary);
  const compressed = new ByteRows();
  for (const run of runs) {
    if (run.start === run.end) continue;
    const middle = records.get(toMiddle(run));
    for (let at = run.start; at < run.end; at++) {
      const record = records.get(at);
      const reference = toReference(at, run) === undefined ? undefined : middle;
      compressed.add(
        compress({ record, reference, dictionary }, () => deflate(record, toDictionary(reference))),
      );
      yield;
    }
  }
  let total = 0;
  return {
    dictionary,
    end: compressed.lengths.map((length) => (total += length)),
    length: records.lengths,
    bytes: compressed.join(),
  };
}

/** Whole small records, as many as fit, evenly spread over all of them: what others are compressed against. */
export function sampleRecords(records: ByteRows): Uint8Array {
  const { lengths } = records;
  const small = [...lengths.keys()].filter((row) => (lengths[row] ?? 0) <= LARGEST_SAMPLE_BYTES);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const limit = Math.min(DICTIONARY_BYTES, Math.floor(total * DICTIONARY_SHARE));
  const smallTotal = small.reduce((sum, row) => sum + (lengths[row] ?? 0), 0);
  const step = Math.max(1, Math.floor(smallTotal / Math.max(limit, 1)));
  const sample = small.filter((_, position) => position % step === 0);
  return Uint8Array.from(Buffer.concat(sample.map((row) => records.get(row))).subarray(0, limit));
}

/**
 * A function to what a record is compressed against: its reference, before it what of the dictionary
 * has room. Its result holds until the next call, since making room anew takes a third of the time.
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
  /** What the names of the sections begin with. */
  readonly name: StoreName;
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

/** Room for output is made in steps of at most this, whatever length a damaged number claims. */
const LARGEST_CHUNK_BYTES = 1024 * 1024;
const SMALLEST_CHUNK_BYTES = 64;
/** Of a record when decompressed: a thousandth of that in a file could fill the memory. */
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

/** Where items end that stand one after another, and the most that an end may be. */
export interface Ends {
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

export interface InflateOptions {
  /** What is named where the bytes are damaged, and where their length is. */
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
