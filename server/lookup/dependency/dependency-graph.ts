// Which entry declares a dependency on which name, as numbers: what dependencies and dependents are
// walked along, without reading a record.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { FLAG_HAS_DEPENDS } from "../../../data/snapshot/format.js";
import { findString } from "../../../data/snapshot/table/string-table.js";
import { deriveOnce } from "../derived.js";
import { findEntriesByName, getPlatformVersion, getRepository, isInstallable } from "../entries.js";

/** The names that each entry declares, sorted. */
const getDeclared = deriveOnce((snapshot): readonly (readonly number[])[] => {
  const declared: number[][] = Array.from({ length: snapshot.entries.length }, () => []);
  for (let dependency = 0; dependency < snapshot.dependencies.keys.length; dependency++) {
    for (const entry of snapshot.dependencies.lists.get(dependency))
      declared[entry]?.push(dependency);
  }
  return declared;
});

/** Technical names that the manifest of an entry depends on, sorted. */
export function listDeclaredNames(snapshot: Snapshot, entry: number): readonly string[] {
  const numbers = getDeclared(snapshot)[entry] ?? [];
  return numbers.map((number) => snapshot.dependencies.keys.get(number));
}

/**
 * Whether the manifest of an entry says what it depends on. One that does not needs `base`, which is always
 * there, but the platform orders it as one that depends on nothing.
 */
export function declaresDepends(snapshot: Snapshot, entry: number): boolean {
  return (snapshot.entries.flags.get(entry) & FLAG_HAS_DEPENDS) !== 0;
}

/** Entries whose manifests depend on a name at a platform version, in order. */
export function listDeclaringEntries(
  snapshot: Snapshot,
  technicalName: string,
  platformVersion: string,
): readonly number[] {
  const version = snapshot.versions.indexOf(platformVersion);
  return listAllDeclaring(snapshot, technicalName).filter(
    (entry) => snapshot.entries.version.get(entry) === version,
  );
}

/** Platform versions at which manifests depend on a name, in numeric order. */
export function listDeclaringVersions(
  snapshot: Snapshot,
  technicalName: string,
): readonly string[] {
  const versions = new Set(
    listAllDeclaring(snapshot, technicalName).map((entry) => snapshot.entries.version.get(entry)),
  );
  return snapshot.versions.filter((_, version) => versions.has(version));
}

function listAllDeclaring(snapshot: Snapshot, technicalName: string): readonly number[] {
  const number = findString(snapshot.dependencies.keys, technicalName);
  return number === undefined ? [] : snapshot.dependencies.lists.get(number);
}

/** Entries that carry a name at a platform version, by organization, then repository. */
export function listProviderEntries(
  snapshot: Snapshot,
  technicalName: string,
  platformVersion: string,
): readonly number[] {
  return (findEntriesByName(snapshot, technicalName) ?? []).filter(
    (entry) => getPlatformVersion(snapshot, entry) === platformVersion,
  );
}

/**
 * The provider that somebody who has `near` would take: of those that can be installed, or of all where
 * none can, one in its repository, else one of its organization, else the first.
 */
export function chooseProvider(
  snapshot: Snapshot,
  providers: readonly number[],
  near: number,
): number | undefined {
  const own = getRepository(snapshot, near);
  const isOwn = (entry: number): boolean => getRepository(snapshot, entry) === own;
  const isKin = (entry: number): boolean =>
    getRepository(snapshot, entry).organization === own.organization;
  const installable = providers.filter((entry) => isInstallable(snapshot, entry));
  const candidates = installable.length > 0 ? installable : providers;
  return candidates.find(isOwn) ?? candidates.find(isKin) ?? candidates[0];
}
