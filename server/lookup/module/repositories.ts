// A repository by name: which organizations carry it, with how many entries per version.
import type { RepositorySummary } from "../../interface/shape/repository.js";
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
  };
  return { found: true, value };
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
