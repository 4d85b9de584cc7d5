// Limits of an answer: needed modules outside the index that could define or change parts of it.
// The one rule for systems and for definitions.
import { compareText } from "../../../data/platform/platform-version.js";
import { findPlatformEdition } from "../../../data/platform/module-names.js";
import { getPlatformManifests } from "../../../data/platform/manifest-table.js";
import { findStandInRules } from "../../../data/platform/rules.js";
import { reach } from "../../../data/walk-graph.js";
import { MOST_NOT_INDEXED, type Completeness } from "../../contract/shape/completeness.js";
import { memoizeEach } from "../memo.js";
import { BASE } from "./dependency-graph.js";

export interface NotIndexed {
  /** Sorted. */
  readonly names: readonly string[];
  /**
   * Missing modules that could change things of these makers; without makers, all of them. A module
   * changes its dependencies only: nothing of a module that depends on it. A module of the platform
   * depends on the platform alone, and on its known manifest.
   */
  listReaching(makers: readonly string[]): readonly string[];
}

const NOTHING: NotIndexed = { names: [], listReaching: () => [] };

/** @param listDepends what an indexed module declares; nothing of others */
export function createNotIndexed(
  names: Iterable<string>,
  platformVersion: string,
  listDepends: (name: string) => readonly string[],
): NotIndexed {
  const sorted = [...new Set(names)].toSorted(compareText);
  if (sorted.length === 0) return NOTHING;
  const isOfPlatform = (name: string): boolean =>
    findPlatformEdition(name, platformVersion) !== undefined;
  const manifests = getPlatformManifests(platformVersion);
  const getListed = memoizeEach((name: string) =>
    reach([name, BASE], (one) => manifests.get(one)?.depends ?? []),
  );
  return {
    names: sorted,
    listReaching(makers) {
      if (makers.length === 0) return sorted;
      const needed = makers.map((maker) => [maker, reach([maker], listDepends)] as const);
      return sorted.filter((name) =>
        needed.some(([maker, below]) => {
          if (name === maker) return true;
          if (manifests.has(name)) return getListed(name).has(maker);
          return (isOfPlatform(maker) || !isOfPlatform(name)) && !below.has(name);
        }),
      );
    },
  };
}

/** @param names in any order, also more than once */
export function toCompleteness(names: Iterable<string>, most = MOST_NOT_INDEXED): Completeness {
  const sorted = [...new Set(names)].toSorted(compareText);
  return {
    complete: sorted.length === 0,
    not_indexed: sorted.slice(0, most),
    not_indexed_count: sorted.length,
  };
}

/**
 * Completeness of an answer that says why names are missing: those with another reason are not named again.
 * @param missing a row for each side on which a name is missing
 */
export function leaveExplained(
  names: readonly string[],
  missing: readonly { readonly technical_name: string; readonly reason: string }[],
  most = MOST_NOT_INDEXED,
): Completeness {
  const unexplained = new Set(names);
  for (const { technical_name: name } of missing) unexplained.delete(name);
  for (const { technical_name: name, reason } of missing) {
    if (reason === "not_indexed" && names.includes(name)) unexplained.add(name);
  }
  return { ...toCompleteness(unexplained, most), complete: names.length === 0 };
}

/**
 * Beginning of every answer about a system.
 * @param names as above
 */
export const toSystemHead = (platformVersion: string, names: Iterable<string>) => ({
  platform_version: platformVersion,
  ...toRules(platformVersion),
  ...toCompleteness(names),
});

/** Says so where rules of another version stand in for those of a version that is newer than all known. */
export function toRules(platformVersion: string): { readonly rules_of?: string } {
  const rules = findStandInRules(platformVersion);
  return rules === null ? {} : { rules_of: rules };
}
