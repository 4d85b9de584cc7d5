// Vectors of records.
import { describe, expect, test } from "vitest";
import {
  embedRecords,
  type EmbedderChoice,
  type EmbeddingOptions,
} from "../../../builder/index/vectors.js";
import { openEmbedder } from "../../../data/embedding/open-embedder.js";
import { CACHE_NOTHING } from "../../../data/snapshot/cached-pieces.js";
import { createRecord, toSource } from "../../support/module-records.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

const folder = makeTemporaryFolder();
const RECORDS = ["invoice reminder", "bank statement", "rental order"].map((name, index) =>
  createRecord({ technical_name: `m${index}`, name, description: `All about ${name}s.` }),
);

function quietly(choice: EmbedderChoice, reports: number[] = []): EmbeddingOptions {
  return {
    choice,
    cacheDirectory: folder,
    out: folder,
    keep: CACHE_NOTHING,
    needs: new Map(),
    onProgress: (done) => reports.push(done),
    onDamaged: (file) => expect.fail(file),
  };
}

function failToRead(): never {
  throw new Error("models are read");
}

function toNeeds(...texts: readonly string[]) {
  return texts.map((text) => ({ language: "en", text }));
}

describe("vectors of records", () => {
  test("are none without an embedder", async () => {
    expect(await embedRecords(toSource(RECORDS), quietly({ kind: "none" }))).toBeUndefined();
  });

  test("of the static embedder are what it gives again from what it learned", async () => {
    const reports: number[] = [];
    const set = await embedRecords(toSource(RECORDS), quietly({ kind: "static" }, reports));
    if (set === undefined) throw new Error("there are no vectors");
    expect(reports).toEqual([RECORDS.length]);
    expect(set.vectors.length).toBe(RECORDS.length);
    const embedder = await openEmbedder(set.spec, set.learned);
    expect(embedder.spec).toEqual(set.spec);
    const query = await embedder.embedQuery("reminder of an invoice");
    const scores = set.vectors.map((vector) =>
      vector.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0),
    );
    expect(scores.indexOf(Math.max(...scores))).toBe(0);
  });

  test("are nearer to what the module is needed for, where somebody wrote that down", async () => {
    const options = quietly({ kind: "static" });
    const compare = async (needs: EmbeddingOptions["needs"]): Promise<number> => {
      const set = await embedRecords(toSource(RECORDS), { ...options, needs });
      if (set === undefined) throw new Error("there are no vectors");
      const embedder = await openEmbedder(set.spec, set.learned);
      const query = await embedder.embedQuery("lend machines to craftsmen");
      return [...(set.vectors[2] ?? [])].reduce(
        (sum, value, at) => sum + value * (query[at] ?? 0),
        0,
      );
    };
    const without = await compare(new Map());
    const needs = new Map([
      ["m2", toNeeds("lend tools and machines", "what craftsmen bring back")],
    ]);
    expect(await compare(needs)).toBeGreaterThan(without + 0.1);
    expect(await compare(new Map([["m1", needs.get("m2") ?? []]]))).toBe(without);
  });

  test("have beside them what each module is needed for, once for all its documents", async () => {
    const records = [...RECORDS, createRecord({ technical_name: "m2", name: "Rental" })];
    const needs = new Map([
      ["m2", toNeeds("lend tools", "what craftsmen bring back")],
      ["m0", toNeeds("chase debtors")],
      ["absent", toNeeds("nothing")],
    ]);
    const set = await embedRecords(toSource(records), { ...quietly({ kind: "static" }), needs });
    if (set === undefined) throw new Error("there are no vectors");
    expect(set.needsOfDocument).toEqual([[0], [], [1, 2], [1, 2]]);
    const embedder = await openEmbedder(set.spec, set.learned);
    const texts = ["chase debtors", "lend tools", "what craftsmen bring back"];
    expect(set.needRows).toEqual(toNeeds(...texts));
    expect(set.needs).toEqual(await Promise.all(texts.map((text) => embedder.embedQuery(text))));
  });

  test("are the same numbers each time", async () => {
    const first = await embedRecords(toSource(RECORDS), quietly({ kind: "static" }));
    const second = await embedRecords(toSource(RECORDS), quietly({ kind: "static" }));
    expect(second?.vectors).toEqual(first?.vectors);
    expect(second?.spec).toEqual(first?.spec);
  });

  test("are kept by what they are made of, so that no models are read again", async () => {
    const source = toSource(RECORDS);
    const first = await embedRecords(source, quietly({ kind: "static" }));
    const unread = { ...source, readModels: failToRead };
    const second = await embedRecords(unread, quietly({ kind: "static" }));
    expect(second?.vectors).toEqual(first?.vectors);
    const other = { ...unread, digestModels: String };
    await expect(embedRecords(other, quietly({ kind: "static" }))).rejects.toThrow("models");
  });

  test("of more documents than one batch are reported as they come", async () => {
    const many = Array.from({ length: 130 }, (_, at) => createRecord({ name: `module ${at}` }));
    const reports: number[] = [];
    const set = await embedRecords(toSource(many), quietly({ kind: "static" }, reports));
    expect(reports).toEqual([64, 128, 130]);
    expect(set?.vectors.length).toBe(130);
  });

  test("of no records are none, with an embedder that can be opened", async () => {
    const set = await embedRecords(toSource([]), quietly({ kind: "static" }));
    if (set === undefined) throw new Error("there is no set");
    expect(set.vectors).toEqual([]);
    expect((await openEmbedder(set.spec, set.learned)).spec).toEqual(set.spec);
  });
});
