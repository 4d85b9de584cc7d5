// Parts of modules: any come back from disk, beside the record that they belong to.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { PART_NAMES } from "../../../../data/module/module-parts.js";
import { arbitraryParts, SOME_PARTS } from "../../../support/module-parts.js";
import { createContents, createRecord } from "../../../support/module-records.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { openContents } from "../../../support/written-snapshot.js";
import { countCases } from "../../../support/properties.js";

const out = makeTemporaryFolder();

test("any parts come back as they were, each at its entry", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryParts, { maxLength: 6 }), async (parts) => {
      const versions = ["8.0", "14.0", "16.0", "17.0", "18.0", "19.0"].slice(0, parts.length);
      const records = versions.map((platform_version) => createRecord({ platform_version }));
      const contents = createContents(records, { parts });
      const snapshot = await openContents(contents, out);
      const read = parts.map((_, entry) => snapshot.readParts(entry));
      snapshot.close();
      // Text comparison too: an equal comparison overlooks a key `__proto__`.
      expect(JSON.stringify(read)).toBe(JSON.stringify(parts));
      expect(read).toEqual(parts);
    }),
    { numRuns: countCases(25) },
  );
});

test("the names of parts are their keys, in order", () => {
  expect(Object.keys(SOME_PARTS)).toEqual(PART_NAMES);
});
