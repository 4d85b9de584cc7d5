// MessagePack as the snapshot uses it: what goes in comes out, with the very same keys.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  openRecordDecoder,
  packCached,
  packValue,
  RowPacker,
  toObjects,
  unpackCached,
  type Structures,
  unpackValue,
} from "../../../../data/snapshot/record/packing.js";
import { SnapshotError } from "../../../../data/snapshot/errors.js";
import { anyCharacter } from "../../../support/properties.js";

const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom("", "__proto__", "constructor"),
);
const value = fc.oneof(text, fc.boolean(), fc.constant(null), fc.maxSafeInteger(), fc.array(text));
const plain = { noNullPrototype: true };
const row = fc.record({ id: value, inner: fc.record({ flag: fc.boolean() }, plain) }, plain);

function packRecords(
  structures: Structures,
  rows: readonly (readonly unknown[])[],
): readonly Uint8Array[] {
  const packer = new RowPacker(structures);
  return rows.map((values) => packer.pack(values));
}

describe("packed records", () => {
  test("come back as they were, maps too, or as objects with the very same keys", () => {
    const record = fc.record({
      name: text,
      free: fc.array(fc.tuple(text, value)).map((rows) => new Map(rows)),
      rows: fc.array(row),
    });
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 5 }), (records) => {
        const structures = [["name", "free", "rows"], ["id", "inner"], ["flag"]];
        const packed = packRecords(
          structures,
          records.map((one) => [one]),
        );
        const decode = openRecordDecoder(structures, "records.bytes");
        // More often than there are records: the library changes its way of decoding as it goes.
        for (let round = 0; round < 3; round++) {
          packed.forEach((bytes, index) => {
            const { free, ...rest } = records[index] ?? { free: new Map<string, unknown>() };
            const expected = { ...rest, free: Object.fromEntries(free) };
            expect(decode(bytes).read(0)).toEqual({ ...rest, free });
            const decoded = toObjects(decode(bytes).read(0)) as typeof expected;
            expect(decoded).toEqual(expected);
            expect(Object.keys(decoded.free)).toEqual(Object.keys(expected.free));
          });
        }
      }),
    );
  });

  test("keep a key that objects treat in their own way", () => {
    const free = new Map([
      ["__proto__", "kept"],
      ["__proto_", "kept too"],
    ]);
    const structures = [["free"]];
    const [bytes = new Uint8Array()] = packRecords(structures, [[{ free }]]);
    expect(
      JSON.stringify(toObjects(openRecordDecoder(structures, "records.bytes")(bytes).read(0))),
    ).toBe('{"free":{"__proto__":"kept","__proto_":"kept too"}}');
  });

  test("hold no keys, which are in the structures", () => {
    const rows = [[{ technical_name: "a" }], [{ technical_name: "b" }]];
    for (const bytes of packRecords([["technical_name"]], rows)) {
      expect(Buffer.from(bytes).includes("technical_name")).toBe(false);
    }
  });

  test("are the same bytes, whatever was packed before", () => {
    const structures = [["a", "b"], ["c"]];
    const rows = [[{ a: 1, b: new Map([["x", "y"]]) }], [{ c: [{ a: "1", b: null }] }]];
    const records = packRecords(structures, rows);
    expect(packRecords(structures, rows.toReversed()).toReversed()).toEqual(records);
  });

  test("can be decoded in any order", () => {
    const structures = Array.from({ length: 7 }, (_, index) => [`key${index}`]);
    const rows = Array.from({ length: 20 }, (_, index) => [{ [`key${index % 7}`]: index }]);
    const decode = openRecordDecoder(structures, "records.bytes");
    const decoded = packRecords(structures, rows)
      .toReversed()
      .map((bytes) => [decode(bytes).read(0)]);
    expect(decoded.toReversed()).toEqual(rows);
  });

  test("are the same bytes in whatever order their keys are", () => {
    const structures = [["a", "b"], ["c"]];
    const [one, other] = packRecords(structures, [
      [{ a: new Map([["k", { c: 1 }]]), b: [{ a: 1, b: 2 }] }],
      [{ b: [{ b: 2, a: 1 }], a: new Map([["k", { c: 1 }]]) }],
    ]);
    expect(other).toEqual(one);
  });

  test("have no other keys than the structures", () => {
    expect(() => packRecords([["a"]], [[{ b: 1 }]])).toThrow("no structure has the keys b");
  });
});

describe("a row of values", () => {
  test("gives each that is asked for, in any order, and tells where it ends", () => {
    const rows = [
      [{ a: 1 }, { b: [{ a: 2 }] }],
      [{ a: 3 }, { b: [] }],
    ];
    const structures = [["a"], ["b"]];
    const records = packRecords(structures, rows);
    const decode = openRecordDecoder(structures, "records.bytes");
    for (const at of [1, 0, 1]) {
      expect(records.map((bytes) => decode(bytes).read(at))).toEqual(
        rows.map((values) => values[at]),
      );
    }
    const [first] = records.map(decode);
    expect([0, 1, 2].map((at) => first?.has(at))).toEqual([true, true, false]);
    expect(() => first?.read(2)).toThrow(SnapshotError);
  });

  test("is not looked at behind them", () => {
    const structures = [["a"], ["b"]];
    const records = packRecords(structures, [[{ a: 1 }, { b: 2 }]]);
    const decode = openRecordDecoder(structures, "records.bytes");
    const damaged = records.map((bytes) => Uint8Array.from(bytes).fill(0xc1, -2));
    expect(damaged.map((bytes) => decode(bytes).read(0))).toEqual([{ a: 1 }]);
    expect(() => damaged.map((bytes) => decode(bytes).read(1))).toThrow(SnapshotError);
  });
});

describe("a packed value", () => {
  test("comes back as it was", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ a: text, b: value }, plain)), (rows) => {
        expect(unpackValue(packValue(rows))).toEqual(rows);
      }),
    );
  });
});

describe("bytes that were not so packed are refused before they are decoded", () => {
  test.each([
    ["nothing", []],
    ["a list that claims more than there is", [0xdd, 0xff, 0xff, 0xff, 0xff]],
    [
      "lists in lists that each claim nearly all",
      [0xdc, 0, 8, 0xdc, 0, 7, 0xdc, 0, 6, 0, 0, 0, 0, 0],
    ],
    ["a map that claims more than there is", [0xdf, 0x7f, 0xff, 0xff, 0xff, 1, 1]],
    ["a text that claims more than there is", [0xdb, 0, 0, 0, 9, 0x61]],
    ["a text without its length", [0xda, 0]],
    ["half a number", [0xcb, 0, 0]],
    ["key lists of its own", [0xd4, 0x72, 0x40, 0x91, 0xa1, 0x61, 1]],
    ["a pointer", [0x91, 0xd6, 0x70, 0, 0, 0, 1]],
    ["raw bytes", [0xc4, 1, 0]],
    ["a token of no meaning", [0xc1]],
    ["two values", [1, 2]],
  ])("%s", (_, bytes) => {
    expect(() => unpackValue(Uint8Array.from(bytes))).toThrow();
  });

  test("more lists than any snapshot has", () => {
    const lists = Buffer.alloc(2_000_005, 0x80);
    lists.set([0xdd, 0, 0x1e, 0x84, 0x80]);
    expect(lists.readUInt32BE(1)).toBe(2_000_000);
    expect(() => unpackValue(lists)).toThrow(/more than 2000000 lists/);
  });

  test("a record of key lists that are not there is the number that it says", () => {
    expect(unpackValue(Uint8Array.of(0x92, 0x40, 0x7f))).toEqual([0x40, 0x7f]);
  });
});

test("a kept value comes back with its bytes", () => {
  const kept = { rows: [Uint8Array.of(1, 2, 3), new Uint8Array()], names: ["a", null], count: 7 };
  expect(unpackCached(packCached(kept))).toEqual({
    ...kept,
    rows: kept.rows.map((bytes) => Buffer.from(bytes)),
  });
});
