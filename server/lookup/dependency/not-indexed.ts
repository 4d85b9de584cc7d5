// What an answer rests on that the index does not have: which of the modules that are needed and not indexed could
// define or change something of what others make. The one rule for systems and for definitions.
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
   * Those that could define or change something of what these modules make; for what none makes, all. A module changes
   * what it depends on: not what is made by one that depends on itself, and one of the platform depends on the
   * platform alone, where its manifest is known on what that says.
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

/** What every answer about a system begins with. @param names as above */
export function toSystemHead(platformVersion: string, names: Iterable<string>) {
  const rules = findStandInRules(platformVersion);
  return {
    platform_version: platformVersion,
    ...(rules !== null && { rules_of: rules }),
    ...toCompleteness(names),
  };
}
