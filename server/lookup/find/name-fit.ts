// Fit between a typed text and the name of a module: 1 for the name itself, apart from words that
// say nothing.
import { measureDistance } from "../../../data/text/edit-distance.js";
import { listAskedWords } from "../../../data/text/tokens.js";
import { memoizeEach } from "../memo.js";

/** Words of names that tell who made it, not what for. */
const EMPTY_WORDS = new Set(["addon", "addons", "module", "oca", "odoo", "om"]);
/** A ground of others is the thing, unless there is one that is called so alone. */
const GROUND_WORD = "base";
const GROUND_WEIGHT = 0.2;
/** Applications, which names begin with: beside others they tell less. */
const APPLICATION_WORDS = new Set(
  "account crm hr mail mrp partner payment pos product project purchase res sale sales server stock web website".split(
    " ",
  ),
);
const APPLICATION_WEIGHT = 0.4;
/** `l10n_es_`: the country of a localisation. */
const COUNTRY = /^l10n_([a-z]{2})(?![a-z])/u;

/** Fit of any name with all words; the rest depends on their share of the name. */
const WORDS_SHARE = 0.5;

/** `e-invoice` is one word: names have it as `einvoice` or `E-Invoice`. */
export function joinLetters(text: string): string {
  return text.replaceAll(/(?<![\p{L}\p{N}])(\p{L})-(?=\p{L}{4})/gu, "$1");
}

export interface AskedName {
  /** Folded, each once. */
  readonly words: readonly string[];
  /** Weight of each word, above 0. */
  readonly weights: readonly number[];
}

export interface NameFit {
  /** 0 to 1. */
  readonly fit: number;
  /** True if a word was found only in another spelling. */
  readonly isMisspelt: boolean;
  /** True if all words are in the name, whole or as beginnings. */
  readonly hasAll: boolean;
}

/**
 * (found/asked)² · (0.5 + 0.5 · found/name), all by the weights of words: `found` of those asked for that are in the
 * name, `name` of its own. Two words are one where the other side has them so. A word of the name counts 0 where it says nothing of the thing, 0.2 where it is `base`, 0.4 where it is
 * an application, unless it was asked for.
 */
export function measureNameFit(question: AskedName, name: string): NameFit {
  const named = { words: listNameWords(name, question.words), weights: [] };
  const own = joinPair(named, question.words).words;
  const { words, weights } = joinPair(question, own);
  if (words.length === 1 && own.length > 2 && words[0] === toInitials(own)) return SHORTENED;
  let asked = 0;
  let found = 0;
  let isMisspelt = false;
  let hasAll = words.length > 0;
  const covered = new Float64Array(own.length);
  words.forEach((word, at) => {
    const weight = weights[at] ?? 1;
    asked += weight;
    let best: Likeness = NOTHING;
    let place = -1;
    own.forEach((other, index) => {
      const like = compareWords(word, other);
      if (like.value > best.value) [best, place] = [like, index];
    });
    if (place < 0) {
      hasAll = false;
      return;
    }
    found += weight * best.value;
    covered[place] = Math.max(covered[place] ?? 0, best.value);
    isMisspelt ||= best.isMisspelt;
  });
  if (asked === 0 || found === 0) return { fit: 0, isMisspelt, hasAll };
  let whole = 0;
  let part = 0;
  own.forEach((word, index) => {
    const share = covered[index] ?? 0;
    const weight = share > 0 ? 1 : weighOther(word);
    whole += weight;
    part += weight * share;
  });
  const fit = (found / asked) ** 2 * (WORDS_SHARE + (1 - WORDS_SHARE) * (part / whole));
  return { fit, isMisspelt, hasAll };
}

/** Weight of a word of the name that was not typed. */
function weighOther(word: string): number {
  if (word === GROUND_WORD) return GROUND_WEIGHT;
  return APPLICATION_WORDS.has(word) ? APPLICATION_WEIGHT : 1;
}

const SHORTENED: NameFit = { fit: 1, isMisspelt: false, hasAll: true };

/** The first letters of words. */
export function toInitials(words: readonly string[]): string {
  return words.map(([first = ""]) => first).join("");
}

/** Telling words of a name; all if none tells. Its country is one if it was asked for. */
function listNameWords(name: string, asked: readonly string[]): readonly string[] {
  const country = asked.includes("l10n") ? "$&" : listAskedCountry(name, asked).join(" ");
  const all = listAskedWords(joinLetters(name.replace(COUNTRY, country) || name));
  const telling = all.filter((word) => !EMPTY_WORDS.has(word) || asked.includes(word));
  return telling.length > 0 ? telling : all;
}

/** Words of the country of a localisation, if its English or its own name was asked for. */
export function listAskedCountry(name: string, asked: readonly string[]): readonly string[] {
  const code = COUNTRY.exec(name)?.[1];
  const names = code === undefined ? [] : listCountryNames(code);
  return names.find((words) => words.every((word) => asked.includes(word))) ?? [];
}

/** Names in English and in the main language of the country. */
const listCountryNames = memoizeEach((code: string) => {
  const { language, region } = new Intl.Locale("und", { region: code }).maximize();
  return ["en", language].map((tongue) =>
    listAskedWords(new Intl.DisplayNames(tongue, { type: "region" }).of(region ?? code) ?? code),
  );
});

/** Two neighbours become one word where the others have it: `pay pal` beside `paypal`. */
function joinPair({ words, weights }: AskedName, others: readonly string[]): AskedName {
  const at = words.findIndex((word, index) => others.includes(word + words[index + 1]));
  if (at < 0) return { words, weights };
  const [left = 0, right = 0] = weights.slice(at);
  return {
    words: words.toSpliced(at, 2, `${words[at]}${words[at + 1]}`),
    weights: weights.toSpliced(at, 2, left + right),
  };
}

interface Likeness {
  /** 0 to 1. */
  readonly value: number;
  readonly isMisspelt: boolean;
}

const NOTHING: Likeness = { value: 0, isMisspelt: false };
const SAME: Likeness = { value: 1, isMisspelt: false };
const OTHER_ENDING: Likeness = { value: 0.95, isMisspelt: false };
const SAME_STEM: Likeness = { value: 0.85, isMisspelt: false };
const MISSPELT: Likeness = { value: 0.85, isMisspelt: true };

/** The least letters of a word of which another ending, or another spelling, is the same word. */
const LEAST_STEM = 5;
const LEAST_BEGINNING = 3;
const LEAST_WITH_TWO_TYPOS = 8;
/** A word of which so much was typed is that word, of another number. */
const ENDING_SHARE = 0.75;
const STEM_SHARE = 0.55;

function compareWords(asked: string, own: string): Likeness {
  if (asked === own) return SAME;
  const [short, long] = asked.length < own.length ? [asked, own] : [own, asked];
  const share = short.length / long.length;
  if (short.length >= LEAST_BEGINNING && long.startsWith(short)) {
    if (share >= ENDING_SHARE) return OTHER_ENDING;
    return own === long ? { value: share, isMisspelt: false } : NOTHING;
  }
  if (short.length < LEAST_STEM) return NOTHING;
  if (asked[0] !== own[0]) return NOTHING;
  const typos = short.length < LEAST_WITH_TWO_TYPOS ? 1 : 2;
  if (measureDistance(asked, own, typos) <= typos) return MISSPELT;
  let same = 0;
  while (same < short.length && asked[same] === own[same]) same += 1;
  return same >= LEAST_STEM && same >= STEM_SHARE * long.length ? SAME_STEM : NOTHING;
}
