// Words of names for another search.
import { expect, test } from "vitest";
import { yieldToEventLoop } from "../../../../data/yield.js";
import { createNearWords } from "../../../../server/lookup/meaning/near-words.js";
import { openSharedLookup } from "../../../support/shared-snapshot.js";

const lookup = await openSharedLookup();

test("the nearest words of names come first, in whatever language the question is", async () => {
  const words = await lookup.getNearWords();
  expect((await words.list("Mietwagen"))[0]).toBe("rental");
  expect(await words.list("factura")).toContain("invoice");
});

test("no word that the question has, and one of those that begin alike", async () => {
  const list = await (await lookup.getNearWords()).list("invoices of banks");
  expect(list.filter((word) => /^(?:invo|bank)/u.test(word))).toEqual([]);
  const stems = list.map((word) => word.slice(0, 4));
  expect(new Set(stems).size).toBe(stems.length);
  expect(list.length).toBeLessThanOrEqual(6);
});

test("none for what the embedder does not know, and none without such an embedder", async () => {
  expect(await (await lookup.getNearWords()).list("🙂")).toEqual([]);
  const without = await createNearWords(lookup.snapshot, undefined, yieldToEventLoop);
  expect(await without.list("factura")).toEqual([]);
});
