// Vectors of a second embedder beside those of the table, with a real one that is tiny.
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { embedBeside } from "../../../builder/index/beside-vectors.js";
import { countEmbedded } from "../../../builder/index/vectors.js";
import type { Embedder } from "../../../data/embedding/embedder.js";
import { openTransformersEmbedder } from "../../../data/embedding/transformers-embedder.js";
import { createRecord, toSource } from "../../support/module-records.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";
import { writeTinyModel } from "../../data/embedding/tiny-model.js";

const folder = makeTemporaryFolder();
let embedder: Embedder;
beforeAll(async () => {
  await writeTinyModel(join(folder, "tiny"));
  embedder = await openTransformersEmbedder({ model: join(folder, "tiny") });
});

const RECORDS = ["sale order", "stock", "sale order"].map((name, at) =>
  createRecord({ technical_name: `m${at}`, name, summary: "", description: `${name}.` }),
);
const NEEDS = [
  { language: "en", text: "invoice" },
  { language: "en", text: "project" },
];
const TABLE = {
  vectors: [Float32Array.of(1, 0), Float32Array.of(0, 1), Float32Array.of(1, 0)],
  needs: [Float32Array.of(1, 0), Float32Array.of(0, 1)],
  needRows: NEEDS,
  needsOfDocument: [[], [0, 1], []],
};

function compare(left: Float32Array | undefined, right: Float32Array | undefined): number {
  return [...(left ?? [])].reduce((sum, value, at) => sum + value * (right?.[at] ?? 0), 0);
}

function fails(): Promise<never> {
  return Promise.reject(new Error("something is embedded"));
}

async function embed(by: Embedder, reports: number[] = []) {
  return embedBeside({
    embedder: by,
    cacheDirectory: join(folder, "cache"),
    records: RECORDS,
    table: TABLE,
    onProgress: (done) => reports.push(done),
    onDamaged: (file) => expect.fail(file),
  });
}

describe("vectors beside the table", () => {
  test("are of documents and needs, a described document with what its module is needed for", async () => {
    const reports: number[] = [];
    const { vectors, needs, entry } = await embed(embedder, reports);
    expect(reports).toEqual([1, 2, 3, 4, 5]);
    const source = toSource(RECORDS);
    const choice = { kind: "static+transformers", weights: "", cacheFolder: "" } as const;
    const ofStock = new Map([["m1", NEEDS]]);
    expect(countEmbedded(source, { choice, needs: ofStock })).toBe(2 * RECORDS.length + 2);
    expect(countEmbedded(source, { choice: { kind: "static" }, needs: ofStock })).toBe(3);
    expect(needs).toEqual(await Promise.all(NEEDS.map(({ text }) => embedder.embedQuery(text))));
    const [sale] = await embedder.embedDocuments([[{ text: "sale order. m0", weight: 1 }]]);
    expect(vectors[0]).toEqual(sale);
    const [stock] = await embedder.embedDocuments([[{ text: "stock. m1", weight: 1 }]]);
    expect(compare(vectors[1], needs[0])).toBeGreaterThan(compare(stock, needs[0]));
    expect(entry.embedder).toEqual(embedder.spec);
    for (const { factor, offset } of [entry.documents, entry.needs]) {
      expect(factor).toBeGreaterThan(0);
      expect(Number.isFinite(offset)).toBe(true);
    }
  });

  test("are kept by weights and text for all builds, so that nothing is embedded twice", async () => {
    const unable = { ...embedder, embedQuery: fails, embedDocuments: fails };
    expect(await embed(unable)).toEqual(await embed(embedder));
    const spec = { ...embedder.spec, weights: "1".repeat(64) };
    await expect(embed({ ...unable, spec })).rejects.toThrow("embedded");
  });
});
