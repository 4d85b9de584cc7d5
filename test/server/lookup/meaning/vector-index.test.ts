// Similar vectors: every one compared as a plain sum would, and what the graph misses of them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeVectorGraph } from "../../../../builder/index/vector-graph.js";
import { decodeVectorGraph } from "../../../../data/snapshot/graph/vector-graph.js";
import { createDotProducts } from "../../../../data/embedding/dot-products.js";
import {
  openGraph,
  openScan,
  type AcceptedDocuments,
  type SimilarDocuments,
} from "../../../../server/lookup/meaning/vector-index.js";
import { getGraphLibrary } from "../../../support/graph-library.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { finishSteps } from "../../../../data/yield.js";

const hnswlib = await getGraphLibrary();

const WIDTH = 32;
const COUNT = 4_000;
const next = createRandom(17);
const rows = Array.from({ length: COUNT }, makeVector);
const questions = Array.from({ length: 20 }, makeVector);
const vectors = Float32Array.from(rows.flatMap((row) => [...row]));

/** Whole numbers below a bound, the same each time: Park and Miller's generator. */
function createRandom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state * 48_271) % 0x7fff_ffff;
    return state % bound;
  };
}

/** In one of a few heaps, as texts are. */
function makeVector(): Float32Array {
  const heap = next(40);
  const vector = Float32Array.from(
    { length: WIDTH },
    (_, at) => Math.sin(heap * (at + 1)) + next(1_000) / 700,
  );
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function accept(isAccepted: (document: number) => boolean): AcceptedDocuments {
  const list = Uint32Array.from(rows.keys()).filter(isAccepted);
  return { list, has: isAccepted };
}

function listNearest({ documents, cosines }: SimilarDocuments): readonly number[] {
  return [...cosines.keys()]
    .toSorted((left, right) => (cosines[right] ?? 0) - (cosines[left] ?? 0))
    .slice(0, 50)
    .map((at) => documents[at] ?? 0);
}

describe("the scan", () => {
  test.each([0, 1, 2, 3, 4, 5, 13])("of %d vectors gives their products", (count) => {
    const accepted = accept((document) => document % 300 === 7 && document < 300 * count);
    const [question = new Float32Array()] = questions;
    const { documents, cosines } = openScan(createDotProducts(vectors, WIDTH)).findSimilar(
      question,
      accepted,
      () => [],
    );
    expect([...documents]).toEqual([...accepted.list]);
    expect(cosines.length).toBe(count);
    documents.forEach((document, at) => {
      const product = question.reduce(
        (sum, value, k) => sum + value * (rows[document]?.[k] ?? 0),
        0,
      );
      expect(cosines[at]).toBeCloseTo(product, 5);
    });
  });
});

describe("the graph", () => {
  const file = join(makeTemporaryFolder(), "graph");
  finishSteps(writeVectorGraph(hnswlib, rows, WIDTH, file));
  const graph = finishSteps(
    decodeVectorGraph(readFileSync(file), { numbers: vectors, dimensions: WIDTH }),
  );

  test.each([
    ["all", () => true],
    ["half", (document: number) => document % 2 === 0],
    ["one of ten", (document: number) => document % 10 === 3],
  ])("misses at most one of a hundred of the 50 nearest of %s", (_, isAccepted) => {
    const accepted = accept(isAccepted);
    const index = openGraph(createDotProducts(vectors, WIDTH), graph, 0);
    let found = 0;
    for (const question of questions) {
      const exact = openScan(createDotProducts(vectors, WIDTH)).findSimilar(
        question,
        accepted,
        () => [],
      );
      const near = index.findSimilar(question, accepted, () => []);
      expect([...near.documents].every(isAccepted)).toBe(true);
      const got = new Set(listNearest(near));
      found += listNearest(exact).filter((document) => got.has(document)).length;
    }
    expect(found / (50 * questions.length)).toBeGreaterThanOrEqual(0.99);
  });

  test("is not asked where few are accepted", () => {
    const accepted = accept((document) => document < 100);
    const index = openGraph(createDotProducts(vectors, WIDTH), graph, 100);
    const [question = new Float32Array()] = questions;
    expect(index.findSimilar(question, accepted, () => expect.fail("asked"))).toEqual(
      openScan(createDotProducts(vectors, WIDTH)).findSimilar(question, accepted, () => []),
    );
  });

  test("gives others too where they are accepted", () => {
    const accepted = accept((document) => document !== 5);
    const index = openGraph(createDotProducts(vectors, WIDTH), graph, 0);
    const question = (questions[0] ?? new Float32Array()).map((value) => -value);
    const { documents } = index.findSimilar(question, accepted, () => [4, 5]);
    expect([documents.includes(4), documents.includes(5)]).toEqual([true, false]);
  });
});
