// Search at one platform version by words, category and declared dependency.
import { compareText } from "../../data/platform-version.js";
import { findString } from "../../data/snapshot/string-table.js";
import { TERM_FIELDS, type TermIndexes } from "../../data/text/term-index.js";
import { listWords } from "../../data/text/tokens.js";
import {
  getCategory,
  getDisplayName,
  getRepository,
  getTechnicalName,
  isApplication,
  isInstallable,
} from "./entries.js";
import type { Lookup } from "./lookup.js";
import { cutPage, type Page, type PageRequest } from "./page.js";
import type { Snapshot } from "../../data/snapshot/decode.js";

export interface FilteredHit {
  readonly technical_name: string;
  readonly name: string;
  readonly category: string | null;
  readonly installable: boolean;
  readonly application: boolean;
  readonly organization: string;
  readonly repository: string;
}

export interface FilteredQuery extends PageRequest {
  readonly platformVersion: string;
  readonly term: string | undefined;
  readonly category: string | undefined;
  readonly dependsOn: string | undefined;
}

/**
 * Every word of the term must begin a word of the technical name, display name, summary or
 * description. Ranked by the best field of the word that has the weakest one (technical name, then
 * display name, then the rest); ties and searches without a term by technical name.
 */
export function searchFiltered(lookup: Lookup, query: FilteredQuery): Page<FilteredHit> {
  const { snapshot } = lookup;
  const version = snapshot.versions.indexOf(query.platformVersion);
  if (version < 0) return { rows: [], total: 0 };
  const ranks = query.term === undefined ? undefined : rankDocuments(lookup.getTerms(), query.term);
  const candidates =
    query.dependsOn === undefined
      ? Array.from({ length: snapshot.entries.length }, (_, entry) => entry)
      : listDependentEntries(snapshot, query.dependsOn);
  const category = query.category?.trim().toLowerCase();
  const matching = candidates.filter(
    (entry) =>
      snapshot.entries.version.get(entry) === version &&
      (ranks === undefined || ranks.has(snapshot.entries.document.get(entry))) &&
      (category === undefined || getCategory(snapshot, entry).trim().toLowerCase() === category),
  );
  const rankOf = (entry: number): number =>
    ranks?.get(snapshot.entries.document.get(entry)) ?? TERM_FIELDS.length;
  const hits = matching
    .map((entry) => ({ rank: rankOf(entry), hit: toHit(snapshot, entry) }))
    .toSorted((a, b) => a.rank - b.rank || compareHits(a.hit, b.hit))
    .map(({ hit }) => hit)
    // A repository can carry a name twice, in two folders; that is one hit.
    .filter((hit, index, all) => index === 0 || compareHits(hit, all[index - 1] ?? hit) !== 0);
  return cutPage(hits, query);
}

/** Documents in which every word occurs, with their rank: 0 is best. */
function rankDocuments(terms: TermIndexes, term: string): ReadonlyMap<number, number> {
  let ranks: ReadonlyMap<number, number> | undefined;
  for (const word of new Set(listWords(term))) {
    const found = rankWord(terms, word);
    if (ranks === undefined) {
      ranks = found;
      continue;
    }
    const both = new Map<number, number>();
    for (const [document, rank] of ranks) {
      const other = found.get(document);
      if (other !== undefined) both.set(document, Math.max(rank, other));
    }
    ranks = both;
  }
  // A term of signs only holds no word that could occur anywhere.
  return ranks ?? new Map();
}

function rankWord(terms: TermIndexes, word: string): ReadonlyMap<number, number> {
  const ranks = new Map<number, number>();
  TERM_FIELDS.forEach((field, rank) => {
    for (const document of terms.findDocuments(field, word)) {
      if (!ranks.has(document)) ranks.set(document, rank);
    }
  });
  return ranks;
}

function listDependentEntries(snapshot: Snapshot, dependency: string): readonly number[] {
  const number = findString(snapshot.dependencies, dependency);
  return number === undefined ? [] : snapshot.dependencyLists.get(number);
}

function toHit(snapshot: Snapshot, entry: number): FilteredHit {
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

function compareHits(left: FilteredHit, right: FilteredHit): number {
  return (
    compareText(left.technical_name, right.technical_name) ||
    compareText(left.organization, right.organization) ||
    compareText(left.repository, right.repository)
  );
}
