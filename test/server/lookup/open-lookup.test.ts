// Opening a snapshot beside requests: it yields to them often enough.
import { expect, test } from "vitest";
import {
  DEFINITION_SECTIONS,
  openLookup,
  prepareLookup,
  SEARCHED_SECTIONS,
} from "../../../server/lookup/lookup.js";
import { createFixtureSnapshot } from "../../support/fixture-snapshot.js";

test("a snapshot is opened yielding after every section and every version", async () => {
  const fixtures = await createFixtureSnapshot();
  let count = 0;
  const yieldToOthers = (): Promise<void> => Promise.resolve(void (count += 1));
  try {
    const lookup = await openLookup(fixtures.snapshotFolder, { embedder: {}, yieldToOthers });
    expect(count).toBeGreaterThanOrEqual(SEARCHED_SECTIONS.length + DEFINITION_SECTIONS.length);
    count = 0;
    await prepareLookup(lookup, yieldToOthers);
    expect(count).toBeGreaterThanOrEqual(lookup.snapshot.versions.length);
    lookup.close();
  } finally {
    await fixtures.cleanup();
  }
});
