// Modules by words and filters.
import type { FindMatch } from "../../contract/shape/find.js";
import type { Lookup } from "../lookup.js";
import { searchFiltered, type FilteredQuery } from "../search/filtered-search.js";
import type { Candidate } from "./candidate.js";
import { findMainVersion } from "./living.js";

export interface WordQuery {
  readonly words: string;
  readonly platform_version: string | undefined;
}

/** Ranks as `/v1/search` does, at one version after the other until there are enough. */
export function searchTerm(
  lookup: Lookup,
  { words, platform_version }: WordQuery,
  most: number,
  filters: Omit<Partial<FilteredQuery>, "platform_version">,
): readonly Candidate[] {
  const versions = platform_version === undefined ? listVersions(lookup) : [platform_version];
  const found = new Map<string, Candidate>();
  for (const version of versions) {
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

/** Words that are all of a name are that name. */
function toMatch(match: string | null | undefined): FindMatch {
  return match === "exact" || match === "prefix" ? match : "word";
}

/** The main version first, then the older ones, then those that are begun; newest first of each. */
function listVersions({ snapshot }: Lookup): readonly string[] {
  const versions = snapshot.versions.toReversed();
  const main = versions.indexOf(findMainVersion(snapshot) ?? "");
  return [...versions.slice(main), ...versions.slice(0, main)];
}
