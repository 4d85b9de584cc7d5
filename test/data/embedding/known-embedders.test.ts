// Embedders by name, and the one that ships.
import { describe, expect, test } from "vitest";
import {
  findAskedAs,
  locateShipped,
  SHIPPED_EMBEDDER,
} from "../../../data/embedding/known-embedders.js";
import { openTransformersEmbedder } from "../../../data/embedding/transformers-embedder.js";
import { testLong } from "../../support/properties.js";

describe("how an embedder is asked", () => {
  test.each([
    ["Xenova/multilingual-e5-small", "mean", "query: ", "passage: "],
    ["Xenova/bge-m3", "cls", "", ""],
    ["Xenova/all-MiniLM-L6-v2", "mean", "", ""],
    ["nomic-ai/nomic-embed-text-v1", "mean", "search_query: ", "search_document: "],
    ["something else", "mean", "query: ", "passage: "],
  ])("%s", (name, pooling, queryPrefix, documentPrefix) => {
    expect(findAskedAs(name)).toEqual({ pooling, queryPrefix, documentPrefix });
  });

  test("of English BGE embedders with an instruction before questions alone", () => {
    const { queryPrefix, documentPrefix } = findAskedAs("Xenova/bge-small-en-v1.5");
    expect([queryPrefix.slice(0, 9), documentPrefix]).toEqual(["Represent", ""]);
  });
});

testLong("the embedder that ships gives the vectors that it gave when it was made", async () => {
  expect(locateShipped("other")).toBe("other");
  const embedder = await openTransformersEmbedder({ model: SHIPPED_EMBEDDER });
  expect(embedder.spec).toMatchObject({ name: SHIPPED_EMBEDDER, dimensions: 192 });
  // Processors multiply bytes in different ways: the last digits are theirs.
  const vector = await embedder.embedQuery("lend tools to customers");
  KNOWN.forEach((value, at) => expect(Math.abs((vector[at] ?? 0) - value)).toBeLessThan(0.05));
  const [rental, payroll] = await embedder.embedDocuments(
    ["Rental Order. Products that come back", "Payroll. Pay slips of employees"].map((text) => [
      { text, weight: 1 },
    ]),
  );
  const compare = (other: Float32Array | undefined): number =>
    vector.reduce((sum, value, at) => sum + value * (other?.[at] ?? 0), 0);
  expect(compare(rental)).toBeGreaterThan(compare(payroll) + 0.2);
  expect(embedder.measureUnknown?.("lend tools")).toBe(0);
  expect(embedder.measureUnknown?.("ᚠᚢᚦ ᚨᚱᚲ")).toBeGreaterThan(0.25);
});

const KNOWN = [0.193, -0.146, 0.088, -0.042, -0.051, -0.227];
