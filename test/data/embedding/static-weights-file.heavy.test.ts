// The learned words that ship: where compiled code finds them, their size and what their card says.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readStaticWeights } from "../../../data/embedding/static-weights.js";
import { decodeStaticWeights } from "./decoded-weights.js";
import { listEmbeddingWords } from "../../../data/embedding/static-words.js";
import { ROOT } from "../../../docs/tools/project-root.js";

const MOST_BYTES = 9_500_000;

test("they are the file of the repository, whole and not too large", async () => {
  const bytes = readStaticWeights();
  const file = path.join(ROOT, "data", "embedding", "static-weights.bin");
  expect(Buffer.compare(bytes, readFileSync(file))).toBe(0);
  expect(bytes.length).toBeLessThanOrEqual(MOST_BYTES);
  const { words, norms, codes, dimensions } = decodeStaticWeights(bytes);
  expect([norms.length, codes.length]).toEqual([words.length, (words.length * dimensions) / 2]);
  expect(words.every((word, at) => at === 0 || (words[at - 1] ?? "") < word)).toBe(true);
  // A word that no text yields could never be found.
  expect(words.filter((word) => listEmbeddingWords(word).join(" ") !== word)).toEqual([]);
  const card = readFileSync(file.replace(/bin$/u, "md"), "utf8");
  expect(card).toContain(`${words.length.toLocaleString("en-US")} words`);
  expect(card).toContain(`${dimensions}`);
});
