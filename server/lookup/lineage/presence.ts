// At which versions a module can be installed, and out of which repositories.
import { addToGroup } from "../../../data/grouped.js";
import { comparePlatformVersions } from "../../../data/platform-version.js";
import { findPlatformEdition, listNamedVersions } from "../../../data/platform/module-names.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { Place } from "../../contract/shape/lineage.js";
import { deriveOnce } from "../derived.js";
import { findEntriesByName, getPlatformVersion, getRepository, isInstallable } from "../entries.js";

export interface AtVersion {
  readonly platformVersion: string;
  /** By organization and repository. */
  readonly places: readonly Place[];
}

/** By version; none for a name that no module has, or none that can be installed. */
export function listPresence(snapshot: Snapshot, name: string): readonly AtVersion[] {
  const versions = new Map<string, Place[]>();
  for (const entry of findEntriesByName(snapshot, name) ?? []) {
    if (!isInstallable(snapshot, entry)) continue;
    const platform_version = getPlatformVersion(snapshot, entry);
    const { organization, repository } = getRepository(snapshot, entry);
    const place = { technical_name: name, organization, repository, platform_version };
    addToGroup(versions, platform_version, place);
  }
  return [...versions].map(([platformVersion, places]) => ({ platformVersion, places }));
}

/**
 * What the name is at the first version from the given one on, or before the other; a bare name where nobody has it.
 * The platform has its own modules at versions of which nobody here has them.
 */
export function toPlace(
  snapshot: Snapshot,
  name: string,
  {
    from,
    before,
  }:
    | ({ readonly from: string } & { readonly before?: undefined })
    | {
        readonly from?: undefined;
        readonly before: string;
      },
): Place {
  const presence = listPresence(snapshot, name);
  const found =
    from === undefined
      ? presence.findLast((at) => comparePlatformVersions(at.platformVersion, before) < 0)
      : presence.find((at) => comparePlatformVersions(at.platformVersion, from) >= 0);
  const platform_version = from ?? findVersionBefore(snapshot, before);
  const bare = { technical_name: name, organization: null, repository: null, platform_version };
  const isPlatforms =
    found?.platformVersion !== from &&
    from !== undefined &&
    findPlatformEdition(name, from) === "core";
  return isPlatforms ? bare : (found?.places[0] ?? bare);
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
