// Vectors of records, and the nearest-neighbour index as the same bytes each time.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import hnswlib from "hnswlib-node";
import { describe, expect, test } from "vitest";
import {
  embedRecords,
  writeVectorIndex,
  type EmbedderChoice,
  type EmbeddingOptions,
} from "../../../builder/index/vectors.js";
import { sameSpec } from "../../../data/embedding/embedder.js";
import { openEmbedder } from "../../../data/embedding/open-embedder.js";
import type { VectorSet } from "../../../data/snapshot/contents.js";
import { createRecord, createVectors } from "../../support/module-records.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

const folder = makeTemporaryFolder();
const RECORDS = ["invoice reminder", "bank statement", "rental order"].map((name, index) =>
  createRecord({ technical_name: `m${index}`, name, description: `All about ${name}s.` }),
);

function quietly(choice: EmbedderChoice, reports: number[] = []): EmbeddingOptions {
  return {
    choice,
    cacheDirectory: folder,
    onProgress: (done) => reports.push(done),
    onDamaged: (file) => expect.fail(file),
  };
}

function writeIndex(vectors: VectorSet, name: string): string {
  const file = join(folder, name);
  writeVectorIndex(vectors, file);
  return file;
}

describe("vectors of records", () => {
  test("are none without an embedder", async () => {
    expect(await embedRecords(RECORDS, quietly({ kind: "none" }))).toBeUndefined();
  });

  test("of the static embedder are what it gives again from what it learned", async () => {
    const reports: number[] = [];
    const set = await embedRecords(RECORDS, quietly({ kind: "static" }, reports));
    if (set === undefined) throw new Error("there are no vectors");
    expect(reports).toEqual([RECORDS.length]);
    expect(set.vectors.length).toBe(RECORDS.length);
    const embedder = await openEmbedder(set.spec, set.learned);
    expect(sameSpec(embedder.spec, set.spec)).toBe(true);
    const query = await embedder.embedQuery("reminder of an invoice");
    const scores = set.vectors.map((vector) =>
      vector.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0),
    );
    expect(scores.indexOf(Math.max(...scores))).toBe(0);
  });

  test("are the same numbers each time", async () => {
    const first = await embedRecords(RECORDS, quietly({ kind: "static" }));
    const second = await embedRecords(RECORDS, quietly({ kind: "static" }));
    expect(second?.vectors).toEqual(first?.vectors);
    expect(second?.spec).toEqual(first?.spec);
  });

  test("of more documents than one batch are reported as they come", async () => {
    const many = Array.from({ length: 130 }, (_, at) => createRecord({ name: `module ${at}` }));
    const reports: number[] = [];
    const set = await embedRecords(many, quietly({ kind: "static" }, reports));
    expect(reports).toEqual([64, 128, 130]);
    expect(set?.vectors.length).toBe(130);
  });

  test("of no records are none, with an embedder that can be opened", async () => {
    const set = await embedRecords([], quietly({ kind: "static" }));
    if (set === undefined) throw new Error("there is no set");
    expect(set.vectors).toEqual([]);
    expect((await openEmbedder(set.spec, set.learned)).spec).toEqual(set.spec);
  });
});

describe("the nearest-neighbour index", () => {
  test("of the same vectors is the same bytes", () => {
    const first = readFileSync(writeIndex(createVectors(200), "first"));
    const second = readFileSync(writeIndex(createVectors(200), "second"));
    expect(first.length).toBeGreaterThan(200 * 2 * 4);
    expect(Buffer.compare(first, second)).toBe(0);
  });

  test("of other vectors is other bytes", () => {
    const first = readFileSync(writeIndex(createVectors(3), "three"));
    expect(Buffer.compare(first, readFileSync(writeIndex(createVectors(4), "four")))).not.toBe(0);
  });

  test("finds every vector as its own nearest", () => {
    const set = createVectors(50);
    const index = new hnswlib.HierarchicalNSW("ip", set.spec.dimensions);
    index.readIndexSync(writeIndex(set, "fifty"));
    for (const [document, vector] of set.vectors.entries()) {
      expect(index.searchKnn([...vector], 1).neighbors).toEqual([document]);
    }
  });

  test("of no vectors is a file that can be read", () => {
    const index = new hnswlib.HierarchicalNSW("ip", 2);
    index.readIndexSync(writeIndex(createVectors(0), "none"));
    expect(index.getCurrentCount()).toBe(0);
  });
});
