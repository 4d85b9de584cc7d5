// The words that the static embedder knows a text by: the same when its weights are learned, when
// modules are embedded and when a question is. No stop words, no stemming: weights are learned.
import { foldText, listRuns } from "../text/tokens.js";

/**
 * Articles and prepositions that are written together with the next word: `l'amour`, `d'eau`,
 * `qu'il`, `dell'arte`, `s'hi`.
 */
const ELISION =
  /(?<![\p{L}\p{M}\p{N}])(?:l|d|n|s|j|m|t|c|qu|dell|all|nell|dall|sull|un|quest)['’](?=[\p{L}\p{N}])/giu;

const APOSTROPHE = /['’]/u;

const KANA = /[\u3040-\u30ff]/u;
/** The voicing marks of kana, as they stand in decomposed text. */
const VOICING = /[\u3099\u309a]/gu;

const DIGITS = /^\p{Nd}+$/u;
/**
 * Three digits may be an account, a form or a standard: `303`, `340`. Other numbers say nothing.
 */
const TELLING_DIGITS = 3;

/**
 * The words of a text, in order, repeated as they are in it: folded by `foldText`, elisions cut,
 * kana without voicing marks. A word is a longest run of letters, marks and digits; a run of Han,
 * kana, Thai, Lao, Khmer or Burmese writing gives its overlapping pairs of characters, a run of one
 * that one. Numbers are left out unless they have three digits. Linear in the length of the text.
 */
export function listEmbeddingWords(text: string): string[] {
  return listRuns(foldForWords(text)).filter(
    (word) => word.length === TELLING_DIGITS || !DIGITS.test(word),
  );
}

function foldForWords(text: string): string {
  const folded = foldText(APOSTROPHE.test(text) ? text.replace(ELISION, " ") : text);
  return KANA.test(folded) ? folded.normalize("NFD").replace(VOICING, "").normalize("NFC") : folded;
}
