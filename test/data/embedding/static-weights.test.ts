// The bytes of learned words, and what is refused of these.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  encodeStaticWeights,
  unpackStaticWeights,
  type StaticWeights,
} from "../../../data/embedding/static-weights.js";
import { OperatorError } from "../../../data/operator-error.js";
import { catchOperatorError } from "../../support/catch-error.js";
import { decodeStaticWeights } from "./decoded-weights.js";

const weights: StaticWeights = {
  dimensions: 4,
  words: ["caja", "order", "заказ", "订单"],
  codes: Uint8Array.from([0x10, 0x32, 0x54, 0x76, 0x98, 0xba, 0xdc, 0xfe]),
  step: 0.25,
  norms: Uint8Array.from([1, 2, 3, 255]),
  normStep: 0.03,
  frequencies: Uint8Array.from([9, 8, 7, 6]),
};
const bytes = encodeStaticWeights(weights);

describe("encodeStaticWeights", () => {
  test("gives what decodeStaticWeights reads, wherever the bytes lie", () => {
    const odd = new Uint8Array(bytes.byteLength + 1);
    odd.set(bytes, 1);
    const decoded = decodeStaticWeights(odd.subarray(1));
    expect({ ...decoded, codes: [...decoded.codes] }).toEqual({
      ...weights,
      codes: [...weights.codes],
    });
    expect(unpackStaticWeights(bytes).readVocabulary()).toBe("caja\norder\nзаказ\n订单\n");
  });

  test("takes no words at all", () => {
    const none = new Uint8Array();
    const empty = { ...weights, words: [], codes: none, norms: none, frequencies: none };
    expect(decodeStaticWeights(encodeStaticWeights(empty)).words).toEqual([]);
  });

  test.each([
    ["words out of order", { words: ["order", "caja", "заказ", "订单"] }],
    ["a word twice", { words: ["caja", "caja", "заказ", "订单"] }],
    ["an empty word", { words: ["", "caja", "заказ", "订单"] }],
    ["a word of two lines", { words: ["caja\nb", "order", "заказ", "订单"] }],
    ["codes for fewer words", { codes: weights.codes.subarray(2) }],
    ["as many bytes in other tables", { norms: new Uint8Array(5), frequencies: new Uint8Array(3) }],
    ["odd dimensions", { dimensions: 3 }],
    ["a step that is no number", { step: Number.NaN }],
  ])("refuses %s", (_, changed) => {
    expect(() => encodeStaticWeights({ ...weights, ...changed })).toThrow(RangeError);
  });
});

describe("decodeStaticWeights", () => {
  test.each([
    ["of nothing", new Uint8Array()],
    ["of another kind", changeByte(0, 1)],
    ["cut short", bytes.subarray(0, -2)],
    ["cut in the header", bytes.subarray(0, 9)],
    ["with more behind them", Uint8Array.from([...bytes, 0])],
    ["of another number of words", changeByte(8, 5)],
    ["of odd dimensions", changeByte(12, 5)],
    ["of an endless vocabulary", changeByte(39, 255)],
    ["with a vocabulary of another length", changeByte(36, 3)],
    ["with a vocabulary that is not deflated", changeByte(40, 0)],
  ])("refuses bytes %s", (_, damaged) => {
    expect(catchOperatorError(() => decodeStaticWeights(damaged)).code).toBe("embedder_damaged");
  });

  test("refuses another format", () => {
    const other = changeByte(4, 2);
    expect(catchOperatorError(() => decodeStaticWeights(other)).code).toBe("embedder_mismatch");
  });

  test("takes or refuses any bytes, and breaks on none", () => {
    fc.assert(
      fc.property(
        fc.nat({ max: bytes.length - 1 }),
        fc.uint8Array({ maxLength: 12 }),
        (at, patch) => {
          const patched = Uint8Array.from(bytes);
          patched.set(patch.subarray(0, bytes.length - at), at);
          try {
            decodeStaticWeights(patched);
          } catch (error) {
            expect(error).toBeInstanceOf(OperatorError);
          }
        },
      ),
    );
  });
});

function changeByte(at: number, value: number): Uint8Array {
  return bytes.map((byte, place) => (place === at ? value : byte));
}
