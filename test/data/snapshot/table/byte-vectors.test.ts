// Unit vectors come back out of a byte a number so near that the order of what is searched stays.
import { expect, test } from "vitest";
import type { ByteVectors } from "../../../../data/embedding/byte-products.js";
import type { SectionReader } from "../../../../data/snapshot/sections.js";
import {
  encodeByteVectors,
  readByteVectors,
} from "../../../../data/snapshot/table/byte-vectors.js";
import { catchOperatorError } from "../../../support/catch-error.js";
import { createRandom } from "../../../support/random.js";

const DIMENSIONS = 128;

function open(vectors: readonly Float32Array[], change: Record<string, Uint8Array> = {}) {
  const sections = new Map([
    ...encodeByteVectors("need-vectors", vectors),
    ...Object.entries(change),
  ] as [string, Uint8Array][]);
  const get = (name: string): Uint8Array => sections.get(name) ?? new Uint8Array();
  return readByteVectors({ get } as unknown as SectionReader, "need-vectors");
}

function drawUnitVectors(count: number): readonly Float32Array[] {
  const random = createRandom(5);
  return Array.from({ length: count }, () => {
    const drawn = Array.from({ length: DIMENSIONS }, () => random.below(2_000_001) / 1e6 - 1);
    const length = Math.hypot(...drawn);
    return Float32Array.from(drawn, (value) => value / length);
  });
}

const multiply = (left: Float32Array, right: Float32Array): number =>
  left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);

const readRow = ({ numbers, scales, width }: ByteVectors, row: number): Float32Array =>
  Float32Array.from(
    numbers.subarray(row * width, (row + 1) * width),
    (value) => value * (scales[row] ?? 0),
  );

test("cosines differ by less than a thousandth", () => {
  const vectors = drawUnitVectors(60);
  const read = open(vectors);
  expect(read.width).toBe(DIMENSIONS);
  const [query = new Float32Array()] = vectors;
  for (const [row, vector] of vectors.entries()) {
    expect(Math.abs(multiply(query, readRow(read, row)) - multiply(query, vector))).toBeLessThan(
      0.001,
    );
  }
});

test("vectors of nothing are read as such, and none as none", () => {
  const read = open([new Float32Array(3), Float32Array.of(0, -1, 0.5)]);
  expect([...readRow(read, 0), ...readRow(read, 1)].slice(0, 5)).toEqual([0, 0, 0, 0, -1]);
  expect(open([]).numbers).toHaveLength(0);
});

test.each([
  ["numbers that are no whole vectors", { "need-vectors": new Uint8Array(5) }],
  ["scales of others", { "need-vectors.scale": new Uint8Array(28) }],
  ["no scales", { "need-vectors.scale": new Uint8Array() }],
  ["a part of a scale", { "need-vectors.scale": new Uint8Array(6) }],
])("%s are damage", (_, change) => {
  const vectors = [Float32Array.of(0, 1), Float32Array.of(1, 0)];
  expect(catchOperatorError(() => open(vectors, change)).code).toBe("snapshot_damaged");
});
