// A repository by name: which organizations carry it, with how many entries per version.
import type { RepositorySummary } from "../../interface/shape/repository.js";
import { comparePlatformVersions } from "../../../data/platform-version.js";
import type { RepositoryRow } from "../../../data/snapshot/contents.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { listAllEntries } from "../derived.js";
import { getRepository, isInstallable } from "../entries.js";
import { listNearRepositories } from "../search/near-names.js";
import type { Outcome } from "../outcome.js";

/** Finds a repository in every organization that has one of this name; case does not count. */
export function findRepository(snapshot: Snapshot, name: string): Outcome<RepositorySummary> {
  const wanted = name.toLowerCase();
  const providing = snapshot.repositories.filter((row) => row.repository.toLowerCase() === wanted);
  const [first] = providing;
  if (first === undefined) {
    const suggestions = listNearRepositories(snapshot, name);
    return { found: false, reason: "unknown_repository", suggestions };
  }
  const entries = [...listAllEntries(snapshot)].filter((entry) =>
    providing.includes(getRepository(snapshot, entry)),
  );
  const installable = entries.filter((entry) => isInstallable(snapshot, entry));
  const value = {
    name: first.repository,
    organizations: countByOrganization(snapshot, providing, entries),
    installable: countByOrganization(snapshot, providing, installable),
    branches: Object.fromEntries(
      providing.map(({ organization, repository }) => [
        organization,
        findBranches(snapshot, organization, repository),
      ]),
    ),
  };
  return { found: true, value };
}

/** Entries by organization and platform version; an organization that has none of them is there too. */
function countByOrganization(
  snapshot: Snapshot,
  providing: readonly RepositoryRow[],
  entries: readonly number[],
): RepositorySummary["organizations"] {
  const counts = new Map(providing.map((row) => [row, new Map<number, number>()]));
  for (const entry of entries) {
    const ofRow = counts.get(getRepository(snapshot, entry));
    const version = snapshot.entries.version.get(entry);
    ofRow?.set(version, (ofRow.get(version) ?? 0) + 1);
  }
  return Object.fromEntries(
    [...counts].map(([row, ofRow]) => [row.organization, toCounts(snapshot, ofRow)]),
  );
}

/** The branches of a repository that were read, by their platform versions in numeric order. */
export function findBranches(
  { entry: { sources } }: Snapshot,
  organization: string,
  repository: string,
): Readonly<Record<string, string>> {
  const source = sources.find(
    (one) => one.organization === organization && one.repository === repository,
  );
  const rows = source?.branches.toSorted((left, right) =>
    comparePlatformVersions(left.platform_version, right.platform_version),
  );
  return Object.fromEntries(rows?.map((row) => [row.platform_version, row.branch]) ?? []);
}

/** Numbers of versions are in numeric order of the versions themselves. */
function toCounts(
  snapshot: Snapshot,
  counts: ReadonlyMap<number, number>,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    [...counts]
      .toSorted(([left], [right]) => left - right)
      .map(([version, count]) => [snapshot.versions[version] ?? "", count]),
  );
}
