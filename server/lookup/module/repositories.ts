// A repository by name: which organizations carry it, with how many entries per version.
import type { RepositoryRow } from "../../contract/shape/browse.js";
import type { RepositorySummary } from "../../contract/shape/repository.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { findRepositoryPages } from "../forge.js";
import { listRepositories } from "./browse.js";
import { listNearRepositories } from "../search/near-names.js";
import type { Outcome } from "../../contract/outcome.js";

/** Finds a repository in every organization that has one of this name; case does not count. */
export function findRepository(snapshot: Snapshot, name: string): Outcome<RepositorySummary> {
  const wanted = name.toLowerCase();
  const providing = listRepositories(snapshot).filter(
    (row) => row.repository.toLowerCase() === wanted,
  );
  const [first] = providing;
  if (first === undefined) {
    const suggestions = listNearRepositories(snapshot, name);
    return { found: false, reason: "unknown_repository", suggestions };
  }
  const byOrganization = <T>(pick: (row: RepositoryRow) => T): Readonly<Record<string, T>> =>
    Object.fromEntries(providing.map((row) => [row.organization, pick(row)]));
  const value = {
    name: first.repository,
    organizations: byOrganization((row) => row.platform_versions),
    installable: byOrganization((row) => row.installable.platform_versions),
    git: byOrganization((row) => row.git),
    forge: byOrganization((row) => findRepositoryPages(row.git)),
    branches: byOrganization((row) => row.branches),
  };
  return { found: true, value };
}
