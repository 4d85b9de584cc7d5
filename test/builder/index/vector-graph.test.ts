// The nearest-neighbour index as a file: the same bytes each time, and every vector in it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeVectorGraph } from "../../../builder/index/vector-graph.js";
import type { VectorSet } from "../../../data/snapshot/contents.js";
import { createVectors } from "../../support/module-records.js";
import { getGraphLibrary } from "../../support/graph-library.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";
import { finishSteps } from "../../../data/yield.js";

const hnswlib = await getGraphLibrary();

const folder = makeTemporaryFolder();

function writeIndex({ vectors, spec }: VectorSet, name: string): string {
  const file = join(folder, name);
  finishSteps(writeVectorGraph(hnswlib, vectors, spec.dimensions, file));
  return file;
}

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
