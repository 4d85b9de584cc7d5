// Nearness of a question to the needs of modules. A module serves several needs, and a question
// means one of them: the nearest counts, since their mean would be near none.
import { listEmbeddingWords } from "../../../data/embedding/static-words.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { damagedSection } from "../../../data/snapshot/errors.js";
import { findString } from "../../../data/snapshot/table/string-table.js";
import { createByteProducts } from "../../../data/embedding/byte-products.js";

export interface NeedIndex {
  /**
   * For each document the cosine of a vector and the nearest need of its module; 0 where there is none or none is near.
   * @param beside cosines with each need of another embedder, which count as much
   */
  compare(query: Float32Array, beside?: Float32Array): Float32Array;
  /**
   * For each document how much of a question stands verbatim in what its module is needed for, 0 to 1: of its distinct words
   * those that occur there, each by how few modules have it, ln((modules + 1) / (n + ½)), by what all weigh together. A
   * question that weighs less than 50, of about five words, counts as one that does: few words say little of a need.
   */
  measureOverlap(question: string): Float32Array;
  /** For each document 1, or 0 where nobody wrote what its module is needed for. */
  readonly isKnown: Uint8Array;
}

const LEAST_WEIGHT = 50;

/** The means of the cosines of two embedders, in the first list. */
function mixCosines(cosines: Float32Array, beside: Float32Array | undefined): Float32Array {
  if (beside === undefined) return cosines;
  for (let at = 0; at < cosines.length; at++) {
    cosines[at] = ((cosines[at] ?? 0) + (beside[at] ?? 0)) / 2;
  }
  return cosines;
}

/** @throws SnapshotError when vectors and lists do not fit the documents */
export function openNeedIndex(snapshot: Snapshot, dimensions: number): NeedIndex {
  const { documentLists, documentNeeds } = snapshot;
  const documents = documentLists.length;
  const vectors = snapshot.readNeedVectors();
  const count = vectors.scales.length;
  if (count > 0 && vectors.width !== dimensions) {
    throw damagedSection("need-vectors", `rows of ${dimensions} numbers`, `${vectors.width}`);
  }
  if (documentNeeds.length !== documents) {
    throw damagedSection("document-needs.first", `${documents} lists`, `${documentNeeds.length}`);
  }
  const needs = documentNeeds.view(0, documents);
  if (needs.some((need) => need >= count)) {
    throw damagedSection("document-needs.list", `numbers below ${count}`, "others");
  }
  const ends = new Uint32Array(documents);
  const isKnown = new Uint8Array(documents);
  /** The first need of the module that each is of, and whose are all that follow; it stands for the module. */
  const ownFirst = new Uint32Array(count);
  for (let document = 0, end = 0; document < documents; document++) {
    const own = documentNeeds.view(document);
    isKnown[document] = Math.min(own.length, 1);
    for (const need of own) ownFirst[need] = own[0] ?? 0;
    end += own.length;
    ends[document] = end;
  }
  const modules = ownFirst.reduce((sum, first, need) => sum + (first === need ? 1 : 0), 0);
  const compare = createByteProducts(vectors);
  return {
    isKnown,
    compare(query, beside) {
      const cosines = mixCosines(compare(query), beside);
      const nearest = new Float32Array(documents);
      for (let document = 0, at = 0; document < documents; document++) {
        for (; at < (ends[document] ?? 0); at++) {
          const cosine = cosines[needs[at] ?? 0] ?? 0;
          if (cosine > (nearest[document] ?? 0)) nearest[document] = cosine;
        }
      }
      return nearest;
    },
    measureOverlap(question) {
      const { keys, lists } = snapshot.needWords;
      const found = new Float32Array(count);
      let all = 0;
      for (const word of new Set(listEmbeddingWords(question))) {
        const key = findString(keys, word);
        const modulesOfWord: number[] = [];
        for (const need of key === undefined ? [] : lists.view(key)) {
          const first = ownFirst[need] ?? 0;
          // Needs of one module stand together.
          if (modulesOfWord.at(-1) !== first) modulesOfWord.push(first);
        }
        const weight = Math.log((modules + 1) / (modulesOfWord.length + 0.5));
        all += weight;
        for (const first of modulesOfWord) found[first] = (found[first] ?? 0) + weight;
      }
      const shares = new Float32Array(documents);
      for (let document = 0; document < documents; document++) {
        if (isKnown[document] === 0) continue;
        const first = needs[ends[document - 1] ?? 0] ?? 0;
        shares[document] = (found[first] ?? 0) / Math.max(all, LEAST_WEIGHT);
      }
      return shares;
    },
  };
}
