// The container of snapshot.bin: its layout, its round trip, and every file that it refuses.
import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SnapshotError } from "../../../data/snapshot/errors.js";
import {
  FORMAT_VERSION,
  HEADER_BYTES,
  OLDEST_READABLE_VERSION,
  SECTION_ROW_BYTES,
  SECTION_NAMES,
  type SectionName,
} from "../../../data/snapshot/format.js";
import {
  encodeSections as encodePieces,
  listDamagedSections,
  openSections,
} from "../../../data/snapshot/sections.js";
import { catchOperatorError } from "../../support/catch-error.js";
import { countCases } from "../../support/properties.js";

const NAMES = [...SECTION_NAMES];

function encodeSections(sections: ReadonlyMap<SectionName, Uint8Array>): Uint8Array {
  return Buffer.concat(encodePieces(sections));
}

/** A file with every section, each of as many bytes as its place in the list. */
function encodeAll(): Uint8Array {
  return encodeSections(
    new Map(NAMES.map((name, index) => [name, new Uint8Array(index).fill(index)])),
  );
}

function withView(file: Uint8Array, change: (view: DataView) => void): Uint8Array {
  const copy = Uint8Array.from(file);
  change(new DataView(copy.buffer));
  return copy;
}

describe("the container", () => {
  test("is laid out as format.ts says", () => {
    const file = encodeSections(new Map([["names", Uint8Array.of(7, 8, 9)]]));
    const bytes = Buffer.from(file);
    expect(bytes.length).toBe(99);
    expect(bytes.toString("latin1", 0, 8)).toBe("MODLOOK1");
    expect(bytes.readUInt32LE(8)).toBe(FORMAT_VERSION);
    expect(bytes.readUInt32LE(12)).toBe(1);
    expect(bytes.readBigUInt64LE(16)).toBe(99n);
    expect(bytes.toString("latin1", 24, 48)).toBe("names".padEnd(24, "\0"));
    expect(bytes.readBigUInt64LE(48)).toBe(96n);
    expect(bytes.readBigUInt64LE(56)).toBe(3n);
    expect(bytes.toString("hex", 64, 96)).toBe(
      createHash("sha256")
        .update(Uint8Array.of(7, 8, 9))
        .digest("hex"),
    );
    expect([...bytes.subarray(96)]).toEqual([7, 8, 9]);
  });

  test("gives back every section, each at a multiple of eight", () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 30 }), {
          minLength: NAMES.length,
          maxLength: NAMES.length,
        }),
        (contents) => {
          const sections = new Map(
            NAMES.map((name, index) => [name, contents[index] ?? new Uint8Array()]),
          );
          const file = encodeSections(sections);
          const reader = openSections(file);
          for (const [name, bytes] of sections) {
            expect(Buffer.compare(reader.get(name), bytes)).toBe(0);
          }
          expect(reader.rows.map((row) => row.name)).toEqual(NAMES);
          expect(reader.rows.every((row) => row.offset % 8 === 0)).toBe(true);
          expect(listDamagedSections(file, reader)).toEqual([]);
        },
      ),
      { numRuns: countCases(30) },
    );
  });

  test("names the sections whose bytes were changed", () => {
    const file = encodeAll();
    for (const row of openSections(file).rows.filter(({ length }) => length > 0)) {
      const damaged = withView(file, (view) => {
        view.setUint8(row.offset + row.length - 1, 0xff);
      });
      expect(listDamagedSections(damaged, openSections(damaged))).toEqual([row.name]);
    }
  });
});

describe("a file is refused", () => {
  const file = encodeAll();
  const offsetOfFirst = HEADER_BYTES + 24;

  test.each<readonly [string, string, Uint8Array]>([
    ["of another kind", "snapshot_foreign", Buffer.from("not a snapshot at all, but long enough")],
    ["that is empty", "snapshot_foreign", new Uint8Array()],
    ["with a header cut off", "snapshot_truncated", file.subarray(0, HEADER_BYTES - 1)],
    ["with an end cut off", "snapshot_truncated", file.subarray(0, -1)],
    ["with a byte too many", "snapshot_truncated", Buffer.concat([file, Uint8Array.of(0)])],
    [
      "of a later format",
      "snapshot_newer",
      withView(file, (view) => view.setUint32(8, FORMAT_VERSION + 1, true)),
    ],
    [
      "of a former format",
      "snapshot_older",
      withView(file, (view) => view.setUint32(8, OLDEST_READABLE_VERSION - 1, true)),
    ],
    [
      "with more rows than bytes",
      "snapshot_damaged",
      withView(file, (view) => view.setUint32(12, 1_000_000, true)),
    ],
    [
      "with a section outside",
      "snapshot_damaged",
      withView(file, (view) => view.setBigUint64(offsetOfFirst, BigInt(8 * file.length), true)),
    ],
    [
      "with a section at no multiple of eight",
      "snapshot_damaged",
      withView(file, (view) => view.setBigUint64(offsetOfFirst, 1n, true)),
    ],
    [
      "without one of the sections",
      "snapshot_damaged",
      encodeSections(new Map(NAMES.slice(1).map((name) => [name, new Uint8Array()]))),
    ],
    [
      "with a section of an unknown name",
      "snapshot_damaged",
      withView(file, (view) => view.setUint8(HEADER_BYTES, "X".charCodeAt(0))),
    ],
  ])("%s: %s", (_, code, bytes) => {
    const error = catchOperatorError(() => openSections(bytes));
    expect(error).toBeInstanceOf(SnapshotError);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(/(?:give the folder|copy|build).*\.$/);
  });

  test("for any bytes after the magic with a snapshot error, never another", () => {
    const tail = fc.uint8Array({ maxLength: HEADER_BYTES + 2 * SECTION_ROW_BYTES });
    fc.assert(
      fc.property(tail, (bytes) => {
        const candidate = Buffer.concat([Buffer.from("MODLOOK1"), bytes]);
        expect(() => openSections(candidate)).toThrow(SnapshotError);
      }),
    );
  });
});
