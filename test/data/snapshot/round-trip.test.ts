// Encode, write, open: any records come back, and the columns tell the same as the records.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareText } from "../../../data/platform/platform-version.js";
import type { ModuleRecord } from "../../../data/module/records.js";
import type { SnapshotContents } from "../../../data/snapshot/contents.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { encodeSnapshot } from "../../../data/snapshot/encode.js";
import { FLAGS } from "../../../data/snapshot/format.js";
import { findString } from "../../../data/snapshot/table/string-table.js";
import { NAME_END } from "../../../data/text/term-fields.js";
import { verifySnapshot } from "../../../data/snapshot/verify.js";
import { encodeTerms } from "../../../data/snapshot/table/word-sections.js";
import {
  arbitraryRecord,
  createContents,
  createRecord,
  createVectors,
} from "../../support/module-records.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";
import { openContents } from "../../support/written-snapshot.js";
import { finishSteps } from "../../../data/yield.js";
import { countCases } from "../../support/properties.js";

const out = makeTemporaryFolder();

async function withSnapshot(
  contents: SnapshotContents,
  look: (snapshot: Snapshot) => void | Promise<void>,
): Promise<void> {
  const snapshot = await openContents(contents, out);
  try {
    await look(snapshot);
  } finally {
    snapshot.close();
  }
}

function readRecords(snapshot: Snapshot): readonly ModuleRecord[] {
  return Array.from({ length: snapshot.entries.length }, (_, entry) => snapshot.readRecord(entry));
}

describe("any records", () => {
  test("come back from disk as they were, in the order of entries", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryRecord, { maxLength: 6 }), async (records) => {
        const contents = createContents(records);
        await withSnapshot(contents, async (snapshot) => {
          const read = readRecords(snapshot);
          // Text comparison too: an equal comparison overlooks a key `__proto__`.
          expect(JSON.stringify(read)).toBe(JSON.stringify(contents.records));
          expect(read).toEqual(contents.records);
          const heads = read.map(({ views: _views, models: _models, ...head }) => head);
          expect(read.map((_, entry) => snapshot.readHead(entry))).toEqual(heads);
          expect((await verifySnapshot(snapshot)).damaged).toEqual([]);
        });
      }),
      { numRuns: countCases(25) },
    );
  });

  test("are told by the columns as by the records", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryRecord, { maxLength: 6 }), async (records) => {
        const contents = createContents(records);
        await withSnapshot(contents, (snapshot) => {
          const { entries, names, texts, versions, repositories } = snapshot;
          contents.records.forEach((record, entry) => {
            const name = entries.name.get(entry);
            const repository = repositories[entries.repository.get(entry)];
            const flags = entries.flags.get(entry);
            expect(names.get(name)).toBe(record.technical_name);
            expect(findString(names, record.technical_name)).toBe(name);
            expect(entry).toBeGreaterThanOrEqual(snapshot.nameFirst.get(name));
            expect(entry).toBeLessThan(snapshot.nameFirst.get(name + 1));
            expect(texts.get(entries.display.get(entry))).toBe(record.name);
            expect(texts.get(entries.category.get(entry))).toBe(record.category);
            expect(versions[entries.version.get(entry)]).toBe(record.platform_version);
            expect(repository?.organization).toBe(record.organization);
            expect(repository?.repository).toBe(record.repository);
            expect((flags & FLAGS.installable) !== 0).toBe(record.installable);
            expect((flags & FLAGS.application) !== 0).toBe(record.application);
            expect(entries.document.get(entry)).toBe(entry);
            expect(snapshot.documentLists.get(entry)).toEqual([entry]);
          });
          expectDependencies(snapshot, contents.records);
        });
      }),
      { numRuns: countCases(20) },
    );
  });
});

/** The lists of dependents are those that a plain search through the records gives. */
function expectDependencies(snapshot: Snapshot, records: readonly ModuleRecord[]): void {
  const declared = records.flatMap((record) => record.declared_dependencies.platform);
  const expected = [...new Set(declared)].toSorted(compareText);
  const { names, nameDependents } = snapshot;
  const { keys, lists } = snapshot.dependencies;
  expect(expected.map((_, key) => keys.get(key))).toEqual(expected);
  expect(keys.length).toBe(expected.length);
  const dependentsOf = (name: string): readonly ModuleRecord[] =>
    records.filter((record) => record.declared_dependencies.platform.includes(name));
  expected.forEach((name, key) => {
    expect(lists.get(key).map((entry) => records[entry])).toEqual(dependentsOf(name));
  });
  for (let index = 0; index < names.length; index++) {
    const dependents = dependentsOf(names.get(index)).map((record) => record.technical_name);
    expect(nameDependents.get(index)).toBe(new Set(dependents).size);
  }
}

describe("what stands beside the records", () => {
  const diagnostic = {
    organization: "acme",
    repository: "sales",
    branch: "main",
    platform_version: "17.0",
    path: "a b/é.py",
    line: 3,
    code: "python_recovered",
    detail: "",
  };

  test("comes back too", async () => {
    const chunks = [["1.reg", "[]"]] as const;
    const names = [[0, NAME_END, NAME_END]];
    const contents = createContents([createRecord(), createRecord({ organization: "b" })], {
      diagnostics: [diagnostic],
      terms: encodeTerms({ chunks, postings: [[0, 17]], names }),
      documentOfRecord: [0, 0],
      vectors: createVectors(1),
    });
    await withSnapshot(contents, (snapshot) => {
      expect(snapshot.readDiagnostics()).toEqual([diagnostic]);
      expect(snapshot.readTerms()).toEqual(chunks);
      expect(snapshot.termLists.get(0)).toEqual([0, 17]);
      expect(snapshot.termNames.get(0)).toEqual([0, NAME_END, NAME_END]);
      expect(snapshot.documentLists.get(0)).toEqual([0, 1]);
      expect(snapshot.readVectors()).toEqual(contents.vectors?.vectors[0]);
      expect([...snapshot.sections.get("embedder")]).toEqual([1, 2, 3]);
      expect(snapshot.entry.embedder).toEqual(contents.vectors?.spec);
      expect(snapshot.entry.counts).toMatchObject({
        entries: 2,
        modules: 1,
        repositories: 2,
        platform_versions: { "17.0": 2 },
        diagnostics: { python_recovered: 1 },
      });
      expect(snapshot.entry.files.map(({ name }) => name)).toEqual(["snapshot.bin"]);
    });
  });

  test("may all be nothing", async () => {
    await withSnapshot(createContents([]), async (snapshot) => {
      expect(snapshot.entries.length).toBe(0);
      expect(snapshot.readVectors().length).toBe(0);
      expect([snapshot.readTerms(), snapshot.readDiagnostics()]).toEqual([[], []]);
      expect(snapshot.entry.embedder).toBeNull();
      expect(() => snapshot.readRecord(0)).toThrow(/damaged/);
      expect((await verifySnapshot(snapshot)).damaged).toEqual([]);
    });
  });

  test("the same contents are the same bytes", () => {
    fc.assert(
      fc.property(fc.array(arbitraryRecord, { maxLength: 4 }), (records) => {
        const [once, again] = [records, structuredClone(records)].map((all) =>
          Buffer.concat(finishSteps(encodeSnapshot(createContents(all))).pieces),
        );
        expect(again).toEqual(once);
      }),
      { numRuns: countCases(10) },
    );
  });
});
