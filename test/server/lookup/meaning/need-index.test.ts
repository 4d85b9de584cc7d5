// Share of a question that stands verbatim in the needs of modules.
import { expect, test } from "vitest";
import { listEmbeddingWords } from "../../../../data/embedding/static-words.js";
import { openSharedLookup } from "../../../support/shared-snapshot.js";
import { listRecords } from "../../../support/fixture-snapshot.js";

const lookup = await openSharedLookup();
const records = listRecords(lookup.snapshot);
const { measureOverlap } = lookup.getNeeds();

const wordsOfName = new Map(
  records.map(({ technical_name: name, needs }) => [
    name,
    new Set(needs.flatMap(({ text }) => listEmbeddingWords(text))),
  ]),
);
const known = [...wordsOfName.values()].filter(({ size }) => size > 0);

/** By the definition. */
function measurePlainly(question: string, own: ReadonlySet<string>): number {
  let [found, all] = [0, 0];
  for (const word of new Set(listEmbeddingWords(question))) {
    const modules = known.filter((words) => words.has(word)).length;
    const weight = Math.log((known.length + 1) / (modules + 0.5));
    all += weight;
    if (own.has(word)) found += weight;
  }
  return found / Math.max(all, 50);
}

test.each([
  ["customers who pay too late get a letter every week", true],
  ["the the the", true],
  [[...wordsOfName.values()].flatMap((words) => [...words]).join(" "), true],
  ["what nobody ever wrote: zyzzyva quokka", false],
  ["", false],
])("of each module, whatever it says: %s", (question, isFound) => {
  const shares = measureOverlap(question);
  expect(shares.length).toBe(lookup.snapshot.documentLists.length);
  for (const [entry, { technical_name: name }] of records.entries()) {
    const share = shares[lookup.snapshot.entries.document.get(entry)] ?? -1;
    expect(share).toBeCloseTo(measurePlainly(question, wordsOfName.get(name) ?? new Set()), 5);
  }
  expect(shares.some((share) => share > 0)).toBe(isFound);
});
