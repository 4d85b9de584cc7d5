// Vectors of a second embedder, which reads sentences, beside those of the table: of the same documents and needs, and how its
// cosines are brought to the table's. They are kept by weights and text for all builds of the machine.
import { scaleToUnit, type Embedder } from "../../data/embedding/embedder.js";
import { createDotProducts } from "../../data/embedding/dot-products.js";
import { digest } from "../../data/snapshot/cached-pieces.js";
import type { BesideSet, CosineScale, VectorSet } from "../../data/snapshot/contents.js";
import { takeSteps } from "../../data/yield.js";
import { openPieceCache } from "../cache/piece-cache.js";
import { toPassage, type EmbeddedRecord } from "./documents.js";
import { moveToNearNeeds } from "./near-needs.js";

interface BesideOptions {
  readonly embedder: Embedder;
  readonly cacheDirectory: string;
  /** The records of the documents. */
  readonly records: readonly Omit<EmbeddedRecord, "models">[];
  readonly table: Pick<VectorSet, "vectors" | "needs" | "needRows" | "needsOfDocument">;
  onProgress(done: number): void;
  onDamaged(file: string): void;
}

/** Texts between two saves; a stopped build resumes there. */
const SAVE_TEXTS = 1_000;

/**
 * A described document is unit(v + m), m being the mean of what its module is needed for, asked as questions are; one
 * without needs is moved as `moveToNearNeeds` says.
 */
export async function embedBeside(options: BesideOptions): Promise<BesideSet> {
  const { embedder, cacheDirectory: directory, records, table, onDamaged } = options;
  const fingerprint = digest("beside\0", JSON.stringify(embedder.spec));
  const kind = `beside-${embedder.spec.weights.slice(0, 16)}`;
  const cache = await openPieceCache({ directory, kind, fingerprint, onDamaged });
  let done = 0;
  let made = 0;
  const embed = async (
    use: "passage" | "question",
    text: string,
    make: () => Promise<Float32Array | undefined>,
  ): Promise<Float32Array> => {
    const key = digest(`${use}\0`, text);
    let piece = cache.find(key);
    if (piece === undefined) {
      piece = cache.add(key, toBytes((await make()) ?? new Float32Array()));
      made += 1;
      if (made % SAVE_TEXTS === 0) await cache.save(true);
    }
    done += 1;
    options.onProgress(done);
    // A copy starts at a multiple of four, which the numbers need.
    return new Float32Array(new Uint8Array(piece).buffer);
  };
  const plain: Float32Array[] = [];
  for (const record of records) {
    const text = toPassage(record);
    const make = async () => (await embedder.embedDocuments([[{ text, weight: 1 }]]))[0];
    plain.push(await embed("passage", text, make));
  }
  const needs: Float32Array[] = [];
  for (const { text } of table.needRows) {
    needs.push(await embed("question", text, () => embedder.embedQuery(text)));
  }
  await cache.save();
  const { needsOfDocument } = table;
  const described = plain.map((vector, document) =>
    addNeeds(
      vector,
      (needsOfDocument[document] ?? []).map((need) => needs[need] ?? new Float32Array()),
    ),
  );
  const vectors =
    (await takeSteps(moveToNearNeeds({ vectors: described, needs, needsOfDocument }))) ?? described;
  const asked = { table: table.needs.length > 0 ? table.needs : table.vectors, beside: needs };
  const questions = { ...asked, beside: needs.length > 0 ? needs : vectors };
  return {
    entry: {
      embedder: embedder.spec,
      documents: matchScales(questions, { table: table.vectors, beside: vectors }),
      needs: matchScales(questions, questions),
    },
    vectors,
    needs,
  };
}

function toBytes({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function addNeeds(vector: Float32Array, needs: readonly Float32Array[]): Float32Array {
  if (needs.length === 0) return vector;
  return scaleToUnit(
    Float64Array.from(vector, (value, at) =>
      needs.reduce((sum, need) => sum + (need[at] ?? 0) / needs.length, value),
    ),
  );
}

interface BothRows {
  readonly table: readonly Float32Array[];
  readonly beside: readonly Float32Array[];
}

/** Rows whose cosines are looked at: so many say what all would. */
const MOST_QUESTIONS = 500;
const MOST_ROWS = 2_000;

/** Brings the cosines of the second embedder to the mean and the standard deviation that the table's have. */
function matchScales(questions: BothRows, rows: BothRows): CosineScale {
  const table = measureCosines(questions.table, rows.table);
  const beside = measureCosines(questions.beside, rows.beside);
  // Too few or equal texts give no slope.
  const factor =
    beside.deviation > 0 && table.deviation > 0 ? table.deviation / beside.deviation : 1;
  return { factor, offset: table.mean - factor * beside.mean };
}

function measureCosines(questions: readonly Float32Array[], rows: readonly Float32Array[]) {
  const width = rows[0]?.length ?? 0;
  const chosen = takeEvenly(rows, MOST_ROWS);
  const numbers = new Float32Array(chosen.length * width);
  chosen.forEach((row, at) => numbers.set(row, at * width));
  const compare = createDotProducts(numbers, width);
  const all = Uint32Array.from(chosen.keys());
  let [count, sum, squares] = [0, 0, 0];
  for (const question of takeEvenly(questions, MOST_QUESTIONS)) {
    for (const cosine of compare(question, all)) {
      count += 1;
      sum += cosine;
      squares += cosine * cosine;
    }
  }
  const mean = count === 0 ? 0 : sum / count;
  return {
    mean,
    deviation: count === 0 ? 0 : Math.sqrt(Math.max(0, squares / count - mean * mean)),
  };
}

function takeEvenly<T>(list: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, list.length / most);
  return list.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}
