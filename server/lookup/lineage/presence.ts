// Presence of a module: versions at which it can be installed, and repositories.
import { addToGroup } from "../../../data/grouped.js";
import { comparePlatformVersions } from "../../../data/platform/platform-version.js";
import { findPlatformEdition, listNamedVersions } from "../../../data/platform/module-names.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { ModuleAt } from "../../contract/shape/lineage.js";
import { getDefaultChoice } from "../dependency/choose-provider.js";
import { deriveOnce } from "../derived.js";
import { findEntriesByName, getPlatformVersion, getRepository, isInstallable } from "../entries.js";

export interface AtVersion {
  readonly platformVersion: string;
  /** Modules with the plan's choice first, the others by organization and repository. */
  readonly places: readonly ModuleAt[];
}

/** By version; none for a name that no module has, or none that can be installed. */
export function listPresence(snapshot: Snapshot, name: string): readonly AtVersion[] {
  const versions = new Map<string, number[]>();
  for (const entry of findEntriesByName(snapshot, name) ?? []) {
    if (isInstallable(snapshot, entry)) {
      addToGroup(versions, getPlatformVersion(snapshot, entry), entry);
    }
  }
  return [...versions].map(([platformVersion, entries]) => {
    const first = getDefaultChoice(snapshot, platformVersion).chooseFrom(entries) ?? -1;
    const places = [...new Set([first, ...entries])].map((entry) => {
      const { organization, repository } = getRepository(snapshot, entry);
      return { technical_name: name, organization, repository, platform_version: platformVersion };
    });
    return { platformVersion, places };
  });
}

/**
 * The name at the first version from the given one on, if any. The platform has its own
 * modules at versions that nobody here has.
 */
export function findFrom(snapshot: Snapshot, name: string, version: string): ModuleAt {
  const found = listPresence(snapshot, name).find(
    (at) => comparePlatformVersions(at.platformVersion, version) >= 0,
  );
  const isPlatforms =
    found?.platformVersion !== version && findPlatformEdition(name, version) === "core";
  return (isPlatforms ? undefined : found?.places[0]) ?? toNowhere(name, version);
}

/** The name at the last version before the given one, if any. */
export function findBefore(snapshot: Snapshot, name: string, version: string): ModuleAt {
  const found = listPresence(snapshot, name).findLast(
    (at) => comparePlatformVersions(at.platformVersion, version) < 0,
  );
  return found?.places[0] ?? toNowhere(name, findVersionBefore(snapshot, version));
}

export function toNowhere(technical_name: string | null, platform_version: string): ModuleAt {
  return { technical_name, organization: null, repository: null, platform_version };
}

/** Platform versions that anybody knows, in their order. */
const listKnownVersions = deriveOnce((snapshot): readonly string[] =>
  [...new Set([...snapshot.versions, ...listNamedVersions()])].toSorted(comparePlatformVersions),
);

function findVersionBefore(snapshot: Snapshot, version: string): string {
  const earlier = listKnownVersions(snapshot).findLast(
    (one) => comparePlatformVersions(one, version) < 0,
  );
  return earlier ?? version;
}
