// Golden build of the fixtures: every module in one line, three records in full, and always the
// same bytes. test/support/golden-file.ts says how to update golden files.
import path from "node:path";
import { describe, expect, inject, test } from "vitest";
import { toEmbeddingDocument } from "../../builder/index/documents.js";
import { openStaticEmbedder } from "../../data/embedding/static-embedder.js";
import { readNeedsByName } from "../../data/needs/needs-file.js";
import { readStaticWeights } from "../../data/embedding/static-weights.js";
import type { ModuleRecord } from "../../data/module/records.js";
import { verifySnapshot } from "../../data/snapshot/verify.js";
import { build } from "../support/builds.js";
import { getFixtureRepository, readGit } from "../support/build-fixtures.js";
import { listRecords } from "../support/fixture-snapshot.js";
import { readGolden } from "../support/golden-file.js";
import { openSharedSnapshot } from "../support/shared-snapshot.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";
import { testLong } from "../support/properties.js";

const fixtures = inject("fixtures");
const snapshot = openSharedSnapshot();

describe("the fixtures", () => {
  test("are these modules", () => {
    const lines = listRecords(snapshot).map(toLine);
    const outline = `${lines.join("\n")}\n`;
    expect(outline).toBe(readGolden("fixtures.txt", outline));
  });

  test("are counted as a plain count does", () => {
    const records = listRecords(snapshot);
    const models = records.flatMap((record) => record.models);
    expect(snapshot.entry.counts).toMatchObject({
      entries: records.length,
      models: models.length,
      fields: models.flatMap(({ fields }) => fields).length,
      methods: models.flatMap(({ methods }) => methods).length,
      views: records.flatMap(({ views }) => views).length,
    });
  });

  test("have in each document the vector of its first record", async () => {
    const records = listRecords(snapshot);
    const embedder = openStaticEmbedder(readStaticWeights());
    const { needs } = readNeedsByName(undefined);
    const vectors = snapshot.readVectors();
    const { length: documents } = snapshot.documentLists;
    expect(documents).toBeGreaterThan(1);
    expect(documents).toBeLessThan(records.length);
    for (let document = 0; document < documents; document++) {
      const first = records[snapshot.documentLists.get(document)[0] ?? -1];
      if (first === undefined) throw new Error(`document ${document} has no record`);
      const own = needs.get(first.technical_name) ?? [];
      const [vector] = await embedder.embedDocuments([
        toEmbeddingDocument(
          first,
          own.map(({ text }) => text),
        ),
      ]);
      const { dimensions } = embedder.spec;
      const start = document * dimensions;
      expect(vectors.slice(start, start + dimensions)).toEqual(vector);
    }
  });

  test("give these records in full", () => {
    const records = [
      getRecord("invoice_reminder", "17.0"),
      getRecord("rental_core", "16.0"),
      getRecord("ledger_voucher", "8.0"),
      // Commit ids change with every fixture; another test compares them with git.
    ].map((record) => ({ ...record, commit: "the tip of the branch" }));
    const golden = readGolden("records.json", JSON.stringify(records, null, 2));
    expect(JSON.parse(JSON.stringify(records))).toEqual(JSON.parse(golden));
  });

  test("give these parts of a module", () => {
    const { commit, name } = getRecord("attendance_kiosk", "17.0");
    const entry = listRecords(snapshot).findIndex(
      (one) => one.commit === commit && one.name === name,
    );
    const parts = snapshot.readParts(entry);
    const golden = readGolden("parts.json", JSON.stringify(parts, null, 2));
    expect(JSON.parse(JSON.stringify(parts))).toEqual(JSON.parse(golden));
  });

  test("are read from the tip of each branch", async () => {
    const { sources: rows } = snapshot.entry;
    for (const { organization, repository, branches } of rows) {
      const fixture = getFixtureRepository(fixtures, `${organization}/${repository}`);
      for (const { branch, commit, modules } of branches) {
        expect(commit).toBe(await readGit(fixture, "rev-parse", `refs/heads/${branch}`));
        const expected = fixture.branches.find((summary) => summary.branch === branch);
        expect([branch, modules]).toEqual([branch, expected?.modules.length]);
      }
    }
    for (const record of listRecords(snapshot)) {
      const row = rows.find(
        ({ organization, repository }) =>
          organization === record.organization && repository === record.repository,
      );
      const branch = row?.branches.find(({ branch: name }) => name === record.branch);
      expect(record.commit).toBe(branch?.commit);
    }
  });

  test("are a whole snapshot", async () => {
    expect((await verifySnapshot(snapshot)).damaged).toEqual([]);
  });
});

test("two sources are the same snapshot in another order, with another number of jobs", async () => {
  const root = makeTemporaryFolder();
  const two = fixtures.sources
    .filter(({ organization: name }) => name === "northwind-addons")
    .slice(-2);
  const make = async (name: string, sources: typeof two, jobs: number): Promise<string> => {
    const { entry } = await build(sources, { out: path.join(root, name), jobs });
    expect(entry.sources.length).toBe(2);
    return entry.id;
  };
  expect(await make("other", two.toReversed(), 2)).toBe(await make("one", two, 1));
});

testLong(
  "the same sources are the same snapshot, whatever their order and the number of jobs",
  async () => {
    const root = makeTemporaryFolder();
    const { sources } = fixtures;
    const { entry } = await build(sources.toReversed(), {
      out: path.join(root, "out"),
      jobs: 4,
      embedder: { kind: "static" },
    });
    expect(entry.id).toBe(snapshot.entry.id);
  },
);

function getRecord(technicalName: string, version: string): ModuleRecord {
  const found = listRecords(snapshot).find(
    (record) => record.technical_name === technicalName && record.platform_version === version,
  );
  if (found === undefined) throw new Error(`there is no ${technicalName} at ${version}`);
  return found;
}

/** A module in one line, without empty parts. */
function toLine(record: ModuleRecord): string {
  const { models, views, dependencies } = record;
  const platform = Object.entries(dependencies.platform).map(
    ([provider, names]) => `${provider}(${names.join(" ")})`,
  );
  const facts = [
    `${record.version}`,
    `${models.length} models`,
    `${models.flatMap((model) => model.fields).length} fields`,
    `${models.flatMap((model) => model.methods).length} methods`,
    `${views.length} views`,
    `${record.folder_size} bytes`,
    `changed ${record.update_date} by ${record.committers.join(" & ")}`,
    toFact("needs", platform),
    toFact("pip", dependencies.pip),
    toFact("bin", dependencies.bin),
    toFact("unresolved", record.unresolved_dependencies),
    record.installable ? "" : "not installable",
  ];
  const place = `${record.organization}/${record.repository}`;
  const head = `${record.technical_name} ${record.platform_version} ${place}`;
  return `${head}: ${facts.filter((fact) => fact !== "").join(", ")}`;
}

function toFact(name: string, values: readonly string[]): string {
  return values.length === 0 ? "" : `${name} ${values.join(" ")}`;
}
