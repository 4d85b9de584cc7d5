// Records in compressed blocks: every record comes back, and a damaged block is told.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SnapshotError } from "../../../data/snapshot/errors.js";
import {
  encodeRecordBlocks,
  openRecordBlocks,
  type RecordBlockColumns,
  type RecordBlocks,
} from "../../../data/snapshot/record-blocks.js";

function toList(values: readonly number[]): RecordBlockColumns["first"] {
  return {
    length: values.length,
    get(index) {
      const value = values[index];
      if (value === undefined) throw new SnapshotError({ code: "snapshot_damaged", message: "" });
      return value;
    },
  };
}

function open(blocks: RecordBlocks): (record: number) => Uint8Array {
  return openRecordBlocks({
    first: toList(blocks.first),
    end: toList(blocks.end),
    length: toList(blocks.length),
    offset: toList(blocks.offset),
    bytes: blocks.bytes,
  });
}

/** Bytes that do not compress, the same for the same seed. */
function makeNoise(length: number, seed: number): Uint8Array {
  let state = seed + 1;
  return Uint8Array.from({ length }, () => (state = (state * 48_271) % 2_147_483_647) & 0xff);
}

const LARGEST_BLOCK_BYTES = 72 * 1024 + 2000;

/** The length of what is read, -1 for a SnapshotError; any other error fails the test. */
function measureRead(read: (record: number) => Uint8Array, record: number): number {
  try {
    return read(record).length;
  } catch (error) {
    if (error instanceof SnapshotError) return -1;
    throw error;
  }
}

const RECORDS = Array.from({ length: 400 }, (_, index) =>
  makeNoise(1 + ((index * 37) % 2000), index),
);

describe("records in blocks", () => {
  test("come back as they were, in any order", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 40 }), (records) => {
        const read = open(encodeRecordBlocks(records));
        for (const [index, record] of [...records.entries()].toReversed()) {
          expect(Buffer.compare(read(index), record)).toBe(0);
        }
      }),
    );
  });

  test("come back from several blocks, and from a record larger than any block", () => {
    const records = [...RECORDS, makeNoise(3_000_000, 5), ...RECORDS];
    const blocks = encodeRecordBlocks(records);
    expect(blocks.length.length).toBeGreaterThan(10);
    const read = open(blocks);
    // Twice, so that blocks leave the cache and come again.
    for (let round = 0; round < 2; round++) {
      records.forEach((record, index) => expect(Buffer.compare(read(index), record)).toBe(0));
    }
  });

  test("are the same bytes each time", () => {
    expect(encodeRecordBlocks(RECORDS)).toEqual(encodeRecordBlocks(RECORDS));
  });

  test("that do not exist are a SnapshotError", () => {
    const read = open(encodeRecordBlocks(RECORDS));
    for (const record of [-1, RECORDS.length, 2 ** 32]) {
      expect(() => read(record)).toThrow(SnapshotError);
    }
    expect(() => open(encodeRecordBlocks([]))(0)).toThrow(SnapshotError);
  });

  test.each(["first", "end", "length", "offset"] as const)(
    "with a wrong number in %s give no more than a block, or a SnapshotError",
    (column) => {
      const blocks = encodeRecordBlocks(RECORDS);
      for (const wrong of [0, 1, 70_000, 2 ** 31, 2 ** 32 - 1]) {
        blocks[column].forEach((_, at) => {
          const numbers = blocks[column].with(at, wrong);
          const read = open({ ...blocks, [column]: numbers });
          for (const record of [0, 40, 250, RECORDS.length - 1]) {
            expect(measureRead(read, record)).toBeLessThanOrEqual(LARGEST_BLOCK_BYTES);
          }
        });
      }
    },
  );
});
