// How near what modules are needed for is to a question. A module is needed for several things, and who asks means
// one of them: the nearest counts, where their mean would be near to none.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { damagedSection } from "../../../data/snapshot/errors.js";
import { createDotProducts } from "../../../data/embedding/dot-products.js";

export interface NeedIndex {
  /** For each document the cosine of a vector and the nearest need of its module; 0 where there is none or none is near. */
  compare(query: Float32Array): Float32Array;
  /** For each document 1, or 0 where nobody wrote what its module is needed for. */
  readonly isKnown: Uint8Array;
}

/** @throws SnapshotError when vectors and lists do not fit the documents */
export function openNeedIndex(snapshot: Snapshot, dimensions: number): NeedIndex {
  const { documentLists, documentNeeds } = snapshot;
  const documents = documentLists.length;
  const vectors = snapshot.readNeedVectors();
  const count = dimensions === 0 ? 0 : vectors.length / dimensions;
  if (!Number.isInteger(count)) {
    throw damagedSection("need-vectors", `rows of ${dimensions} numbers`, `${vectors.length}`);
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
  for (let document = 0, end = 0; document < documents; document++) {
    const { length } = documentNeeds.view(document);
    isKnown[document] = Math.min(length, 1);
    end += length;
    ends[document] = end;
  }
  const compare = createDotProducts(vectors, dimensions);
  const rows = Uint32Array.from({ length: count }, (_, row) => row);
  return {
    isKnown,
    compare(query) {
      const cosines = compare(query, rows);
      const nearest = new Float32Array(documents);
      for (let document = 0, at = 0; document < documents; document++) {
        for (; at < (ends[document] ?? 0); at++) {
          const cosine = cosines[needs[at] ?? 0] ?? 0;
          if (cosine > (nearest[document] ?? 0)) nearest[document] = cosine;
        }
      }
      return nearest;
    },
  };
}
