// The learned frequencies: their counts, their bytes, and what is refused of these.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EmbeddingSpec } from "../../../data/embedding/embedder.js";
import { sameSpec } from "../../../data/embedding/embedder.js";
import { openEmbedder } from "../../../data/embedding/open-embedder.js";
import { openStaticEmbedder } from "../../../data/embedding/static-embedder.js";
import {
  decodeStaticModel,
  encodeStaticModel,
  learnStaticModel,
} from "../../../data/embedding/static-model.js";
import { OperatorError } from "../../../data/operator-error.js";

const model = learnStaticModel(["sale order", "sale sale type", "stock"]);
const bytes = encodeStaticModel(model);
const { spec } = openStaticEmbedder(model);

describe("learnStaticModel", () => {
  test("counts texts, not occurrences", () => {
    expect(model.documentCount).toBe(3);
    expect(model.documentFrequencies.reduce((a, b) => Math.max(a, b), 0)).toBe(2);
    expect(learnStaticModel([]).documentFrequencies.every((count) => count === 0)).toBe(true);
  });

  test("does not depend on the order of texts", () => {
    const turned = learnStaticModel(["stock", "type sale", "order sale"]);
    expect(encodeStaticModel(turned)).toEqual(bytes);
  });
});

describe("decodeStaticModel", () => {
  test("gives back what was encoded, wherever the bytes lie", () => {
    const odd = new Uint8Array(bytes.byteLength + 1);
    odd.set(bytes, 1);
    expect(decodeStaticModel(odd.subarray(1))).toEqual(model);
  });

  test.each([
    ["of nothing", new Uint8Array()],
    ["of another kind", bytes.map((byte, at) => (at === 0 ? byte + 1 : byte))],
    ["cut short", bytes.subarray(0, -2)],
    ["cut in the header", bytes.subarray(0, 9)],
    ["with more behind them", Uint8Array.from([...bytes, 0, 0])],
    ["of another table size", changeByte(12, 1)],
    ["with more occurrences than texts", changeByte(16, 4)],
  ])("refuses bytes %s", (_, damaged) => {
    expect(catchCode(() => decodeStaticModel(damaged))).toBe("embedder_damaged");
  });

  test("refuses another format", () => {
    expect(catchCode(() => decodeStaticModel(changeByte(4, 2)))).toBe("embedder_mismatch");
  });

  test("takes or refuses any bytes, and breaks on none", () => {
    fc.assert(
      fc.property(
        fc.uint8Array(),
        fc.nat({ max: bytes.length - 1 }),
        fc.nat(255),
        (junk, at, to) => {
          for (const some of [junk, Uint8Array.from([...bytes.subarray(0, 16), ...junk])]) {
            expect(catchCode(() => decodeStaticModel(some))).toMatch(/^embedder_/u);
          }
          const code = catchCode(() => decodeStaticModel(changeByte(at, to)));
          expect([undefined, "embedder_damaged", "embedder_mismatch"]).toContain(code);
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe("openEmbedder", () => {
  test("gives the vectors of the embedder that was described, also through JSON", async () => {
    const read = JSON.parse(JSON.stringify(spec)) as EmbeddingSpec;
    const opened = await openEmbedder(read, bytes);
    expect(sameSpec(opened.spec, spec)).toBe(true);
    const query = await openStaticEmbedder(model).embedQuery("sale orders");
    expect(await opened.embedQuery("sale orders")).toEqual(query);
  });

  test.each([
    ["an unknown kind", { ...spec, kind: "oracle" }],
    ["another revision", { ...spec, revision: 2 }],
    ["another number of dimensions", { ...spec, dimensions: 64 }],
    ["frequencies of another snapshot", { ...spec, weights: "0".repeat(64) }],
    ["a field that this program does not know", { ...spec, casing: "kept" }],
  ])("refuses %s", async (_, other) => {
    const error = await openEmbedder(other as EmbeddingSpec, bytes).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(OperatorError);
    expect(error).toMatchObject({ code: "embedder_mismatch" });
    expect(error).toHaveProperty("message", expect.stringContaining("build it again"));
  });

  test("refuses damaged bytes", async () => {
    const opening = openEmbedder(spec, bytes.subarray(1));
    await expect(opening).rejects.toMatchObject({ code: "embedder_damaged" });
  });
});

describe("sameSpec", () => {
  test("looks at values, not at their order", () => {
    const turned = Object.fromEntries(Object.entries(spec).toReversed()) as unknown;
    expect(sameSpec(spec, turned as EmbeddingSpec)).toBe(true);
    expect(sameSpec(spec, { ...spec, name: "other" })).toBe(false);
    const wider = Object.assign({ extra: 1 }, spec);
    expect(sameSpec(spec, wider)).toBe(false);
    expect(sameSpec(wider, spec)).toBe(false);
  });
});

function changeByte(place: number, value: number): Uint8Array {
  return bytes.map((byte, at) => (at === place ? value : byte));
}

/** The code of the operator error that is thrown; undefined where none is. */
function catchCode(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof OperatorError) return error.code;
    throw error;
  }
}
