// Modules by words, by a part of their technical names and by meaning, as one list.
import type { FindMatch } from "../../contract/shape/find.js";
import { addToGroup } from "../../../data/grouped.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { Lookup } from "../lookup.js";
import { selectModules, type ModuleSelection } from "../meaning/module-groups.js";
import { rankModules, scoreModules } from "../meaning/semantic-search.js";
import { listVersionCounts } from "../module/browse.js";
import { findEntriesByName, getPlatformVersion, getTechnicalName } from "../entries.js";
import { searchFiltered, type FilteredQuery } from "../search/filtered-search.js";
import { searchNames } from "../search/name-search.js";
import type { Candidate } from "./candidate.js";

/** Modules of each list that are looked at. */
export const MOST_RANKED = 30;

/** Source: G. V. Cormack and others, "Reciprocal rank fusion", SIGIR 2009, which found 60 to serve. */
const RANK_OFFSET = 60;

export interface WordQuery {
  readonly words: string;
  readonly platform_version: string | undefined;
}

/** Modules by words and by meaning. */
export interface FusedModules {
  readonly candidates: readonly Candidate[];
  /** How near in meaning a module is by its name, as `/v1/semantic-search` scores; `undefined` of one that was not compared. */
  readonly getScore: (name: string) => number | undefined;
}

/**
 * Lists of modules and that of those which are near in meaning as one. A module's score is the sum of
 * 1 / (60 + its rank) over the lists; equal scores are in the order of the lists. A list that has nothing says
 * nothing.
 */
export async function fuseByMeaning(
  lookup: Lookup,
  query: WordQuery,
  others: readonly (readonly Candidate[])[],
): Promise<FusedModules> {
  const near = await listByMeaning(lookup, query);
  const lists = [...others, near.candidates];
  const fused = new Map<string, { readonly candidate: Candidate; score: number }>();
  for (const list of lists) {
    for (const [rank, candidate] of list.entries()) {
      const known = fused.get(candidate.name) ?? { candidate, score: 0 };
      fused.set(candidate.name, known);
      known.score += 1 / (RANK_OFFSET + rank + 1);
    }
  }
  const candidates = [...fused.values()]
    .toSorted((left, right) => right.score - left.score)
    .map(({ candidate }) => candidate);
  return { candidates, getScore: near.getScore };
}

/** Technical names that the words are, begin or are a part of, best first; else those within a typo or two. */
export function listByName(
  lookup: Lookup,
  { words, platform_version }: Partial<WordQuery> & Pick<WordQuery, "words">,
): readonly Candidate[] {
  const query = { text: words, platform_version, installable: undefined, explain: true };
  const { rows } = searchNames(lookup, { ...query, limit: MOST_RANKED, offset: 0 });
  return rows.map(({ technical_name, match }) => ({
    kind: "module",
    name: technical_name,
    match: match ?? "substring",
  }));
}

/** As `/v1/search` ranks them, at one version after the other until there are enough. */
export function searchTerm(
  lookup: Lookup,
  { words, platform_version }: WordQuery,
  most: number,
  filters: Omit<Partial<FilteredQuery>, "platform_version"> = {},
): readonly Candidate[] {
  const names = listNamesWith(lookup, words);
  const versions = platform_version === undefined ? listVersions(lookup) : [platform_version];
  const found = new Map<string, Candidate>();
  for (const version of versions) {
    const here = names?.get(version) ?? [];
    // What older versions have is mostly what newer ones have.
    if (names !== undefined && here.every((name) => found.has(name))) continue;
    const { rows } = searchFiltered(lookup, {
      term: words === "" ? undefined : words,
      sort: words === "" ? "dependents" : "relevance",
      explain: true,
      ...filters,
      platform_version: version,
      limit: most,
      offset: 0,
    });
    for (const { technical_name: name, match } of rows) {
      if (!found.has(name)) found.set(name, { kind: "module", name, match: toMatch(match) });
    }
    if (found.size >= most) break;
  }
  return [...found.values()];
}

/** Modules with every word by platform version; `undefined` where no word is asked for. */
function listNamesWith(
  { snapshot, getTerms }: Lookup,
  words: string,
): ReadonlyMap<string, readonly string[]> | undefined {
  if (words === "") return undefined;
  const matches = getTerms().findDocuments(words);
  const names = new Map<string, string[]>();
  for (let document = 0; document < snapshot.documentLists.length; document++) {
    if (matches.count === 0 || !matches.has(document)) continue;
    for (const entry of snapshot.documentLists.view(document)) {
      const version = getPlatformVersion(snapshot, entry);
      addToGroup(names, version, getTechnicalName(snapshot, entry));
    }
  }
  return names;
}

/** Words that are all of a name are that name. */
function toMatch(match: string | null | undefined): FindMatch {
  return match === "exact" || match === "prefix" ? match : "word";
}

/**
 * The newest of at least half as many installable modules as the largest first, since newer ones are only
 * begun; then the older ones, then those that are begun.
 */
function listVersions({ snapshot }: Lookup): readonly string[] {
  const rows = listVersionCounts(snapshot).toReversed();
  const most = Math.max(0, ...rows.map(({ installable }) => installable.modules));
  const main = rows.findIndex(({ installable }) => installable.modules * 2 >= most);
  return [...rows.slice(main), ...rows.slice(0, main)].map((row) => row.platform_version);
}

/** None where the snapshot was built without an embedder. */
async function listByMeaning(
  lookup: Lookup,
  { words, platform_version }: WordQuery,
): Promise<FusedModules> {
  if (lookup.embedder === undefined) return { candidates: [], getScore: () => undefined };
  const { snapshot } = lookup;
  const selection = selectModules(snapshot, platform_version);
  const scores = await scoreModules(lookup, selection, words);
  const names = rankModules(scores, MOST_RANKED).flatMap((module) => {
    const [entry] = selection.listEntries(module);
    return entry === undefined ? [] : [getTechnicalName(snapshot, entry)];
  });
  // Several organizations may have modules of one name.
  const candidates = [...new Set(names)].map((name): Candidate => ({
    kind: "module",
    name,
    match: "meaning",
  }));
  const getScore = (name: string): number | undefined => {
    const found = listModules(snapshot, selection, name).map((module) => scores[module] ?? 0);
    return found.length === 0 ? undefined : Math.max(...found);
  };
  return { candidates, getScore };
}

/** The modules of a selection that have a name: one of each organization. */
function listModules(snapshot: Snapshot, selection: ModuleSelection, name: string): number[] {
  const { firstModule, modules } = selection;
  const found = new Set<number>();
  for (const entry of findEntriesByName(snapshot, name) ?? []) {
    const document = snapshot.entries.document.get(entry);
    const ofDocument = modules.subarray(firstModule[document], firstModule[document + 1]);
    for (const module of ofDocument) {
      // Modules of other names may have the same texts.
      if (selection.listEntries(module).includes(entry)) found.add(module);
    }
  }
  return [...found];
}
