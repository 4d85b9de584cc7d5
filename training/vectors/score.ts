// How well the weights answer questions by themselves: similarity alone, over the modules that were
// read, without what the service adds. `module-lookup evaluate` measures that.
import { averageMeasures, measureRanking, type Measures } from "../../data/evaluation/measures.js";
import type { Question } from "../../data/evaluation/questions.js";
import type { EmbeddingDocument } from "../../data/embedding/embedder.js";
import { openStaticEmbedder } from "../../data/embedding/static-embedder.js";
import { readRange, TEXT_PARTS, type Corpus } from "../corpus.js";

export interface Scores {
  readonly modules: number;
  /** By kind, in order of name, then all. */
  readonly groups: readonly ScoreGroup[];
}

interface ScoreGroup {
  readonly kind: string;
  readonly questions: number;
  readonly measures: Measures;
}

/** Of the parts of a module's text: name, technical name, summary, description. */
const PART_WEIGHTS = [0.5, 0.5, 0.6, 0.9] as const;
const PLACES = 10;

/** Asks the questions that a module of the corpus answers. */
export async function scoreWeights(
  bytes: Uint8Array,
  corpus: Corpus,
  questions: readonly Question[],
): Promise<Scores> {
  const embedder = openStaticEmbedder(bytes);
  const { moduleNames } = corpus;
  const documents = moduleNames.map((_, module) => toDocument(corpus, module));
  const vectors = await embedder.embedDocuments(documents);
  const carried = new Set(moduleNames);
  const answers: { readonly kind: string; readonly measures: Measures }[] = [];
  for (const { kind, text, relevant, grades } of questions) {
    const wanted = new Set(relevant.filter((name) => carried.has(name)));
    if (wanted.size === 0) continue;
    const query = await embedder.embedQuery(text);
    const ranking = vectors
      .map((vector, module) => ({ module, score: multiply(query, vector) }))
      .toSorted((left, right) => right.score - left.score || left.module - right.module)
      .slice(0, PLACES)
      .map(({ module }) => moduleNames[module] ?? "");
    answers.push({ kind, measures: measureRanking(ranking, wanted, grades) });
  }
  const kinds = [...new Set(answers.map(({ kind }) => kind))].toSorted();
  const groups = [...kinds, undefined].map((kind): ScoreGroup => {
    const members = answers.filter((answer) => kind === undefined || answer.kind === kind);
    const measures = averageMeasures(members.map((answer) => answer.measures));
    return { kind: kind ?? "all", questions: members.length, measures };
  });
  return { modules: moduleNames.length, groups: answers.length === 0 ? [] : groups };
}

/** The last variant of a module's texts, as far as its words were learned. */
function toDocument(corpus: Corpus, module: number): EmbeddingDocument {
  const first = ((corpus.moduleStarts[module + 1] ?? 1) - 1) * TEXT_PARTS;
  return PART_WEIGHTS.map((weight, part) => {
    const { start, end } = readRange(corpus.textStarts, first + part);
    const words = corpus.tokens.subarray(start, end);
    return { text: Array.from(words, (word) => corpus.words[word] ?? "").join(" "), weight };
  });
}

function multiply(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += (left[at] as number) * (right[at] as number);
  return sum;
}
