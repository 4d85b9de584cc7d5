// The nearest-neighbour graph's file: what hnswlib writes is read as hnswlib reads it, and nothing else is.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeVectorGraph } from "../../../../builder/index/vector-graph.js";
import { SnapshotError } from "../../../../data/snapshot/errors.js";
import {
  decodeVectorGraph,
  type VectorGraph,
} from "../../../../data/snapshot/graph/vector-graph.js";
import { createGraphSearch } from "../../../../server/lookup/meaning/vector-index.js";
import { createDotProducts } from "../../../../data/embedding/dot-products.js";
import { catchOperatorError } from "../../../support/catch-error.js";
import { getGraphLibrary } from "../../../support/graph-library.js";
import { changeGraph } from "../../../torture/graph-changes.js";
import { createRandom } from "../../../support/random.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { finishSteps } from "../../../../data/yield.js";
import { countCases } from "../../../support/properties.js";

const hnswlib = await getGraphLibrary();

const folder = makeTemporaryFolder();
const DIMENSIONS = 24;
const random = createRandom(5);

function makeVector(): Float32Array {
  const vector = Float32Array.from({ length: DIMENSIONS }, () => random.below(2_000) - 1_000);
  return vector.map((value) => value / Math.hypot(...vector));
}

interface Written {
  readonly bytes: Uint8Array;
  readonly file: string;
  readonly vectors: { readonly numbers: Float32Array; readonly dimensions: number };
}

function write(count: number): Written {
  const rows = Array.from({ length: count }, makeVector);
  const file = join(folder, `${count}`);
  finishSteps(writeVectorGraph(hnswlib, rows, DIMENSIONS, file));
  const numbers = Float32Array.from(rows.flatMap((row) => [...row]));
  return { bytes: readFileSync(file), file, vectors: { numbers, dimensions: DIMENSIONS } };
}

function decode({ bytes, vectors }: Pick<Written, "bytes" | "vectors">): VectorGraph {
  return finishSteps(decodeVectorGraph(bytes, vectors));
}

const written = write(1_500);

describe("a graph", () => {
  test.each([0, 1, 2, 40])("of %d vectors is read", (count) => {
    const graph = decode(write(count));
    expect(graph.count).toBe(count);
    const search = createGraphSearch(
      graph,
      createDotProducts(write(count).vectors.numbers, 24),
      50,
    );
    expect(search(makeVector(), () => true)).toHaveLength(count);
  });

  test.each([
    ["of all", 200, () => true],
    ["of one in three", 100, (element: number) => element % 3 === 1],
    ["of few", 10, (element: number) => element % 200 === 7],
  ])("finds %s what hnswlib finds", (_, most, isAccepted) => {
    const library = new hnswlib.HierarchicalNSW("ip", DIMENSIONS);
    library.readIndexSync(written.file);
    library.setEf(most);
    const compare = createDotProducts(written.vectors.numbers, DIMENSIONS);
    const search = createGraphSearch(decode(written), compare, most);
    let same = 0;
    let all = 0;
    for (let question = 0; question < 30; question++) {
      const query = makeVector();
      const { neighbors } = library.searchKnn([...query], most, isAccepted);
      const found = new Set(search(query, isAccepted));
      expect(found.size).toBe(neighbors.length);
      same += neighbors.filter((element) => found.has(element)).length;
      all += neighbors.length;
    }
    // Sums of another order may tell two of nearly the same distance apart the other way round.
    expect(same / all).toBeGreaterThan(0.999);
  });

  test("is found however its bytes lie in memory", () => {
    const moved = new Uint8Array(written.bytes.length + 3).subarray(3);
    moved.set(written.bytes);
    const [graph, other] = [decode(written), decode({ ...written, bytes: moved })];
    expect([...other.listLinks(7, 0)]).toEqual([...graph.listLinks(7, 0)]);
  });
});

/** @returns the code of the error */
function refuse(change: (view: DataView) => void): string {
  const bytes = Uint8Array.from(written.bytes);
  change(new DataView(bytes.buffer));
  const error = catchOperatorError(() => decode({ ...written, bytes }));
  expect(error).toBeInstanceOf(SnapshotError);
  expect(error.message).toContain('"vectors.hnsw"');
  return error.code;
}

/** Start of an element. */
function at(element: number): number {
  return 96 + element * (4 + 4 * 32 + 4 * DIMENSIONS + 8);
}

describe("a graph is refused", () => {
  test.each([0, 8, 16, 24, 32, 40, 56, 64, 72, 80])(
    "for the field at %d of its header",
    (place) => {
      for (const value of [1n, 3n, 1n << 31n, (1n << 64n) - 1n]) {
        expect(refuse((view) => view.setBigUint64(place, value, true))).toBe("snapshot_damaged");
      }
    },
  );

  test("for its entry point and highest level", () => {
    refuse((view) => view.setUint32(52, 1_500, true));
    refuse((view) => view.setInt32(48, view.getInt32(48, true) + 1, true));
    refuse((view) => view.setInt32(48, -1, true));
    refuse((view) => view.setInt32(48, view.getInt32(48, true) - 1, true));
  });

  test("for how many links an element has, marked as deleted included", () => {
    refuse((view) => view.setUint32(at(3), 33, true));
    refuse((view) => view.setUint32(at(3), view.getUint32(at(3), true) | 0x1_0000, true));
  });

  test("for links to nothing, and to itself", () => {
    refuse((view) => view.setUint32(at(3) + 4, 1_500, true));
    refuse((view) => view.setUint32(at(3) + 4, 0xffff_ffff, true));
    refuse((view) => view.setUint32(at(3) + 4, 3, true));
  });

  test("for a label or a vector of another document", () => {
    refuse((view) => view.setUint32(at(4) - 8, 4, true));
    refuse((view) => view.setUint32(at(4) - 4, 1, true));
    refuse((view) => view.setFloat32(at(4) - 12, NaN, true));
  });

  test("for an upper link to an element without that level", () => {
    const graph = decode(written);
    const levels = Array.from({ length: 1_500 }, (_, element) => {
      let level = 0;
      while (level < graph.highestLevel && graph.listLinks(element, level + 1).length > 0)
        level += 1;
      return level;
    });
    const [high, low] = [levels.findIndex((level) => level > 0), levels.indexOf(0)];
    expect(high).toBeGreaterThanOrEqual(0);
    // Before it stand the lengths of nothing.
    const list = at(1_500) + 4 * high + 4;
    refuse((view) => view.setUint32(list + 4, low, true));
    refuse((view) => view.setUint32(list, 17, true));
    refuse((view) => view.setUint32(list - 4, 4, true));
  });

  test("for any length that is another, and whatever is changed nothing else comes of it", () => {
    for (const bytes of [
      written.bytes.subarray(0, -4),
      Buffer.concat([written.bytes, Buffer.alloc(4)]),
    ]) {
      const error = catchOperatorError(() => decode({ ...written, bytes }));
      expect(error.code).toBe("snapshot_damaged");
    }
    const compare = createDotProducts(written.vectors.numbers, DIMENSIONS);
    const query = makeVector();
    fc.assert(
      fc.property(fc.nat(0x7fff_fffe), (seed) => {
        const { bytes } = changeGraph(written.bytes, createRandom(seed));
        try {
          createGraphSearch(decode({ ...written, bytes }), compare, 50)(query, () => true);
        } catch (error) {
          expect(error).toBeInstanceOf(SnapshotError);
        }
      }),
      { numRuns: countCases(300) },
    );
  });
});
