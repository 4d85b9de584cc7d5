// Learned words made vectors of texts: by hand with four words, then with the words that ship.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openEmbedder } from "../../../data/embedding/open-embedder.js";
import { openStaticEmbedder } from "../../../data/embedding/static-embedder.js";
import { readStaticWeights } from "../../../data/embedding/static-weights.js";
import { anyCharacter } from "../../support/properties.js";
import { awaitOperatorError } from "../../support/catch-error.js";
import { ODD_QUESTIONS } from "../../support/odd-questions.js";
import { createTinyWeights } from "./tiny-weights.js";

const bytes = createTinyWeights([
  { word: "north", codes: [15, 0, 15, 0] },
  { word: "east", codes: [15, 15, 0, 0] },
  { word: "the", codes: [0, 15, 0, 15], norm: 0 },
]);
const tiny = openStaticEmbedder(bytes);
const NORTH = [0.5, -0.5, 0.5, -0.5];
/** Both at once: what they share, at unit length. */
const NORTH_EAST = round(Float32Array.of(Math.SQRT1_2, 0, 0, -Math.SQRT1_2));

function round(vector: Float32Array): readonly number[] {
  return [...vector].map((value) => Math.round(value * 1e3) / 1e3 + 0);
}

describe("the words", () => {
  const damaged = Uint8Array.from(bytes);
  // In the deflated vocabulary.
  damaged[44] = 1 ^ (damaged[44] ?? 0);

  test("that cannot be read are embedder_damaged for every text", async () => {
    const embedder = openStaticEmbedder(damaged);
    for (const text of ["north", "east"]) {
      const error = await awaitOperatorError(embedder.embedQuery(text));
      expect(error).toMatchObject({ code: "embedder_damaged" });
    }
  });

  test("are read once while embedders of the same weights are open", async () => {
    const first = openStaticEmbedder(bytes, "the same");
    expect(round(await first.embedQuery("north"))).toEqual(NORTH);
    const second = openStaticEmbedder(damaged, "the same");
    expect(round(await second.embedQuery("north"))).toEqual(NORTH);
    expect(first.weighWord("the")).toBe(second.weighWord("the"));
  });
});

describe("a text", () => {
  test("is the sum of its words at unit length", async () => {
    expect(round(await tiny.embedQuery("NORTH"))).toEqual(NORTH);
    expect(round(await tiny.embedQuery("north-east"))).toEqual(NORTH_EAST);
    expect(round(await tiny.embedQuery("the north"))).toEqual(NORTH);
  });

  test("without a known word is nothing", async () => {
    for (const text of ["", "the", "zz", "\u{1f600}"]) {
      expect(round(await tiny.embedQuery(text))).toEqual([0, 0, 0, 0]);
    }
  });

  test("of a document is its parts by their weights", async () => {
    const [both, one, none] = await tiny.embedDocuments([
      [
        { text: "north north", weight: 2 },
        { text: "east", weight: 2 },
        { text: "the", weight: Number.NaN },
      ],
      [
        { text: "north", weight: 1e308 },
        { text: "east", weight: 1e-308 },
      ],
      [],
    ]);
    expect(round(both ?? new Float32Array())).toEqual(NORTH_EAST);
    expect(round(one ?? new Float32Array())).toEqual(NORTH);
    expect(round(none ?? new Float32Array())).toEqual([0, 0, 0, 0]);
  });

  test("has words of learned weight, and unknown ones count as rare", () => {
    expect([tiny.weighWord("north"), tiny.weighWord("the"), tiny.weighWord("south")]).toEqual([
      1, 0, 4,
    ]);
  });
});

describe("the description of the embedder", () => {
  test("names its weights, so that others are refused", async () => {
    const other = createTinyWeights([{ word: "north", codes: [0, 0, 0, 0] }]);
    expect((await openEmbedder(tiny.spec, bytes)).spec).toEqual(tiny.spec);
    const error = await awaitOperatorError(openEmbedder(tiny.spec, other));
    expect(error).toMatchObject({
      code: "embedder_mismatch",
      message: expect.stringContaining(`weights ${tiny.spec.weights}`),
    });
  });

  test("names its revision, so that an earlier one is refused", async () => {
    const error = await awaitOperatorError(openEmbedder({ ...tiny.spec, revision: 1 }, bytes));
    expect(error).toMatchObject({
      code: "embedder_mismatch",
      message: expect.stringContaining("revision 1"),
    });
  });

  test("is not asked for where the bytes are damaged", async () => {
    const error = await awaitOperatorError(openEmbedder(tiny.spec, bytes.subarray(1)));
    expect(error.code).toBe("embedder_damaged");
  });
});

describe("the words that ship", () => {
  const embedder = openStaticEmbedder(readStaticWeights());

  async function compare(left: string, right: string): Promise<number> {
    const [a, b] = [await embedder.embedQuery(left), await embedder.embedQuery(right)];
    return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  }

  test.each([
    ["invoice", "factura"],
    ["stock picking", "prélèvement de stock"],
    ["sales order", "Verkaufsauftrag"],
    ["purchase order", "采购订单"],
    ["customer", "cliente"],
    ["supplier", "поставщик"],
  ])("bring %s and %s together", async (english, other) => {
    const near = await compare(english, other);
    expect(near).toBeGreaterThan(0.3);
    expect(near).toBeGreaterThan(await compare("website theme", other));
  });

  test.each([
    ["a typo", "invoice reminder", "invocie remindr"],
    ["no accents", "échéance des règlements", "echeance des reglements"],
    ["upper case", "Lieferschein drucken", "LIEFERSCHEIN DRUCKEN"],
    ["an unknown compound", "Rechnung Erinnerung", "Rechnungserinnerung"],
  ])("are known in spite of %s", async (_, right, written) => {
    expect(await compare(right, written)).toBeGreaterThan(0.6);
  });

  test.each(ODD_QUESTIONS)("make of %s a unit vector or nothing", async (_, text) => {
    const vector = await embedder.embedQuery(text);
    const length = Math.hypot(...vector);
    expect(length === 0 || Math.abs(length - 1) < 1e-5).toBe(true);
  });

  test("make of any text a unit vector or nothing", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 200 }), async (text) => {
        const length = Math.hypot(...(await embedder.embedQuery(text)));
        expect(length === 0 || Math.abs(length - 1) < 1e-5).toBe(true);
      }),
    );
  });
});
