// A neural embedder through the real library and runtime, on files written by tiny-model.ts.

import { mkdir, mkdtemp, rm, truncate, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Embedder } from "../../../data/embedding/embedder.js";
import { openEmbedder } from "../../../data/embedding/open-embedder.js";
import { openTransformersEmbedder } from "../../../data/embedding/transformers-embedder.js";
import { OperatorError } from "../../../data/operator-error.js";
import { TINY_DIMENSIONS, writeTinyModel } from "./tiny-model.js";

let root = "";
let folder = "";
let embedder: Embedder;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "tiny-model-"));
  folder = join(root, "tiny");
  await writeTinyModel(folder);
  embedder = await openTransformersEmbedder({ model: folder });
});
afterAll(() => rm(root, { recursive: true }));

describe("vectors", () => {
  test("have the spec's dimensions and unit length", async () => {
    for (const text of ["sale order", "Größe 売上 \ud800 \0", "x".repeat(100_000)]) {
      const vector = await embedder.embedQuery(text);
      expect(vector).toHaveLength(TINY_DIMENSIONS);
      expect(dot(vector, vector)).toBeCloseTo(1, 5);
    }
  });

  test("are zero for a text of white space, alone or among others", async () => {
    expect([...(await embedder.embedQuery(" \n"))]).toEqual(zeros());
    const [empty, sale] = await embedder.embedDocuments([[], part("sale")]);
    expect([...(empty ?? [])]).toEqual(zeros());
    expect(sale).toEqual((await embedder.embedDocuments([part("sale")]))[0]);
  });

  test("are nearer for common words than for others", async () => {
    const query = await embedder.embedQuery("sale order");
    const [sale, stock] = await embedder.embedDocuments([
      part("order sale"),
      part("stock project"),
    ]);
    expect(dot(query, sale)).toBeGreaterThan(dot(query, stock) + 0.2);
  });

  test("are the same in a batch as alone", async () => {
    const documents = ["sale", "sale order invoice stock project", "", "abc def"].map(part);
    const together = await openTransformersEmbedder({ model: folder, batchSize: 3 });
    expect(together.spec).toEqual({ ...embedder.spec, batch_size: 3 });
    const alone = await embedder.embedDocuments(documents);
    const batched = await together.embedDocuments(documents);
    batched.forEach((vector, at) => expect([...vector]).toEqual([...(alone[at] ?? [])]));
  });

  test("depend on the prefixes, which the spec names", async () => {
    const bare = await openTransformersEmbedder({
      model: folder,
      askedAs: { pooling: "mean", queryPrefix: "", documentPrefix: "" },
    });
    const query = await embedder.embedQuery("sale");
    const [document] = await embedder.embedDocuments([part("sale")]);
    expect(dot(query, document)).toBeLessThan(0.999);
    expect(dot(query, await bare.embedQuery("sale"))).toBeLessThan(0.999);
    expect(await bare.embedQuery("query: sale")).toEqual(query);
    expect(bare.spec).toEqual({ ...embedder.spec, query_prefix: "", document_prefix: "" });
  });

  test("take a document's parts by falling weight and leave out those without", async () => {
    const vectors = await embedder.embedDocuments([
      [
        { text: "stock", weight: 0 },
        { text: "order", weight: 0.5 },
        { text: "sale", weight: 1 },
        { text: " ", weight: 2 },
      ],
      part("sale\norder"),
    ]);
    expect(vectors[0]).toEqual(vectors[1]);
  });
});

describe("files", () => {
  test("that are not quantized are taken where they are the only ones", async () => {
    const plain = join(root, "plain");
    await writeTinyModel(plain, { quantized: false });
    const { spec } = await openTransformersEmbedder({ model: plain });
    expect(spec).toMatchObject({ kind: "transformers", name: "plain", quantized: false });
  });

  test("that a download has left are found by their id", async () => {
    await writeTinyModel(join(root, "cache", "owner", "tiny"));
    const cached = await openTransformersEmbedder({
      model: "owner/tiny",
      cacheFolder: join(root, "cache"),
    });
    expect(cached.spec).toEqual({ ...embedder.spec, name: "owner/tiny" });
    expect(await cached.embedQuery("sale")).toEqual(await embedder.embedQuery("sale"));
  });

  test.each([
    "config.json",
    "tokenizer.json",
    "tokenizer_config.json",
    join("onnx", "model_quantized.onnx"),
  ])("without %s are refused", async (file) => {
    const incomplete = await mkdtemp(join(root, "incomplete-"));
    await writeTinyModel(incomplete);
    await unlink(join(incomplete, file));
    const error = await catchError(openTransformersEmbedder({ model: incomplete }));
    expect(error).toMatchObject({ code: "embedder_unavailable" });
    expect(error.message).toContain(file.endsWith(".onnx") ? "model.onnx" : file);
    expect(error.message).toContain("static embedder");
  });

  test.each(["config.json", "tokenizer.json"])("with a %s cut short are refused", async (file) => {
    const cut = await mkdtemp(join(root, "cut-"));
    await writeTinyModel(cut);
    await truncate(join(cut, file), 20);
    const error = await catchError(openTransformersEmbedder({ model: cut }));
    expect(error).toMatchObject({ code: "embedder_unavailable" });
  });

  test("whose network is no network are refused", async () => {
    const broken = join(root, "broken");
    await writeTinyModel(broken);
    await writeFile(join(broken, "onnx", "model_quantized.onnx"), "not a network");
    const error = await catchError(openTransformersEmbedder({ model: broken }));
    expect(error).toMatchObject({ code: "embedder_unavailable" });
  });

  test("that are nowhere are refused, and nothing is downloaded unasked", async () => {
    for (const options of [
      { model: join(root, "nowhere") },
      { model: "owner/name" },
      { model: "../owner/name", cacheFolder: root },
    ]) {
      const error = await catchError(openTransformersEmbedder(options));
      expect(error).toMatchObject({
        code: "embedder_unavailable",
        message: expect.stringContaining("neither"),
      });
    }
  });
});

describe("opened from its spec", () => {
  const noBytes = new Uint8Array();

  test("gives the same vectors from another folder with the same files", async () => {
    const elsewhere = join(root, "elsewhere");
    await mkdir(elsewhere);
    await writeTinyModel(elsewhere);
    const reopened = await openEmbedder(embedder.spec, noBytes, { model: elsewhere });
    expect(reopened.spec).toEqual(embedder.spec);
    expect(await reopened.embedQuery("sale")).toEqual(await embedder.embedQuery("sale"));
  });

  test("refuses other files and other revisions", async () => {
    const other = join(root, "other");
    await writeTinyModel(other);
    await writeFile(join(other, "config.json"), JSON.stringify({ model_type: "bert" }));
    const error = await catchError(openEmbedder(embedder.spec, noBytes, { model: other }));
    expect(error).toMatchObject({ code: "embedder_mismatch" });
    expect(error.message).toContain(`weights ${embedder.spec.weights}`);

    const later = { ...embedder.spec, revision: 99 };
    expect(await catchError(openEmbedder(later, noBytes, { model: folder }))).toMatchObject({
      code: "embedder_mismatch",
      message: expect.stringContaining("revision 99"),
    });
  });
});

function part(text: string): readonly { text: string; weight: number }[] {
  return [{ text, weight: 1 }];
}

function zeros(): number[] {
  return Array.from({ length: TINY_DIMENSIONS }, () => 0);
}

function dot(a: Float32Array, b: Float32Array | undefined): number {
  return a.reduce((sum, value, at) => sum + value * (b?.[at] ?? 0), 0);
}

async function catchError(work: Promise<unknown>): Promise<OperatorError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OperatorError)) throw new Error(`no OperatorError: ${String(error)}`);
  return error;
}
