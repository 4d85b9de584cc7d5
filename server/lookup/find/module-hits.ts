// Modules by their names, by words of their texts and by meaning, in one order. Of modules that build on each other the thing
// itself precedes an addition to it.
import type { FindMatch } from "../../contract/shape/find.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { findString } from "../../../data/snapshot/table/string-table.js";
import { foldName } from "../../../data/text/names.js";
import { listAskedWords } from "../../../data/text/tokens.js";
import { addToGroup } from "../../../data/grouped.js";
import { deriveOnce, memoizeEach } from "../memo.js";
import { getDisplayName, listEntriesOfName } from "../entries.js";
import type { Lookup } from "../lookup.js";
import { selectModules } from "../meaning/module-groups.js";
import { rankModules, scoreModules } from "../meaning/semantic-search.js";
import { searchNames } from "../search/name-search.js";
import { dropRequestWords } from "../search/request-words.js";
import type { Candidate } from "./candidate.js";
import { takeHeaviest } from "./name-lists.js";
import { getLiving } from "./living.js";
import {
  joinLetters,
  listAskedCountry,
  measureNameFit,
  toInitials,
  type AskedName,
  type NameFit,
} from "./name-fit.js";
import { listDepends } from "../dependency/dependency-graph.js";

/** Modules of each way to find them that are looked at. */
const MOST_OF_A_WAY = 40;

type ModuleHit = Candidate & ComparedHit;

interface ModuleQuestion {
  readonly words: string;
  readonly platform_version: string | undefined;
  /** True to return modules with the words in their name at any version. */
  readonly isLoose: boolean;
  /** Technical names of modules with a menu, an action or a report that the words are the label of. */
  readonly shownBy: ReadonlySet<string>;
}

/**
 * Weights of a fitting name, and of nearness in meaning. Chosen on the open half of the questions.
 */
const BY_NAME = 0.6;
const BY_MEANING = 0.8;
/**
 * Weight of a menu, an action or a report with this label: the module does the wanted thing,
 * whatever its own name.
 */
const BY_LABEL = 0.5;
/** Weight of all words in the texts, if meaning cannot be compared. */
const BY_TEXT = 0.3;

/** Share of a score that is left for the least lively module. */
const LEAST_LEFT = 0.6;

/** Share of a score that is left for a module of a single country, beside general ones. */
const LOCAL_LEFT = 0.9;

/** The least score of what begins as it was typed. */
const BEGUN = 0.8;

/** Words of modules that only test or show another one, or that serve programmers. */
const SHOWN_WORDS = new Set(["demo", "example", "helper", "hook", "test", "tests"]);
const SHOWN_LEFT = 0.7;

/**
 * Best first; equal ones by name. The score of a module is (1 − (1 − 0.6 · fit of its technical or display name) ·
 * (1 − 0.8 · nearness in meaning) · (1 − 0.5 · whether it shows the words as a label)) · (0.6 + 0.4 · living), see `measureNameFit`,
 * `scoreModules`, `getLiving`, and `rankWholes` for those that build on each other; 1 where it is typed by its technical name with `_`,
 * and from 0.8 on where that begins as it is typed. A display name that is the text counts 1, not 0.6.
 */
export async function listModuleHits(
  lookup: Lookup,
  question: ModuleQuestion,
): Promise<readonly ModuleHit[]> {
  const { snapshot } = lookup;
  const near = await openMeaning(lookup, question);
  const worded = listByWords(lookup, question);
  const named = listByName(lookup, question);
  const asked = toAskedName(lookup, question.words);
  const shortened = getShortened(snapshot).get(asked.words.join("")) ?? [];
  const shown = [...question.shownBy].flatMap((name) => findString(snapshot.names, name) ?? []);
  const joined = listJoined(snapshot, asked.words);
  const ways = [named.keys(), worded, near.best, shortened, shown, joined];
  const numbers = new Set(ways.flatMap((way) => [...way]));
  const folded = foldName(question.words);
  const hits = Array.from(numbers, (number): ModuleHit => {
    const name = snapshot.names.get(number);
    const { fit, isMisspelt, hasAll, isDisplayed } = fitNames(snapshot, asked, number);
    const isText = worded.has(number);
    const meaning = near.getScore?.(number) ?? 0;
    const byTexts = near.getScore === undefined ? (isText ? BY_TEXT : 0) : BY_MEANING * meaning;
    const byLabel = question.shownBy.has(name) ? BY_LABEL : 0;
    const own = foldName(name);
    const left = LEAST_LEFT + (1 - LEAST_LEFT) * (getLiving(snapshot)[number] ?? 0);
    const isLocal =
      own.startsWith("l10n_") &&
      !asked.words.includes("l10n") &&
      listAskedCountry(own, asked.words).length === 0;
    const isShown = own.split("_").some((word) => SHOWN_WORDS.has(word) && !folded.includes(word));
    const rest = left * (isShown ? SHOWN_LEFT : 1) * (isLocal ? LOCAL_LEFT : 1);
    const isTyped = own === folded && own.includes("_");
    // A text with `_` is a technical name, maybe an incomplete one.
    const isBegun = question.words.includes("_") && own.startsWith(folded);
    const toScore = (nameFit: number): number => {
      if (isTyped) return 1;
      const byName = isDisplayed ? 1 : BY_NAME * nameFit;
      const score = (1 - (1 - byName) * (1 - byTexts) * (1 - byLabel)) * rest;
      return isBegun ? BEGUN + (1 - BEGUN) * score : score;
    };
    const found = named.get(number);
    const inTexts = hasAll && isMisspelt ? "typo" : hasAll || isText ? "word" : "meaning";
    const match = isDisplayed ? "exact" : (found ?? inTexts);
    return { kind: "module", name, match, score: toScore(fit), fit, meaning, number, toScore };
  });
  return rankWholes(snapshot, hits);
}

/** A name of fewer words is not shortened to their first letters. */
const LEAST_SHORTENED = 3;

/** Names by the first letters of their words: `pos` is the Point of Sale. */
const getShortened = deriveOnce((snapshot) => {
  const names = new Map<string, number[]>();
  for (let number = 0; number < snapshot.names.length; number++) {
    const words = snapshot.names.get(number).split("_");
    if (words.length >= LEAST_SHORTENED) addToGroup(names, toInitials(words), number);
  }
  return names;
});

/** Names that have two neighbouring words as one. */
function listJoined(snapshot: Snapshot, words: readonly string[]): readonly number[] {
  const { nameWords, documentLists, entries } = snapshot;
  const living = getLiving(snapshot);
  const found = words.slice(1).flatMap((word, at) => {
    const key = findString(nameWords.keys, `${words[at]}${word}`);
    const documents = key === undefined ? [] : [...nameWords.lists.view(key)];
    return documents.map((document) => entries.name.get(documentLists.view(document)[0] ?? 0));
  });
  return takeHeaviest(found, (name) => living[name] ?? 0, MOST_OF_A_WAY);
}

/** The better fit of the technical and the display name, and whether the words are all of the latter. */
function fitNames(
  snapshot: Snapshot,
  asked: AskedName,
  number: number,
): NameFit & { readonly isDisplayed: boolean } {
  const technical = measureNameFit(asked, snapshot.names.get(number));
  const newest = listEntriesOfName(snapshot, number).at(-1);
  if (newest === undefined) return { ...technical, isDisplayed: false };
  const name = getDisplayName(snapshot, newest);
  const display = measureNameFit(asked, name);
  const isDisplayed = listAskedWords(name).join("_") === asked.words.join("_");
  return { ...(display.fit > technical.fit ? display : technical), isDisplayed };
}

/** The words of what was typed, without those of asking. */
function toAskedName({ embedder }: Lookup, text: string): AskedName {
  const words = listAskedWords(joinLetters(dropRequestWords(text)));
  const weights = words.map((word) => embedder?.weighWord(word) ?? 1);
  // Words without weights count equally.
  return weights.some((weight) => weight > 0)
    ? { words, weights }
    : { words, weights: words.map(() => 1) };
}

/**
 * Fit of each technical name that equals, begins with or contains the words; else within a typo or
 * two.
 */
function listByName(
  lookup: Lookup,
  { words, platform_version, isLoose }: ModuleQuestion,
): ReadonlyMap<number, FindMatch> {
  const { rows } = searchNames(lookup, {
    // A model is mostly called as its module.
    text: words.replaceAll(".", "_"),
    platform_version: isLoose ? undefined : platform_version,
    installable: undefined,
    explain: true,
    limit: MOST_OF_A_WAY,
    offset: 0,
  });
  return new Map(
    rows.flatMap(({ technical_name, match }) => {
      const number = findString(lookup.snapshot.names, technical_name);
      return number === undefined ? [] : [[number, match ?? "substring"] as const];
    }),
  );
}

/**
 * Modules with every word in their texts, by the first five rules of relevance.ts, then by
 * liveliness.
 */
function listByWords(
  { snapshot, getTerms }: Lookup,
  { words, platform_version }: ModuleQuestion,
): ReadonlySet<number> {
  const matches = getTerms().findDocuments(words);
  if (matches.count === 0) return new Set();
  const living = getLiving(snapshot);
  const best = new Map<number, number>();
  for (const document of selectModules(snapshot, platform_version).documents.list) {
    if (!matches.has(document)) continue;
    const [entry = 0] = snapshot.documentLists.view(document);
    const name = snapshot.entries.name.get(entry);
    const weight = (living[name] ?? 0) - matches.getRank(document);
    if (weight > (best.get(name) ?? -Infinity)) best.set(name, weight);
  }
  return new Set(takeHeaviest([...best.keys()], (name) => best.get(name) ?? 0, MOST_OF_A_WAY));
}

async function openMeaning(lookup: Lookup, { words, platform_version }: ModuleQuestion) {
  if (lookup.embedder === undefined) return { best: [], getScore: undefined };
  const { snapshot } = lookup;
  const selection = selectModules(snapshot, platform_version);
  // Spells out `e-` as names in many languages do.
  const spelt = words.replaceAll(/(?<![\p{L}\p{N}])e-(?=\p{L}{4})/giu, "electronic ");
  const joined = joinLetters(words);
  const rewordings = spelt === words ? [] : [spelt];
  const scores = await scoreModules(lookup, selection, joined, rewordings);
  return {
    /** Numbers of technical names, the nearest first. */
    best: rankModules(scores, MOST_OF_A_WAY),
    /** Score of `/v1/semantic-search`; `undefined` without an embedder. */
    getScore: (number: number) => scores[number] ?? 0,
  };
}

interface ComparedHit {
  /** Technical. */
  readonly name: string;
  readonly number: number;
  /** Fit of its name, 0 to 1. */
  readonly fit: number;
  /** Nearness to the question, 0 to 1. */
  readonly meaning: number;
  readonly score: number;
  /** Its score, if its name had this fit. */
  toScore(fit: number): number;
}

/** Number of best hits that are compared with each other. */
const MOST_COMPARED = 20;
/** A fit from which on the other is as much the thing, in relation to its own. */
const AS_FITTING = 0.95;
/**
 * Relative nearness from which on the base module is the thing, whatever its name. Chosen on the
 * open half of the questions.
 */
const AS_NEAR = 0.84;
/** A base module whose own name fits better is judged by it. */
const HARDLY_FITTING = 0.2;
/** Share of a score that is left for a module that builds on another equally fitting hit. */
const BUILT_ON_LEFT = 0.9;

/**
 * Best first; equal ones in their order. A hit whose own name hardly fits has the fit of a part of it: a part is one of the best that
 * depends on it, has its technical name and `_` before its own, and is not much nearer in meaning. 0.9 of the score is left for one of
 * the best that depends on another of them which fits as well.
 */
export function rankWholes<Found extends ComparedHit>(
  snapshot: Snapshot,
  hits: readonly Found[],
): readonly Found[] {
  const listDependsOf = memoizeEach((number: number) => listNewestDepends(snapshot, number));
  const fits = new Map<string, number>();
  for (const part of hits.toSorted(compareScores).slice(0, MOST_COMPARED)) {
    const depends = listDependsOf(part.number);
    for (const { name, meaning, fit } of hits) {
      const isWhole = part.name.startsWith(`${name}_`) && depends.includes(name);
      if (!isWhole || fit > HARDLY_FITTING || meaning < AS_NEAR * part.meaning) continue;
      fits.set(name, Math.max(fits.get(name) ?? 0, part.fit));
    }
  }
  const ranked = hits
    .map((hit) => {
      const fit = Math.max(hit.fit, fits.get(hit.name) ?? 0);
      return fit === hit.fit ? hit : { ...hit, fit, score: hit.toScore(fit) };
    })
    .toSorted(compareScores);
  const best = ranked.slice(0, MOST_COMPARED);
  return ranked
    .map((hit, at) => {
      if (at >= MOST_COMPARED || hit.score === 1) return hit;
      const depends = listDependsOf(hit.number);
      const isBuiltOn = best.some(
        ({ name, fit }) =>
          fit >= AS_FITTING * hit.fit && depends.includes(name) && name !== hit.name,
      );
      return isBuiltOn ? { ...hit, score: hit.score * BUILT_ON_LEFT } : hit;
    })
    .toSorted(compareScores);
}

function compareScores(left: ComparedHit, right: ComparedHit): number {
  return right.score - left.score;
}

/** Dependencies of a name's newest module. */
function listNewestDepends(snapshot: Snapshot, number: number): readonly string[] {
  const newest = listEntriesOfName(snapshot, number).at(-1);
  return newest === undefined ? [] : listDepends(snapshot, newest);
}
