// Search at one platform version by words and filters.
import type { Explanation, Match, ModuleHit, Ranking } from "../../contract/shape/search.js";
import { findFirst } from "../../../data/binary-search.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import {
  getCategory,
  getDevelopmentStatus,
  getDisplayName,
  getRepository,
  getTechnicalName,
  isApplication,
  isInstallable,
} from "../entries.js";
import { getCopied } from "../dependency/copies.js";
import { listOriginalFirst } from "../dependency/trusted-order.js";
import { listEntries, type EntryFilters } from "./entry-filters.js";
import type { Lookup } from "../lookup.js";
import type { Slice, SliceRequest } from "../../contract/resource.js";
import { getStandings, readTermRank, type TermMatch } from "./relevance.js";
import type { TermMatches } from "./term-search.js";

/** `updated` puts the latest first, `dependents` what most modules depend on. */
export const SORT_ORDERS = ["relevance", "name", "updated", "dependents"] as const;
type SortOrder = (typeof SORT_ORDERS)[number];

export interface FilteredQuery extends SliceRequest, EntryFilters {
  /** Every word of it must begin a word of a technical name, display name, summary or description. */
  readonly term: string | undefined;
  readonly sort: SortOrder;
  readonly explain: boolean | undefined;
}

/**
 * One hit for each module, organization and repository that passes the filters and has every word
 * of the term. By relevance: relevance.ts has the rules. Ties of any order by technical name; of one name the original
 * first, but by organization and repository where the order is that of dates.
 */
export function searchFiltered(lookup: Lookup, query: FilteredQuery): Slice<ModuleHit> {
  const { snapshot } = lookup;
  const matches =
    query.term === undefined ? undefined : lookup.getTerms().findDocuments(query.term);
  if (matches?.count === 0) return { rows: [], total: 0 };
  const found = listFound(snapshot, query, matches);
  const grade = toGrade(snapshot, query.sort, matches);
  const keys = sortKeys(snapshot, found, grade);
  const { offset, limit, sort } = query;
  const getPlaced = sort === "updated" ? getEntry : getOriginal;
  const toSearchHit = query.explain === true ? explainHit : toHit;
  const rows = Array.from(keys.subarray(offset, offset + limit), (_, at) =>
    toSearchHit(snapshot, getPlaced(snapshot, keys, offset + at, grade), matches),
  );
  return { rows, total: keys.length };
}

/** The entries that pass the filters and have the words, ascending; several of a repository may be one hit. */
export function listFound(
  snapshot: Snapshot,
  filters: EntryFilters,
  matches: TermMatches | undefined,
): readonly number[] {
  const passing = listEntries(snapshot, filters);
  if (matches === undefined) return passing;
  const { document } = snapshot.entries;
  return passing.filter((entry) => matches.has(document.get(entry)));
}

/** Later than any update date: columns hold 32 bits. */
const LATEST_SECONDS = 2 ** 32;

/** A whole number for an entry, less for what comes first. */
type Grade = (entry: number) => number;

function toGrade(snapshot: Snapshot, sort: SortOrder, matches: TermMatches | undefined): Grade {
  const { entries, names, nameDependents } = snapshot;
  switch (sort) {
    case "relevance": {
      if (matches === undefined) return () => 0;
      const standings = getStandings(snapshot);
      return (entry) =>
        matches.getRank(entries.document.get(entry)) * entries.length + (standings[entry] ?? 0);
    }
    case "name":
      return () => 0;
    case "updated":
      return (entry) => LATEST_SECONDS - entries.updated.get(entry);
    case "dependents":
      return (entry) => names.length - nameDependents.get(entries.name.get(entry));
  }
}

/** Grade and number in one, since numbers are sorted ten times as fast as objects. */
const toKey = ({ entries }: Snapshot, grade: Grade, entry: number): number =>
  grade(entry) * entries.length + entry;

/** By grade, then by number, which is the order of names and repositories at one version. */
function sortKeys(snapshot: Snapshot, found: readonly number[], grade: Grade): Float64Array {
  const { entries } = snapshot;
  const keys: number[] = [];
  let before: number | undefined;
  for (const entry of found) {
    const key = toKey(snapshot, grade, entry);
    // A repository can carry a name twice, in two folders; that is one hit, the better one.
    const isSame =
      before !== undefined &&
      entries.name.get(before) === entries.name.get(entry) &&
      entries.repository.get(before) === entries.repository.get(entry);
    if (isSame) keys.push(Math.min(keys.pop() ?? key, key));
    else keys.push(key);
    before = entry;
  }
  return Float64Array.from(keys).toSorted();
}

const getEntry = ({ entries }: Snapshot, keys: Float64Array, at: number): number =>
  (keys[at] ?? 0) % entries.length;

/**
 * Modules of one name that match alike, and can or cannot be installed alike, share their places, the original first, whatever
 * maturity a copy claims.
 */
function getOriginal(snapshot: Snapshot, keys: Float64Array, at: number, grade: Grade): number {
  const own = getEntry(snapshot, keys, at);
  const all = listOriginalFirst(snapshot, own);
  if (all.length < 2) return own;
  const toRank = (entry: number): number => Math.floor(grade(entry) / snapshot.entries.length);
  const isAlike = (entry: number): boolean =>
    toRank(entry) === toRank(own) &&
    isInstallable(snapshot, entry) === isInstallable(snapshot, own);
  const alike = all.flatMap((entry) => {
    const key = toKey(snapshot, grade, entry);
    const place = findFirst(0, keys.length, (one) => (keys[one] ?? 0) >= key);
    return keys[place] === key && isAlike(entry) ? [{ entry, place }] : [];
  });
  const before = alike.filter(({ place }) => place < at).length;
  return alike[before]?.entry ?? own;
}

/** Inputs of relevance.ts; facts of a term are `null` without one. */
function explainHit(
  snapshot: Snapshot,
  entry: number,
  matches: TermMatches | undefined,
): ModuleHit & Explanation & Ranking {
  const { entries, nameDependents } = snapshot;
  const document = entries.document.get(entry);
  const match = matches === undefined ? undefined : readTermRank(matches.getRank(document));
  // Members added to a spread object cost three times as much.
  return Object.assign(toHit(snapshot, entry), {
    match: match === undefined ? null : toMatch(match),
    fields: matches?.listFields(document) ?? [],
    extra_words: match?.extraWords ?? null,
    adjacent: match?.isAdjacent ?? null,
    field: match?.field ?? null,
    dependents: nameDependents.get(entries.name.get(entry)),
    development_status: getDevelopmentStatus(snapshot, entry),
    copy_of: getCopied(snapshot, entry),
  });
}

function toMatch({ isExact, isWhole }: TermMatch): Match {
  if (isExact) return "exact";
  return isWhole ? "word" : "prefix";
}

function toHit(snapshot: Snapshot, entry: number): ModuleHit {
  const { organization, repository } = getRepository(snapshot, entry);
  return {
    technical_name: getTechnicalName(snapshot, entry),
    name: getDisplayName(snapshot, entry),
    category: getCategory(snapshot, entry),
    installable: isInstallable(snapshot, entry),
    application: isApplication(snapshot, entry),
    organization,
    repository,
  };
}
