// Everything that somebody may have meant by what was typed into one box, best first, by one rule.
import { LABELLED_KINDS } from "../../../data/labels.js";
import type { Lookup } from "../lookup.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { toKey, verifyCandidate, type Candidate, type Hit } from "./candidate.js";
import type { FindKind } from "../../contract/shape/find.js";
import { listFiltered } from "./filter-hits.js";
import { chooseBeginnings, listEqualMembers, MOST_OF_A_KIND } from "./name-hits.js";
import { findNames } from "./name-lists.js";
import { listTyped } from "./typed-hits.js";
import { readTypedText, type TypedForm, type TypedText } from "./typed-text.js";
import {
  fuseByMeaning,
  listByName,
  MOST_RANKED,
  searchTerm,
  type FusedModules,
} from "./word-hits.js";

interface FindQuery {
  readonly q: string;
  readonly platform_version: string | undefined;
  readonly limit: number;
}

interface Found {
  /** That was asked for, or typed. */
  readonly platformVersion: string | undefined;
  readonly readAs: "filters" | "place" | "distribution" | "name" | "words";
  readonly hits: readonly Hit[];
}

/**
 * The order of hits:
 *
 * 1. what the text spells out: a place, a distribution, a model with its field or method, a view, filters;
 * 2. names that are the text, by kind: modules, repositories, models, methods, fields, views, labels of menus,
 *    actions, reports and mail templates, categories, authors; of methods and fields then the models that have them in most modules;
 * 3. names that begin with it: in turn a module, those first on which most depend, and one of another kind, of
 *    which there are five at most: those first of which it is whole words, then the shortest;
 * 4. modules by words, by a part of their technical name and by meaning, as fuseByMeaning fuses them; between
 *    them, after the third, repositories, labels, categories and authors with a word that begins so.
 *
 * An address is no words: it gives what is there or nothing, and so does a path that leads to something.
 * Nothing is given twice, and nothing that does not exist. A version that was typed counts as one that was asked
 * for where the snapshot has it; what the text spells out or is the name of is given at other versions, too.
 */
export async function findAll(lookup: Lookup, query: FindQuery): Promise<Found> {
  const { snapshot } = lookup;
  const typed = settleVersion(snapshot, query.q);
  const version = typed.version ?? query.platform_version;
  const hits = new HitList(snapshot, { version, limit: query.limit });
  const isLoose = typed.version !== undefined;
  const words = { words: typed.words, platform_version: version };
  const found = { platformVersion: version, readAs: nameForm(typed) };
  if (typed.filters.length > 0) {
    hits.add(listFiltered(lookup, typed.filters, words, query.limit));
    return { ...found, hits: hits.list };
  }
  if (typed.form !== undefined) hits.add(listTyped(snapshot, typed.form), isLoose);
  // What has slashes may be a category.
  const isAtForge = typed.form?.form === "place" && typed.form.host !== undefined;
  const isFound = found.readAs === "place" && hits.list.length > 0;
  if (typed.words === "" || isAtForge || isFound) return { ...found, hits: hits.list };
  const named = listByName(lookup, isLoose ? { words: typed.words } : words);
  const worded = searchTerm(lookup, words, MOST_RANKED);
  const others = findNames(snapshot, typed.words, MOST_OF_A_KIND);
  const ofPlace = (place: "exact" | "prefix" | "word"): readonly Candidate[] =>
    others
      .filter((one) => one.place === place)
      .map(({ place: match, ...one }) => ({ ...one, match }));
  hits.add(
    sortByKind([
      ...named.filter(({ match }) => match === "exact"),
      // Words can be all of a display name.
      ...worded.filter(({ match }) => match === "exact"),
      ...listEqualMembers(snapshot, typed.words),
      ...ofPlace("exact"),
    ]),
    isLoose,
  );
  hits.add(
    takeInTurn(
      named.filter(({ match }) => match === "prefix"),
      chooseBeginnings(snapshot, typed.words, ofPlace("prefix")),
    ),
  );
  const inside = ofPlace("word").filter(({ kind }) => FOUND_INSIDE.has(kind));
  if (hits.isFull) return { ...found, hits: hits.list };
  const { candidates: modules, getScore } = await fuseByMeaning(lookup, words, [worded, named]);
  hits.add(modules.slice(0, FIRST_MODULES));
  hits.add(inside);
  hits.add(modules.slice(FIRST_MODULES));
  return { ...found, hits: hits.list.map((hit) => addScore(hit, getScore)) };
}

/** Of modules, since no others were compared. */
function addScore(hit: Hit, getScore: FusedModules["getScore"]): Hit {
  const score = hit.kind === "module" ? getScore(hit.name) : undefined;
  return score === undefined ? hit : { ...hit, score };
}

/** The version that was typed is a word where the snapshot has no such version. */
function settleVersion(snapshot: Snapshot, q: string): TypedText {
  const typed = readTypedText(q);
  if (typed.version === undefined || snapshot.versions.includes(typed.version)) return typed;
  const { version: _, ...rest } = typed;
  return { ...rest, version: undefined };
}

const READ_AS = {
  place: "place",
  distribution: "distribution",
  collection: "distribution",
  dotted: "name",
  member: "name",
  name: "name",
  pattern: "name",
} as const satisfies Readonly<Record<TypedForm["form"], Found["readAs"]>>;

function nameForm({ form, filters }: TypedText): Found["readAs"] {
  if (filters.length > 0) return "filters";
  return form === undefined ? "words" : READ_AS[form.form];
}

/** Hits in the order in which they are added, each once, as long as there is room. */
class HitList {
  readonly list: Hit[] = [];
  readonly #seen = new Set<string>();

  constructor(
    private readonly snapshot: Snapshot,
    private readonly options: { readonly version: string | undefined; readonly limit: number },
  ) {}

  get isFull(): boolean {
    return this.list.length >= this.options.limit;
  }

  /** @param isLoose whether what is not at the version is given at others */
  add(candidates: readonly Candidate[], isLoose = false): void {
    for (const candidate of candidates) {
      if (this.isFull) return;
      const key = toKey(candidate);
      if (this.#seen.has(key)) continue;
      const hit = this.#verify(candidate, isLoose);
      if (hit === undefined) continue;
      this.#seen.add(key);
      this.list.push(hit);
    }
  }

  #verify(candidate: Candidate, isLoose: boolean): Hit | undefined {
    const version = candidate.version ?? this.options.version;
    const hit = verifyCandidate(this.snapshot, candidate, version);
    const isElsewhere = isLoose || candidate.version !== undefined;
    return hit ?? (isElsewhere ? verifyCandidate(this.snapshot, candidate, undefined) : undefined);
  }
}

const KINDS: readonly FindKind[] = [
  "module",
  "repository",
  "model",
  "method",
  "field",
  "view",
  ...LABELLED_KINDS,
  "category",
  "author",
];

/** By kind; what is of one model comes after all that is not. */
function sortByKind(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.toSorted((left, right) => placeKind(left) - placeKind(right));
}

function placeKind({ kind, model }: Candidate): number {
  return KINDS.indexOf(kind) + (model === undefined ? 0 : KINDS.length);
}

/** One of each list, as long as there are. */
function takeInTurn<T>(left: readonly T[], right: readonly T[]): readonly T[] {
  const length = Math.max(left.length, right.length);
  return Array.from({ length }, (_, at) => [left.slice(at, at + 1), right.slice(at, at + 1)]).flat(
    2,
  );
}

/** Kinds of which names are sentences, more or less. */
const FOUND_INSIDE: ReadonlySet<FindKind> = new Set([
  "repository",
  ...LABELLED_KINDS,
  "category",
  "author",
]);

/** Modules that come before others with a word that begins so. */
const FIRST_MODULES = 3;
