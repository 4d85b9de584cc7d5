// Records compressed against each other: every one comes back, reading one decompresses few, and
// damage is reported.
import * as fc from "fast-check";
import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { SnapshotError } from "../../../../data/snapshot/errors.js";
import {
  compressRuns,
  openRecordStore,
  toReference,
  type RecordRun,
  type RecordStoreSections,
} from "../../../../data/snapshot/record/record-store.js";
import { countCases, testLong, sampleCases } from "../../../support/properties.js";

/** The columns of a store. */
interface RecordStore {
  readonly dictionary: Uint8Array;
  readonly end: readonly number[];
  readonly length: readonly number[];
  readonly bytes: Uint8Array;
}

function encodeRecordStore(
  records: readonly Uint8Array[],
  runs: readonly RecordRun[],
): RecordStore {
  const dictionary = Uint8Array.from(Buffer.concat(records.slice(0, 9)).subarray(0, 5000));
  const { bytes, compressed, lengths } = compressRuns(
    runs.map(({ start, end }) => records.slice(start, end)),
    dictionary,
  );
  let end = 0;
  return { dictionary, end: compressed.map((length) => (end += length)), length: lengths, bytes };
}

function toList(values: readonly number[]): RecordStoreSections["end"] {
  return {
    length: values.length,
    get(index) {
      const value = values[index];
      if (value === undefined) throw new SnapshotError({ code: "snapshot_damaged", message: "" });
      return value;
    },
  };
}

function open(store: RecordStore, runs: readonly RecordRun[]): (record: number) => Uint8Array {
  return openRecordStore({
    name: "records",
    dictionary: store.dictionary,
    end: toList(store.end),
    length: toList(store.length),
    bytes: store.bytes,
    findRun(record) {
      const run = runs.find(({ start, end }) => start <= record && record < end);
      if (run === undefined) throw new SnapshotError({ code: "snapshot_damaged", message: "" });
      return run;
    },
  });
}

/** Runs of the given lengths, one after the other. */
function toRuns(lengths: readonly number[]): readonly RecordRun[] {
  let start = 0;
  return lengths.map((length) => ({ start, end: (start += length) }));
}

/** Bytes that do not compress, the same for the same seed. */
function makeNoise(length: number, seed: number): Uint8Array {
  return createHash("shake256", { outputLength: length }).update(`${seed}`).digest();
}

/** The length of what is read, -1 for a SnapshotError; any other error fails the test. */
function measureRead(read: (record: number) => Uint8Array, record: number): number {
  try {
    return read(record).length;
  } catch (error) {
    if (error instanceof SnapshotError) return -1;
    throw error;
  }
}

const RUNS = toRuns(Array.from({ length: 60 }, (_, index) => 1 + (index % 12)));
const COUNT = RUNS.at(-1)?.end ?? 0;
/** The records of a run differ in their last bytes. */
const RECORDS = RUNS.flatMap((run, name) =>
  Array.from({ length: run.end - run.start }, (_, version) =>
    Buffer.concat([makeNoise(1 + ((name * 137) % 4000), name), makeNoise(9, name + version)]),
  ),
);
const LARGEST_BYTES = 4009;
const STORE = encodeRecordStore(RECORDS, RUNS);

describe("records", () => {
  test("come back as they were, in any order", () => {
    const groups = fc.array(fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1 }), {
      maxLength: 10,
    });
    fc.assert(
      fc.property(groups, (names) => {
        const records = names.flat();
        const runs = toRuns(names.map((name) => name.length));
        const read = open(encodeRecordStore(records, runs), runs);
        const others = [...records.entries()]
          .toReversed()
          .filter(([index, record]) => Buffer.compare(read(index), record) !== 0);
        expect(others).toEqual([]);
      }),
    );
  });

  test("come back when they are larger than what deflate looks back on", () => {
    const large = makeNoise(2_100_000, 5);
    const records = [large, Buffer.concat([large, makeNoise(10, 6)]), large, ...RECORDS];
    const runs = [
      { start: 0, end: 3 },
      ...RUNS.map(({ start, end }) => ({ start: start + 3, end: end + 3 })),
    ];
    const read = open(encodeRecordStore(records, runs), runs);
    records.forEach((record, index) => expect(Buffer.compare(read(index), record)).toBe(0));
  });

  test("of one name take little more room than one of them", () => {
    const { bytes } = STORE;
    const single = RUNS.reduce((sum, { start }) => sum + (RECORDS[start]?.length ?? 0), 0);
    expect(bytes.length).toBeLessThan(single * 1.2);
  });

  test("are the same bytes each time", () => {
    expect(encodeRecordStore(RECORDS, RUNS)).toEqual(STORE);
  });

  test("that do not exist are a SnapshotError", () => {
    const read = open(STORE, RUNS);
    for (const record of [-1, COUNT, 2 ** 32]) {
      expect(() => read(record)).toThrow(SnapshotError);
    }
    expect(() => open(encodeRecordStore([], []), [])(0)).toThrow(SnapshotError);
  });

  test("refer to the middle of their run", () => {
    const run = { start: 10, end: 18 };
    const references = Array.from({ length: 8 }, (_, index) => toReference(10 + index, run));
    expect(references).toEqual([14, 14, 14, 14, undefined, 14, 14, 14]);
  });

  test.each(["end", "length"] as const)(
    "with a wrong number in %s give no more than a record, or a SnapshotError",
    (column) => {
      for (const wrong of [0, 1, 70_000, 2 ** 31, 2 ** 32 - 1]) {
        const sizes = sampleCases([...STORE[column].keys()]).flatMap((at) => {
          const read = open({ ...STORE, [column]: STORE[column].with(at, wrong) }, RUNS);
          return [0, 40, 250, COUNT - 1].map((record) => measureRead(read, record));
        });
        expect(Math.max(...sizes)).toBeLessThanOrEqual(LARGEST_BYTES);
      }
    },
  );

  test("in runs that are not theirs are a SnapshotError or some record", () => {
    const numbers = fc.oneof(fc.nat({ max: COUNT }), fc.constant(2 ** 32 - 1));
    fc.assert(
      fc.property(numbers, numbers, fc.nat({ max: COUNT - 1 }), (start, end, record) => {
        const read = openRecordStore({
          name: "records",
          dictionary: STORE.dictionary,
          end: toList(STORE.end),
          length: toList(STORE.length),
          bytes: STORE.bytes,
          findRun: () => ({ start, end }),
        });
        expect(measureRead(read, record)).toBeLessThanOrEqual(LARGEST_BYTES);
      }),
      { numRuns: countCases(200) },
    );
  });

  test("with a dictionary that deflate could not have used are refused", () => {
    expect(() => open({ ...STORE, dictionary: new Uint8Array(32 * 1024 + 1) }, RUNS)).toThrow(
      SnapshotError,
    );
  });

  testLong("that would fill the memory are refused before room is made for them", () => {
    const bomb = deflateRawSync(Buffer.alloc(200 * 1024 * 1024), { level: 1 });
    const store = {
      dictionary: new Uint8Array(),
      end: [bomb.length],
      length: [200 * 1024 * 1024],
      bytes: Uint8Array.from(bomb),
    };
    expect(() => open(store, toRuns([1]))(0)).toThrow(/up to 134217728/);
  });
});
