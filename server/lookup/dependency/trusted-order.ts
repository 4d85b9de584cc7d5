// Order of the repositories that have one name: in every list the original stands before its copies, as a plan would take them.
import { toGroups } from "../../../data/grouped.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { getPlatformVersion, getProvider, listDistinct } from "../entries.js";
import { getDefaultChoice } from "./choose-provider.js";
import { listProviderEntries } from "./dependency-graph.js";

/** Entries in their order, but those of one name and version together, the original first. */
export function putOriginalsFirst(
  snapshot: Snapshot,
  entries: readonly number[],
): readonly number[] {
  const { name, version } = snapshot.entries;
  const groups = toGroups(
    entries,
    (entry) => name.get(entry) * snapshot.versions.length + version.get(entry),
  );
  return Array.from(groups.values(), (group): readonly number[] => {
    const [first = -1, ...others] = group;
    if (others.length === 0) return group;
    return getDefaultChoice(snapshot, getPlatformVersion(snapshot, first)).rank(group);
  }).flat();
}

/** Each `<org>/<repo>` that has a name at a platform version, that of the original first. */
export function listProviders(
  snapshot: Snapshot,
  technicalName: string,
  platformVersion: string,
): readonly string[] {
  const entries = listProviderEntries(snapshot, technicalName, platformVersion);
  return listDistinct(
    putOriginalsFirst(snapshot, entries).map((entry) => getProvider(snapshot, entry)),
  );
}
