// The words of search documents as sections: those that are searched for, and those of names.
import type { NameWordContents, TermContents } from "../contents.js";
import { packValue } from "../record/packing.js";
import type { Section } from "../sections.js";
import { toLists } from "./columns.js";
import { encodeLists, encodeTextLists } from "./text-lists.js";

/** The sections from `terms` to `term-names.list` of format.ts. */
export function encodeTerms({ chunks, postings, names }: TermContents): readonly Section[] {
  return [
    ["terms", packValue(chunks)],
    ...encodeLists("terms", toLists(postings)),
    ...encodeLists("term-names", toLists(names)),
  ];
}

/** The sections of a snapshot without an embedder. */
export const NO_NAME_WORDS = encodeNameWords({ words: [], documents: [], weights: [] });

/** The sections from `name-words` to `name-words.weight` of format.ts. */
export function encodeNameWords({
  words,
  documents,
  weights,
}: NameWordContents): readonly Section[] {
  return [
    ...encodeTextLists("name-words", words, documents),
    ["name-words.weight", new Uint8Array(Float32Array.from(weights).buffer)],
  ];
}
