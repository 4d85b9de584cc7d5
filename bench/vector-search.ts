// From how many vectors on the graph beats comparing a question with each: time of one search both
// ways, what the graph misses of the 50 nearest, and what it costs to make and to keep. And what the
// WebAssembly gains over a plain loop over the mapped numbers, which it copies. The vectors are
// those of a snapshot and mixtures of three of them, which lie as texts do, not as chance would.
//
//   node dist/bench/vector-search.js --snapshot DIR [--sizes 20000,50000,1000000] [--questions 100]
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { writeVectorGraph } from "../builder/index/vector-graph.js";
import { openSnapshot } from "../data/snapshot/decode.js";
import { locateSnapshot } from "../data/snapshot/locate.js";
import { decodeVectorGraph } from "../data/snapshot/graph/vector-graph.js";
import { takeSteps } from "../data/yield.js";
import { openDotProducts, type DotProducts } from "../server/lookup/meaning/dot-products.js";
import {
  openGraph,
  openScan,
  type AcceptedDocuments,
  type SimilarDocuments,
  type VectorIndex,
} from "../server/lookup/meaning/vector-index.js";
import { requireOption } from "./options.js";
import { print } from "./spread.js";

const { values } = parseArgs({
  options: {
    snapshot: { type: "string" },
    sizes: { type: "string", default: "20000,50000,200000,1000000" },
    questions: { type: "string", default: "100" },
  },
});
const snapshotFolder = requireOption("--snapshot DIR", values.snapshot);

const snapshot = openSnapshot(locateSnapshot(snapshotFolder));
const width = snapshot.entry.embedder?.dimensions ?? 0;
const known = snapshot.readVectors();
const next = openRandom(20_240_101);
const folder = mkdtempSync(path.join(tmpdir(), "module-lookup-bench-"));
try {
  for (const size of values.sizes.split(",").map(Number)) await measure(size);
} finally {
  rmSync(folder, { recursive: true, force: true });
  snapshot.close();
}

async function measure(size: number): Promise<void> {
  const rows = Array.from({ length: size }, mixVectors);
  const file = path.join(folder, `${size}.hnsw`);
  const made = process.cpuUsage();
  await takeSteps(writeVectorGraph(rows, width, file));
  const makeSeconds = readCpu(made) / 1000;
  const vectors = new Float32Array(size * width);
  rows.forEach((row, at) => vectors.set(row, at * width));
  const compare = openDotProducts(vectors, width);
  const scan = openScan(compare);
  const bytes = readFileSync(file);
  const opened = process.cpuUsage();
  const links = await takeSteps(decodeVectorGraph(bytes, { numbers: vectors, dimensions: width }));
  const openMs = readCpu(opened);
  const graph = openGraph(compare, links, 0);
  const loop = openScan(openLoop(vectors));
  const questions = Array.from({ length: Number(values.questions) }, mixVectors);
  print(
    `${size} vectors: graph made in ${makeSeconds.toFixed(0)} s, ${Math.round(bytes.length / 1e6)} MB, ` +
      `checked in ${openMs.toFixed(0)} ms`,
  );
  for (const share of [1, 10]) {
    const accepted = acceptEach(size, share);
    const exact = ask(scan, questions, accepted);
    const near = ask(graph, questions, accepted);
    const plain = ask(loop, questions, accepted);
    const recall = questions.reduce((sum, _, at) => {
      const wanted = listNearest(exact.answers[at]);
      const got = new Set(listNearest(near.answers[at]));
      return sum + wanted.filter((document) => got.has(document)).length / wanted.length;
    }, 0);
    print(
      `  1 of ${share} accepted: scan ${exact.ms.toFixed(2)} ms, by a loop ${plain.ms.toFixed(2)} ms, graph ${near.ms.toFixed(2)} ms, ` +
        `recall@50 ${(recall / questions.length).toFixed(4)}`,
    );
  }
}

/** The fastest of the loops that were tried. */
function openLoop(table: Float32Array): DotProducts {
  return (vector, rows, into = new Float32Array(rows.length)) => {
    for (let at = 0; at < rows.length; at++) {
      into[at] = multiply(table, (rows[at] as number) * vector.length, vector);
    }
    return into;
  };
}

/** Four sums side by side, of doubles, which engines take more easily than floats that are rounded. */
function multiply(table: Float32Array, start: number, vector: Float32Array): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (let at = 0, from = start; at < vector.length; at += 4, from += 4) {
    first += (table[from] as number) * (vector[at] as number);
    second += (table[from + 1] as number) * (vector[at + 1] as number);
    third += (table[from + 2] as number) * (vector[at + 2] as number);
    fourth += (table[from + 3] as number) * (vector[at + 3] as number);
  }
  return first + second + third + fourth;
}

function acceptEach(size: number, share: number): AcceptedDocuments {
  const list = Uint32Array.from({ length: Math.ceil(size / share) }, (_, at) => at * share);
  return { list, has: (document) => document % share === 0 };
}

/** Processor time: other work on the machine must not count. */
function ask(
  index: VectorIndex,
  questions: readonly Float32Array[],
  accepted: AcceptedDocuments,
): { readonly ms: number; readonly answers: readonly SimilarDocuments[] } {
  index.findSimilar(questions[0] ?? new Float32Array(width), accepted, () => []);
  const start = process.cpuUsage();
  const answers = questions.map((question) => {
    const { documents, cosines } = index.findSimilar(question, accepted, () => []);
    return { documents, cosines };
  });
  return { ms: readCpu(start) / questions.length, answers };
}

function listNearest(answer: SimilarDocuments | undefined): readonly number[] {
  const { documents, cosines } = answer ?? { documents: [], cosines: [] };
  return [...cosines.keys()]
    .toSorted((left, right) => (cosines[right] ?? 0) - (cosines[left] ?? 0))
    .slice(0, 50)
    .map((at) => documents[at] ?? 0);
}

/** Half one vector of the snapshot, a third and a sixth of two others; at unit length. */
function mixVectors(): Float32Array {
  const mixed = new Float32Array(width);
  for (const share of [3, 2, 1]) {
    const start = next(known.length / width) * width;
    for (let at = 0; at < width; at++)
      mixed[at] = (mixed[at] ?? 0) + share * (known[start + at] ?? 0);
  }
  const length = Math.hypot(...mixed);
  return mixed.map((value) => value / length);
}

/** Whole numbers below a bound, the same each time: Park and Miller's generator. */
function openRandom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state * 48_271) % 0x7fff_ffff;
    return state % bound;
  };
}

function readCpu(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
