// The second embedder of a snapshot, where it has one: cosines of a question with documents and needs, brought to where those of
// the table lie. Without its files, or where it does not know a question, the table answers alone.
import {
  type ByteProducts,
  type ByteVectors,
  createByteProducts,
} from "../../../data/embedding/byte-products.js";
import { scaleToUnit } from "../../../data/embedding/embedder.js";
import type { CosineScale } from "../../../data/snapshot/contents.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { damagedSection } from "../../../data/snapshot/errors.js";
import { createBoundedCache } from "../memo.js";
import type { QuestionEmbedder } from "./question-embedder.js";

interface BesideQuestion {
  readonly documents: Float32Array;
  readonly needs: Float32Array;
}

export interface BesideIndex {
  /** `undefined` where the embedder says nothing of the question, or cannot be had. */
  ask(texts: readonly string[]): Promise<BesideQuestion | undefined>;
}

/** Budget of vectors of repeated questions. */
const CACHE_BYTES = 2 * 1024 * 1024;

/**
 * @param onFault called once when the embedder cannot be had
 * @throws SnapshotError when vectors do not fit the documents and needs
 */
export function openBesideIndex(
  snapshot: Snapshot,
  embedder: QuestionEmbedder,
  onFault: (reason: string) => void,
): BesideIndex | undefined {
  const entry = snapshot.entry.meaning?.beside;
  const vectors = snapshot.readBesideVectors();
  if (entry === undefined || vectors === undefined) return undefined;
  const { dimensions } = entry.embedder;
  const open = (rows: ByteVectors, count: number, section: string): ByteProducts => {
    if (rows.scales.length !== count || (count > 0 && rows.width !== dimensions)) {
      const found = `${rows.scales.length} × ${rows.width}`;
      throw damagedSection(section, `${count} × ${dimensions} numbers`, found);
    }
    return createByteProducts(rows);
  };
  const documentCount = snapshot.documentLists.length;
  const needCount = snapshot.countNeeds();
  const compareDocuments = open(vectors.documents, documentCount, "beside.vectors");
  const compareNeeds = open(vectors.needs, needCount, "beside.needs");
  const asked = createBoundedCache<Promise<Float32Array | undefined>>({ mostBytes: CACHE_BYTES });
  let isLost = false;
  const embed = (text: string): Promise<Float32Array | undefined> =>
    asked.get(text, () => ({
      bytes: 4 * dimensions + 2 * text.length,
      value: embedder.embedQuestion(text).catch((error: Error) => {
        if (!isLost) onFault(error.message);
        isLost = true;
        return undefined;
      }),
    }));
  return {
    async ask(texts) {
      if (isLost) return undefined;
      const questions = await Promise.all(texts.map(embed));
      const known = questions.filter((one) => one !== undefined);
      if (known.length < questions.length || known.length === 0) return undefined;
      const question = computeMean(known, dimensions);
      if (question.every((value) => value === 0)) return undefined;
      return {
        documents: scale(compareDocuments(question), entry.documents),
        needs: scale(compareNeeds(question), entry.needs),
      };
    },
  };
}

function computeMean(vectors: readonly Float32Array[], width: number): Float32Array {
  const sum = new Float64Array(width);
  for (const vector of vectors) {
    for (let at = 0; at < width; at++) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0);
  }
  return scaleToUnit(sum);
}

function scale(cosines: Float32Array, { factor, offset }: CosineScale): Float32Array {
  return cosines.map((cosine) => factor * cosine + offset);
}
