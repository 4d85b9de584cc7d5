// Packed values in blocks: every row comes back at its new number, a group lies in few blocks, and damage is
// reported.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CACHE_NOTHING } from "../../../../data/snapshot/cached-pieces.js";
import { SnapshotError } from "../../../../data/snapshot/errors.js";
import {
  encodeBlockStore,
  openBlockStore,
  type BlockStore,
} from "../../../../data/snapshot/record/block-store.js";
import { RowPacker } from "../../../../data/snapshot/record/packing.js";
import type { SectionReader } from "../../../../data/snapshot/sections.js";
import { toLists } from "../../../../data/snapshot/table/columns.js";
import { finishSteps } from "../../../support/finish-steps.js";
import { fixSeed } from "../../../support/properties.js";

fixSeed();

type Sections = ReadonlyMap<string, Uint8Array>;

/** Rows of one text each. */
function encode(texts: readonly string[], groups: readonly (readonly number[])[]): Sections {
  const packer = new RowPacker([]);
  const rows = texts.map((text) => packer.pack([text]));
  const options = { dictionary: Buffer.concat(rows).subarray(0, 1000), keep: CACHE_NOTHING };
  return new Map(finishSteps(encodeBlockStore("classes", rows, toLists(groups), options)));
}

function open(sections: Sections): BlockStore {
  const reader: SectionReader = {
    rows: [],
    get: (name) => sections.get(name) ?? new Uint8Array(),
    check: () => undefined,
  };
  return openBlockStore(reader, "classes");
}

function readAll(store: BlockStore): readonly unknown[] {
  return Array.from({ length: store.length }, (_, row) => store.read(row, 1)[0]);
}

/** Text that hardly compresses, the same for the same seed. */
function makeNoise(length: number, seed: number): string {
  let state = seed + 1;
  const next = () => String.fromCodePoint(32 + ((state = (state * 48_271) % 2_147_483_647) % 95));
  return Array.from({ length }, next).join("");
}

const TEXTS = Array.from({ length: 90 }, (_, row) => makeNoise(1 + ((row * 137) % 2500), row));
/** Each tenth row. */
const GROUPS = Array.from({ length: 10 }, (_, group) =>
  Array.from(TEXTS.keys()).filter((row) => row % 10 === group),
);
const IN_GROUPS = GROUPS.flat().map((row) => TEXTS[row]);

describe("rows", () => {
  test("come back in the order of their groups, however they are asked for", () => {
    const groups = fc.array(fc.array(fc.string(), { maxLength: 5 }), { maxLength: 5 });
    fc.assert(
      fc.property(groups, (lists) => {
        let row = 0;
        const numbers = lists.map((list) => list.map(() => row++)).toReversed();
        const store = open(encode(lists.flat(), numbers));
        const expected = lists.toReversed().flat();
        expect(readAll(store)).toEqual(expected);
        for (const [number, text] of [...expected.entries()].toReversed()) {
          expect(store.read(number, 1)).toEqual([text]);
        }
      }),
    );
  });

  test("of one group lie in one block as long as it is small", () => {
    const sections = encode(TEXTS, GROUPS);
    expect(sections.get("classes.block")).toHaveLength(4 * (GROUPS.length + 1));
    expect(readAll(open(sections))).toEqual(IN_GROUPS);
  });

  test("that are larger than a block have one of their own", () => {
    const texts = [makeNoise(100, 1), makeNoise(200_000, 2), makeNoise(100, 3)];
    const sections = encode(texts, [[0, 1, 2]]);
    expect(sections.get("classes.block")).toHaveLength(4 * 4);
    const store = open(sections);
    expect(readAll(store)).toEqual(texts);
    expect(store.countBytes(1)).toBeGreaterThan(200_000);
  });

  test("that do not exist are a SnapshotError", () => {
    const store = open(encode(TEXTS, GROUPS));
    for (const row of [-1, TEXTS.length, 2 ** 32]) {
      expect(() => store.read(row, 1)).toThrow(SnapshotError);
    }
    expect(() => open(encode([], [])).read(0, 1)).toThrow(SnapshotError);
  });
});

test.each(["classes.end", "classes.block", "classes.block-end"])(
  "a wrong number in %s gives no more than other texts, or a SnapshotError",
  (name) => {
    const sections = encode(TEXTS, GROUPS);
    const column = sections.get(name) ?? new Uint8Array();
    fc.assert(
      fc.property(fc.nat({ max: column.length / 4 - 1 }), fc.nat({ max: 2 ** 31 }), (at, value) => {
        const wrong = Uint8Array.from(column);
        new DataView(wrong.buffer).setUint32(4 * at, value, true);
        const store = open(new Map(sections).set(name, wrong));
        for (let row = 0; row < store.length; row += 7) {
          try {
            store.read(row, 1);
          } catch (error) {
            expect(error).toBeInstanceOf(SnapshotError);
          }
        }
      }),
      { numRuns: 40 },
    );
  },
);
