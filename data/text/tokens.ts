// Text analysis: from any text to folded words, the same for the builder and the server.
// It knows letters, not languages: no stop words (of what is searched for every word must occur), no
// stemming (it would find what is not there), no spelling. Indexes and embedders weigh words.

/**
 * Marks that writers omit or vary, so that search must ignore them: the combining marks of Latin,
 * Greek and Cyrillic and those of no one script (diacritics, variation selectors), Hebrew points,
 * Arabic vowel signs with hamza and madda; also the soft hyphen, the Arabic tatweel and the joiners
 * ZWNJ and ZWJ. Marks of other scripts stay: in Indic, Thai, Khmer or kana writing they are vowels
 * and consonants. Source: Unicode Script_Extensions; for Arabic the rules of Lucene's
 * ArabicNormalizer.
 */
const DROPPED =
  /(?=\p{M})[\p{scx=Zinh}\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hebr}\p{scx=Arab}]|\u00ad|\u0640|\u200c|\u200d/gu;

/** Letters that no Unicode decomposition takes apart, as people type them on a plain keyboard. */
const REPLACED: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["ø", "o"],
  ["ł", "l"],
  ["đ", "d"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ı", "i"],
  ["ς", "σ"],
  ["ى", "ي"],
  ["ة", "ه"],
  ["ٱ", "ا"],
]);
const REPLACEABLE = new RegExp([...REPLACED.keys()].join("|"), "gu");

/** The point of the Catalan geminate: `col·lecció` is typed `colleccio`. */
const GEMINATE_POINT = /(?<=l)·(?=l)/gu;

/** A text of this kind, the most common one, needs no more folding than lower case. */
const ONLY_ASCII = /^[\0-\x7f]*$/;

/** Like `RUN` for ASCII texts, but faster. */
const ASCII_RUN = /[a-z0-9]+/g;

/**
 * `saleOrder` has a border before its second capital, `PDFReport` before the capital that begins
 * a word. Two small letters are asked for there, so that the plural of `POs` stays in one word.
 * Digits make no border: `l10n`, `B2B`. The lookahead comes first to keep the search linear.
 */
const CAMEL_BORDER = /(?=\p{Lu})(?<=\p{Ll}\p{M}*)|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/gu;

/** Scripts written without spaces: a run of them is cut into overlapping pairs. */
const UNSPACED =
  "\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}";
const IN_WORD = "\\p{L}\\p{M}\\p{N}";
/** Group 1: a run of unspaced writing. Else: a run of other letters, marks and digits. */
const RUN = new RegExp(
  `((?:(?=[${UNSPACED}])[${IN_WORD}])+)|(?:(?![${UNSPACED}])[${IN_WORD}])+`,
  "gu",
);

/**
 * The text as it is compared: compatibility forms resolved (NFKD), marks that writers leave out
 * dropped, lower case, letters such as `ß` and `ø` spelled out, recomposed (NFC, so that a Hangul
 * syllable or a voiced kana is one character again). Spaces and punctuation stay. Total: unpaired
 * surrogates, NUL and the like pass through. Folding twice is folding once.
 */
export function foldText(text: string): string {
  if (ONLY_ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(DROPPED, "")
    .toLowerCase()
    .replace(REPLACEABLE, (letter) => REPLACED.get(letter) ?? letter)
    .replace(GEMINATE_POINT, "")
    .normalize("NFC");
}

/**
 * The folded words of a text, in order, repeated as they are in it.
 *
 * A word is a longest run of letters, marks and digits; everything else is a border (`_`, `-`,
 * `.`, `'`, spaces, symbols, emoji), and so is the change of case inside `saleOrderLine`. A run of
 * Han, kana, Thai, Lao, Khmer or Burmese writing, which sets no spaces, gives its overlapping pairs
 * of characters (code points), as Lucene's CJKBigramFilter does; a run of one gives that one.
 * Linear in the length of the text.
 */
export function listWords(text: string): string[] {
  return cutWords(text.replace(CAMEL_BORDER, " "), listPairs);
}

/**
 * The words of what someone searches for, each once. Case never matters in a search: `PayPal` is
 * the one word `paypal`, as it is in `PAYPAL`. Otherwise as `listWords`.
 */
export function listAskedWords(text: string): readonly string[] {
  return [...new Set(cutWords(text, listPairs))];
}

/**
 * The words under which a text is found, each once: those of `listWords`; with `PayPal` in the text
 * also `paypal`, beside `pay` and `pal`; and of unspaced writing the last character of a run by
 * itself, so that every character begins a word.
 */
export function listSearchableWords(text: string): readonly string[] {
  const words = new Set(cutWords(text, listPairsAndLast));
  const bordered = text.replace(CAMEL_BORDER, " ");
  if (bordered !== text) for (const word of cutWords(bordered, listPairsAndLast)) words.add(word);
  return [...words];
}

/** The words of a text that is folded already, as `listWords` cuts them; case makes no border. */
export function listRuns(folded: string): string[] {
  return cutFolded(folded, listPairs);
}

function cutWords(text: string, cutUnspaced: (run: string) => readonly string[]): string[] {
  return cutFolded(foldText(text), cutUnspaced);
}

function cutFolded(folded: string, cutUnspaced: (run: string) => readonly string[]): string[] {
  if (ONLY_ASCII.test(folded)) return folded.match(ASCII_RUN) ?? [];
  const words: string[] = [];
  for (const match of folded.matchAll(RUN)) {
    const unspaced = match[1];
    if (unspaced === undefined) words.push(match[0]);
    else for (const word of cutUnspaced(unspaced)) words.push(word);
  }
  return words;
}

function listPairs(run: string): readonly string[] {
  const characters = Array.from(run);
  if (characters.length === 1) return [run];
  return characters.slice(1).map((character, at) => `${characters[at] ?? ""}${character}`);
}

function listPairsAndLast(run: string): readonly string[] {
  const last = Array.from(run).at(-1) ?? run;
  return [...listPairs(run), last];
}
