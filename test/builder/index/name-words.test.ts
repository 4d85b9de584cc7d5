// Words in the names of documents, and the weight of the lighter name.
import { expect, test } from "vitest";
import { indexNameWords } from "../../../builder/index/name-words.js";
import { createRecord } from "../../support/module-records.js";

const WEIGHTS = new Map([
  ["sale", 1],
  ["rental", 3],
  ["the", 0],
]);

function index(names: readonly (readonly [technicalName: string, name: string])[]) {
  const records = names.map(([technical, name]) =>
    createRecord({ technical_name: technical, name }),
  );
  return indexNameWords(records, (word) => WEIGHTS.get(word) ?? 10);
}

test("words are sorted, each with its documents in their order", () => {
  const { words, documents } = index([
    ["sale_rental", "Rental of the Sale"],
    ["rental", "Rental, rental!"],
  ]);
  expect(words).toEqual(["of", "rental", "sale", "the"]);
  expect(documents).toEqual([[0], [0, 1], [0], [0]]);
});

test("a document weighs what the distinct words of its lighter name tell", () => {
  expect(
    index([
      ["sale_rental", "Rental of the Sale"],
      ["sale_rental", "The Rental rental"],
      ["the", "!"],
      ["1", "?"],
    ]).weights,
  ).toEqual([4, 3, 0, Infinity]);
});
