// Modules of the platform itself that no repository of a snapshot has, by their names alone.
import { findPlatformEdition } from "../../../data/platform/module-names.js";
import type { PlatformModule } from "../../contract/outcome.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { PlatformCoverage } from "../../contract/browser/words.js";
import { BASE } from "../dependency/dependency-graph.js";
import { findEntriesByName, listVersions } from "../entries.js";

/** @param versions those that may be meant, in numeric order; the newest wins */
export function findPlatformModule(
  technicalName: string,
  versions: readonly string[],
): PlatformModule | undefined {
  for (const platformVersion of versions.toReversed()) {
    const edition = findPlatformEdition(technicalName, platformVersion);
    if (edition !== undefined) return { edition, platformVersion };
  }
  return undefined;
}

/** Platform versions with Odoo's own modules: those with a `base`. */
export function getPlatformCoverage(snapshot: Snapshot): PlatformCoverage {
  return {
    platform_versions: snapshot.versions,
    platform_indexed: listVersions(snapshot, findEntriesByName(snapshot, BASE) ?? []),
  };
}
