// Modules that all filters of a text hold for, and that have its other words.
import type { Lookup } from "../lookup.js";
import { searchFiltered } from "../search/filtered-search.js";
import type { Candidate } from "./candidate.js";
import { findMainVersion } from "./living.js";
import type { TypedFilter } from "./typed-text.js";

interface FilterQuery {
  readonly filters: readonly TypedFilter[];
  readonly words: string;
  readonly platform_version: string | undefined;
}

/** Ranks as `/v1/search` does, at one version after the other until there are enough. */
export function listFiltered(
  lookup: Lookup,
  { filters, words, platform_version }: FilterQuery,
  most: number,
): readonly Candidate[] {
  const versions = platform_version === undefined ? listVersions(lookup) : [platform_version];
  const facts = Object.fromEntries(
    filters.flatMap(splitProvider).map(({ key, value }) => [key, value]),
  );
  const names = new Set<string>();
  for (const version of versions) {
    const { rows } = searchFiltered(lookup, {
      term: words === "" ? undefined : words,
      sort: words === "" ? "dependents" : "relevance",
      explain: undefined,
      ...facts,
      platform_version: version,
      limit: most,
      offset: 0,
    });
    for (const { technical_name: name } of rows) names.add(name);
    if (names.size >= most) break;
  }
  return [...names].map((name) => ({ kind: "module", name, match: "typed" }));
}

/** A repository with its organization is both. */
function splitProvider({ key, value }: TypedFilter): readonly TypedFilter[] {
  const [organization = "", repository] = value.split("/");
  if (key !== "repository" || repository === undefined) return [{ key, value }];
  return [
    { key: "organization", value: organization },
    { key, value: repository },
  ];
}

/** The main version first, then the older ones, then those that are begun; newest first of each. */
function listVersions({ snapshot }: Lookup): readonly string[] {
  const versions = snapshot.versions.toReversed();
  const main = versions.indexOf(findMainVersion(snapshot) ?? "");
  return [...versions.slice(main), ...versions.slice(0, main)];
}
