// Selects repositories of a host: by name, and by kind.
import { type HostedRepository, nameHost, nameRepository } from "./host.js";
import { toNameMatcher } from "./name-pattern.js";
import type { OrganizationSource } from "./organization-source.js";
import { SourceError } from "../source-error.js";

/**
 * The repositories that an element of the sources file asks for, in the host's order.
 * @param onNotice receives one line about what was chosen, and one for each pattern that names none
 * @throws SourceError `organization_empty` when none is left
 */
export function chooseRepositories(
  entry: OrganizationSource,
  listing: readonly HostedRepository[],
  onNotice: (message: string) => void,
): readonly HostedRepository[] {
  const label = `${nameHost(entry.host)}/${entry.organization}`;
  const wanted = entry.repositories?.map((pattern) => ({ pattern, matches: toMatcher(pattern) }));
  for (const { pattern, matches } of wanted ?? []) {
    if (listing.some(matches)) continue;
    onNotice(`${label} has no repository "${pattern}"; correct "repositories" in the sources file`);
  }
  const excluded = entry.exclude.map(toMatcher);
  const named = listing.filter(
    (repository) =>
      (wanted?.some(({ matches }) => matches(repository)) ?? true) &&
      !excluded.some((matches) => matches(repository)),
  );
  const chosen = named.filter((repository) => findReason(repository, entry) === undefined);
  const counts = REASONS.map((reason) => ({
    reason,
    count: named.filter((repository) => findReason(repository, entry) === reason).length,
  })).filter(({ count }) => count > 0);
  const left = counts.map(({ reason, count }) => `, ${count} left out (${reason})`).join("");
  const summary = `${chosen.length} of ${listing.length} repositories${left}`;
  if (chosen.length === 0) throw emptyOrganization(label, summary);
  onNotice(`${label}: ${summary}`);
  return chosen;
}

/** By its name and, in a group of GitLab, also by its path below the group: `odoo/*`. */
function toMatcher(pattern: string): (repository: HostedRepository) => boolean {
  const matches = toNameMatcher(pattern);
  return ({ path }) => matches(nameRepository(path)) || matches(path.slice(path.indexOf("/") + 1));
}

/** Named as the keys of the sources file that would let such a repository in. */
const REASONS = ["archived", "forks", "private"] as const;

/** Reason for leaving a repository out. */
function findReason(
  repository: HostedRepository,
  entry: OrganizationSource,
): (typeof REASONS)[number] | undefined {
  if (repository.archived && !entry.archived) return "archived";
  if (repository.fork && !entry.forks) return "forks";
  if (repository.private && !entry.private) return "private";
  return undefined;
}

function emptyOrganization(label: string, summary: string): SourceError {
  return new SourceError({
    code: "organization_empty",
    message: `Nothing of ${label} is to be read (${summary}); correct "repositories", "exclude", "archived", "forks" or "private" in the sources file.`,
  });
}
