// Stand-ins for words that were never learned: a typo, a compound, another inflection, a rare pair
// of characters. The work for one word is bounded, whatever the word.
import { extendHash, HASH_BASE, type Vocabulary } from "./static-vocabulary.js";

/** A known word and how much of it stands for the unknown one, 0 to 1. */
export type Stand = readonly [word: number, share: number];

interface UnknownWord {
  readonly word: string;
  /** Hash of its first 0, 1, 2 … units. */
  readonly hashes: Int32Array;
  readonly vocabulary: Vocabulary;
  readonly frequencies: Uint8Array;
}

/** Longer ones are no words. */
const MOST_UNITS = 48;

const LEAST_FOR_SLIP = 6;
const TYPO_SHARE = 0.9;
const LEAST_FOR_COMPOUND = 8;
const COMPOUND_SHARE = 0.9;
const LEAST_FOR_PREFIX = 5;
const PREFIX_SHARE = 0.8;
const CHARACTER_SHARE = 0.5;

const LEAST_COMPOUND_PART = 4;
const MOST_COMPOUND_PART = 20;
const MOST_COMPOUND_PARTS = 4;
/** Letters between two parts, or at the end: `s`, `en`. */
const MOST_LINK = 2;
const LEAST_LINKED_PART = 5;
const LEAST_TAIL = 5;
const TAIL_SHARE = 0.6;

const LEAST_PREFIX = 4;
const LEAST_PREFIX_PART = 0.6;
/** Largest difference in length between two words of the same beginning. */
const MOST_ENDING_DIFFERENCE = 3;
const MOST_PREFIX_WORDS = 3;
/** Words looked at on either side of where the unknown one would stand. */
const PREFIX_REACH = 200;

/** Letters that a typo may have left out or changed, by the script of the word. */
const ALPHABETS: readonly (readonly [RegExp, string])[] = [
  [/^[a-z]+$/u, "abcdefghijklmnopqrstuvwxyz"],
  [/^[а-яіїєґў]+$/u, "абвгдежзийклмнопрстуфхцчшщъыьэюяіїє"],
  [/^[α-ω]+$/u, "αβγδεζηθικλμνξοπρστυφχψω"],
];
const UNSPACED_PAIR =
  /^[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]{2}$/u;
const DIGIT = /\p{Nd}/u;

/**
 * Known words in place of an unknown one, in this order: for a pair of characters the two; the most
 * frequent word that is one typo away (a letter too few, too many or wrong, or two exchanged; never
 * the first letter); the rest behind an Arabic article or preposition; the fewest words that
 * compose it, with up to two letters between them; the most frequent words with the longest common
 * beginning; the longest known ending, and the stand-ins of what precedes it. Words that are too
 * short or too long have none.
 */
export function findStands(
  word: string,
  vocabulary: Vocabulary,
  frequencies: Uint8Array,
): readonly Stand[] {
  if (UNSPACED_PAIR.test(word)) {
    return Array.from(word, (character): Stand => [
      vocabulary.find(character),
      CHARACTER_SHARE,
    ]).filter(([known]) => known >= 0);
  }
  if (word.length < LEAST_FOR_PREFIX || word.length > MOST_UNITS) return [];
  const unknown = { word, hashes: hashBeginnings(word), vocabulary, frequencies };
  if (word.length >= LEAST_FOR_SLIP && !DIGIT.test(word)) {
    const typo = findTypo(unknown);
    if (typo >= 0) return [[typo, TYPO_SHARE]];
  }
  const behind = findBehindArticle(word, vocabulary);
  if (behind >= 0) return [[behind, COMPOUND_SHARE]];
  const isLong = word.length >= LEAST_FOR_COMPOUND;
  const parts = isLong ? splitCompound(unknown) : [];
  if (parts.length > 0) return parts.map((part): Stand => [part, COMPOUND_SHARE]);
  const near = listSameBeginning(unknown);
  if (near.length > 0) return near.map((known): Stand => [known, PREFIX_SHARE / near.length]);
  return isLong ? findTail(unknown) : [];
}

function hashBeginnings(word: string): Int32Array {
  const hashes = new Int32Array(word.length + 1);
  for (let at = 0; at < word.length; at++) {
    hashes[at + 1] = extendHash(hashes[at] ?? 0, word.charCodeAt(at));
  }
  return hashes;
}

const POWERS = new Int32Array(MOST_UNITS + 2).fill(1);
for (let at = 1; at < POWERS.length; at++) POWERS[at] = Math.imul(POWERS[at - 1] ?? 1, HASH_BASE);

function hashBetween(hashes: Int32Array, start: number, end: number): number {
  return ((hashes[end] ?? 0) - Math.imul(hashes[start] ?? 0, POWERS[end - start] ?? 0)) | 0;
}

function findTypo({ word, hashes, vocabulary, frequencies }: UnknownWord): number {
  const length = word.length;
  const alphabet = ALPHABETS.find(([script]) => script.test(word))?.[1] ?? "";
  let best = -1;
  /** Takes the known word of this hash, if it is one typo away and more frequent than the best. */
  const consider = (hash: number): void => {
    const known = vocabulary.findHash(hash);
    if (known < 0 || (best >= 0 && (frequencies[known] ?? 0) <= (frequencies[best] ?? 0))) return;
    // Words of the same hash are few, and seldom near.
    if (isOneEdit(word, vocabulary.get(known))) best = known;
  };
  for (let at = 1; at <= length; at++) {
    const head = hashes[at] ?? 0;
    /** Hash of the rest after an inserted letter, and after a changed or dropped one. */
    const rest = hashBetween(hashes, at, length);
    const restAfter = at < length ? hashBetween(hashes, at + 1, length) : 0;
    for (let letter = 0; letter < alphabet.length; letter++) {
      const longer = extendHash(head, alphabet.charCodeAt(letter));
      consider(append(longer, rest, length - at));
      if (at < length) consider(append(longer, restAfter, length - at - 1));
    }
    if (at < length) consider(append(head, restAfter, length - at - 1));
    if (at + 1 < length) {
      const swapped = extendHash(extendHash(head, word.charCodeAt(at + 1)), word.charCodeAt(at));
      consider(append(swapped, hashBetween(hashes, at + 2, length), length - at - 2));
    }
  }
  return best;
}

/** The hash of a text followed by one of `units`. */
function append(head: number, tail: number, units: number): number {
  return (Math.imul(head, POWERS[units] ?? 0) + tail) | 0;
}

/** Whether the words differ by one letter, or by two neighbours exchanged. */
function isOneEdit(word: string, other: string): boolean {
  const start = countShared(word, other);
  const rest = word.slice(start);
  const otherRest = other.slice(start);
  return (
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    rest.slice(1) === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  );
}

/**
 * The known words that the word is put together of: of all ways the one that leaves the fewest letters over, at most two
 * behind each part of five letters or more, then that of the fewest words. None where there is no such way.
 */
function splitCompound(unknown: UnknownWord): readonly number[] {
  const { word } = unknown;
  // The best way for the letters before each position.
  const ways: (Split | undefined)[] = [{ parts: [], left: 0 }];
  for (let end = LEAST_COMPOUND_PART; end <= word.length; end++) {
    let best: Split | undefined;
    for (let links = 0; links <= MOST_LINK; links++) {
      const least = links === 0 ? LEAST_COMPOUND_PART : LEAST_LINKED_PART;
      const last = end - links;
      for (let start = Math.max(0, last - MOST_COMPOUND_PART); start <= last - least; start++) {
        const head = ways[start];
        if (head === undefined) continue;
        const left = head.left + links;
        if (
          best &&
          (left > best.left || (left === best.left && head.parts.length + 1 >= best.parts.length))
        )
          continue;
        const part = findKnown(unknown, start, last);
        if (part >= 0) best = { parts: [...head.parts, part], left };
      }
    }
    ways[end] = best;
  }
  const { parts } = ways[word.length] ?? NO_SPLIT;
  return parts.length > 1 && parts.length <= MOST_COMPOUND_PARTS ? parts : [];
}

interface Split {
  readonly parts: readonly number[];
  /** Letters that are in no part: links and endings. */
  readonly left: number;
}

const NO_SPLIT: Split = { parts: [], left: 0 };

/** The number of the known word that a part of the word is, -1 where it is none. */
function findKnown({ word, hashes, vocabulary }: UnknownWord, start: number, end: number): number {
  const known = vocabulary.findHash(hashBetween(hashes, start, end));
  return known >= 0 && vocabulary.get(known) === word.slice(start, end) ? known : -1;
}

/**
 * The longest known word that the word ends with: that of a compound which says what it is; and what stands for the
 * rest, which says of what. Nothing without such an end.
 */
function findTail(unknown: UnknownWord): readonly Stand[] {
  const { word, vocabulary, frequencies } = unknown;
  for (let start = 1; start <= word.length - LEAST_TAIL; start++) {
    const known = findKnown(unknown, start, word.length);
    if (known < 0) continue;
    const rest = findStands(word.slice(0, start), vocabulary, frequencies);
    return [[known, TAIL_SHARE], ...rest.map(([part, share]): Stand => [part, share * TAIL_SHARE])];
  }
  return [];
}

/** Articles and prepositions that Arabic writes together with a noun: `والمطاعم`, `للمطاعم`. */
const ARABIC_BEGINNING = /^[وف]?(?:ال|[بك]ال|لل|[لبك])?(?=\p{sc=Arab}{3})/u;

/** The known word behind what is written together with it, -1 without one. */
function findBehindArticle(word: string, vocabulary: Vocabulary): number {
  const [beginning = ""] = ARABIC_BEGINNING.exec(word) ?? [];
  if (beginning === "") return -1;
  const bare = word.slice(beginning.length);
  return [bare, `ال${bare}`].map(vocabulary.find).find((known) => known >= 0) ?? -1;
}

/** The most frequent of the words of about the same length that share the longest beginning. */
function listSameBeginning({ word, vocabulary, frequencies }: UnknownWord): readonly number[] {
  const least = Math.max(LEAST_PREFIX, Math.ceil(LEAST_PREFIX_PART * word.length));
  const position = vocabulary.findPosition(word);
  let longest = least;
  let found: number[] = [];
  for (const step of [-1, 1]) {
    let known = step < 0 ? position - 1 : position;
    for (let steps = 0; steps < PREFIX_REACH; steps++, known += step) {
      if (known < 0 || known >= vocabulary.length) break;
      const other = vocabulary.get(known);
      const shared = Math.min(countShared(word, other), word.length - 1);
      // The further away in order, the less is shared.
      if (shared < longest) break;
      if (Math.abs(other.length - word.length) > MOST_ENDING_DIFFERENCE) continue;
      if (shared > longest) found = [];
      longest = shared;
      found.push(known);
    }
  }
  return found
    .toSorted((a, b) => (frequencies[b] ?? 0) - (frequencies[a] ?? 0) || a - b)
    .slice(0, MOST_PREFIX_WORDS);
}

function countShared(word: string, other: string): number {
  const most = Math.min(word.length, other.length);
  let shared = 0;
  while (shared < most && word.charCodeAt(shared) === other.charCodeAt(shared)) shared += 1;
  return shared;
}
