// Search by meaning with a second embedder, a real one that is tiny, in a thread of its own.
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openLookup, type Lookup } from "../../../../server/lookup/lookup.js";
import { searchSemantic } from "../../../../server/lookup/meaning/semantic-search.js";
import { buildFixtures } from "../../../support/build-fixtures.js";
import { createFixtureSnapshot } from "../../../support/fixture-snapshot.js";
import { openSharedLookup } from "../../../support/shared-snapshot.js";
import { readSnapshotDetails } from "../../../../server/lookup/module/snapshot-details.js";
import { writeTinyModel } from "../../../data/embedding/tiny-model.js";
import { sampleCases } from "../../../support/properties.js";

const fixtures = createFixtureSnapshot();
const weights = join(fixtures.folder, "tiny");
await writeTinyModel(weights);
const folder = await buildFixtures(fixtures.folder, {
  sources: fixtures.sources,
  out: join(fixtures.folder, "with-both"),
  embedder: { kind: "static+transformers", weights, cacheFolder: fixtures.folder },
});
const tableAlone = await openSharedLookup();

const opened: Lookup[] = [];
afterAll(() => opened.forEach((lookup) => lookup.close()));

async function open(model: string, faults: string[]): Promise<Lookup> {
  const lookup = await openLookup(folder, {
    embedder: { model },
    onBesideFault: (reason) => faults.push(reason),
  });
  opened.push(lookup);
  return lookup;
}

const QUESTIONS = ["send reminders for overdue invoices", "stock order", "louer des véhicules"];

async function ask(lookup: Lookup, text: string) {
  const query = { text, platform_version: undefined, offset: 0, limit: 1_000 };
  return (await searchSemantic(lookup, query)).rows;
}

describe("a snapshot with a second embedder", () => {
  test("answers by the mean of both cosines, the same each time and however many are compared", async () => {
    const faults: string[] = [];
    const both = await open(weights, faults);
    for (const text of QUESTIONS) {
      const rows = await ask(both, text);
      expect(await ask(both, text)).toEqual(rows);
      expect(rows).not.toEqual(await ask(tableAlone, text));
      expect(rows.every(({ score }) => score > 0 && score <= 1)).toBe(true);
    }
    expect((await ask(both, "invoice_reminder"))[0]).toMatchObject({ score: 1 });
    expect(faults).toEqual([]);
  });

  test("names both", async () => {
    const { embedder, embedder_beside: beside } = readSnapshotDetails(
      (await open(weights, [])).snapshot,
    );
    expect([embedder?.kind, beside?.kind, beside?.name]).toEqual([
      "static",
      "transformers",
      "tiny",
    ]);
    expect(readSnapshotDetails(tableAlone.snapshot).embedder_beside).toBe(null);
  });

  test("answers by the table alone what the second does not know", async () => {
    const both = await open(weights, []);
    for (const text of ["发票", "💶 💶"])
      expect(await ask(both, text)).toEqual(await ask(tableAlone, text));
  });

  test.each(sampleCases(["absent", "other"]))(
    "answers by the table alone, and says so once, with %s files",
    async (name) => {
      const elsewhere = join(fixtures.folder, name);
      if (name === "other") {
        mkdirSync(elsewhere);
        cpSync(join(weights, "config.json"), join(elsewhere, "config.json"));
      }
      const faults: string[] = [];
      const both = await open(elsewhere, faults);
      for (const text of QUESTIONS)
        expect(await ask(both, text)).toEqual(await ask(tableAlone, text));
      expect(faults).toEqual([expect.stringContaining("cannot be opened")]);
    },
  );
});
