// Opening a snapshot beside requests: it yields to them often enough.
import { expect, test } from "vitest";
import {
  DEFINITION_SECTIONS,
  openLookup,
  prepareLookup,
  SEARCHED_SECTIONS,
} from "../../../server/lookup/lookup.js";
import { getSharedSnapshot } from "../../support/shared-snapshot.js";

test("a snapshot is opened yielding after every section and every version", async () => {
  let count = 0;
  const yieldToOthers = (): Promise<void> => Promise.resolve(void (count += 1));
  const lookup = await openLookup(getSharedSnapshot(), { embedder: {}, yieldToOthers });
  expect(count).toBeGreaterThanOrEqual(SEARCHED_SECTIONS.length + DEFINITION_SECTIONS.length);
  count = 0;
  await prepareLookup(lookup, yieldToOthers);
  expect(count).toBeGreaterThanOrEqual(lookup.snapshot.versions.length);
  lookup.close();
});
