// A repository by name: which organizations carry it, with how many entries per version.
import type { RepositorySummary } from "../../interface/shape/repository.js";
import { comparePlatformVersions } from "../../../data/platform-version.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
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
  const organizations = new Map(providing.map((row) => [row, new Map<number, number>()]));
  for (let entry = 0; entry < snapshot.entries.length; entry++) {
    const row = snapshot.repositories[snapshot.entries.repository.get(entry)];
    const counts = row && organizations.get(row);
    const version = snapshot.entries.version.get(entry);
    counts?.set(version, (counts.get(version) ?? 0) + 1);
  }
  const value = {
    name: first.repository,
    organizations: Object.fromEntries(
      [...organizations].map(([row, counts]) => [row.organization, toCounts(snapshot, counts)]),
    ),
    branches: Object.fromEntries(
      providing.map(({ organization, repository }) => [
        organization,
        findBranches(snapshot, organization, repository),
      ]),
    ),
  };
  return { found: true, value };
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
