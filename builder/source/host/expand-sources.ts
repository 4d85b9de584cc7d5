// From the elements of the sources file to the repositories to read: organizations are replaced by
// what their hosts list.
import { compareText } from "../../../data/platform/platform-version.js";
import { createGuard } from "../../../data/network/guard.js";
import { findInterface, type HostedRepository, nameHost, nameRepository } from "./host.js";
import { listRepositories } from "./host-listing.js";
import { type Clock, SYSTEM_CLOCK } from "../../../data/network/clock.js";
import type { RequestOptions } from "./host-request.js";
import { type Environment, findTokens, type HostToken, nameTokenVariable } from "./host-token.js";
import type { OrganizationSource } from "./organization-source.js";
import { SourceError } from "../source-error.js";
import { isSource, type SourceEntry, withoutCredentials } from "../sources-file.js";
import { type Source, toLabel } from "../source.js";
import { toNameMatcher } from "./name-pattern.js";

interface ExpansionOptions {
  /** Variables with tokens. */
  readonly environment: Environment;
  readonly signal: AbortSignal;
  /** Default: the system's. */
  readonly clock?: Clock;
  /** One line: what was found, and when a host is waited for. */
  onNotice(message: string): void;
}

/**
 * Replaces each organization by its repositories, by name, in its place. A repository that is
 * listed singly, or by an organization further up, is not added again.
 * @throws SourceError when a host does not list an organization; ConfigError when a token is wrong;
 * the signal's reason when it is aborted
 */
export async function expandSources(
  entries: readonly SourceEntry[],
  options: ExpansionOptions,
): Promise<readonly Source[]> {
  const tokens = findTokens(entries.filter(isOrganization), options.environment);
  const names = new Set<string>();
  const addresses = new Set<string>();
  const take = (source: Source): void => {
    names.add(toNameKey(source));
    addresses.add(toAddressKey(source.url));
  };
  entries.filter(isSource).forEach(take);
  const listings = new Map<string, readonly HostedRepository[]>();
  const sources: Source[] = [];
  for (const entry of entries) {
    if (isSource(entry)) {
      sources.push(entry);
      continue;
    }
    const key = `${entry.host.address} ${entry.organization} ${entry.tokenVariable}`;
    const listing = listings.get(key) ?? (await readListing(entry, tokens.get(entry), options));
    listings.set(key, listing);
    const chosen = chooseRepositories(entry, listing, options.onNotice);
    for (const source of toSources(entry, chosen)) {
      if (addresses.has(toAddressKey(source.url))) continue;
      if (names.has(toNameKey(source))) {
        const name = toLabel(source);
        options.onNotice(`${source.url} is left out, since ${name} is listed with another address`);
        continue;
      }
      take(source);
      sources.push(source);
    }
  }
  return sources;
}

function isOrganization(entry: SourceEntry): entry is OrganizationSource {
  return !isSource(entry);
}

/** Hosts take no account of case in names. */
function toNameKey(source: Source): string {
  return toLabel(source).toLowerCase();
}

async function readListing(
  entry: OrganizationSource,
  token: HostToken | undefined,
  { signal, clock = SYSTEM_CLOCK, onNotice }: ExpansionOptions,
): Promise<readonly HostedRepository[]> {
  const request: RequestOptions = {
    host: nameHost(entry.host),
    token,
    tokenVariable: nameTokenVariable(entry),
    signal,
    clock,
    onNotice,
    guard: createGuard(new URL(findInterface(entry.host))),
  };
  return listRepositories(entry.host, entry.organization, request);
}

/** @throws SourceError `repository_ambiguous` when two of them would have one name */
function toSources(
  entry: OrganizationSource,
  repositories: readonly HostedRepository[],
): readonly Source[] {
  const byName = new Map<string, string>();
  for (const { path } of repositories) {
    const name = nameRepository(path).toLowerCase();
    const other = byName.get(name);
    if (other !== undefined) throw sameName(other, path);
    byName.set(name, path);
  }
  return repositories
    .map(({ path }) => {
      const url = `${entry.host.address}/${path}.git`;
      return {
        organization: entry.organization,
        repository: nameRepository(path),
        url,
        cloneUrl: url,
        mirror: undefined,
        branches: entry.branches,
        addons: entry.addons,
        ...(entry.priority !== undefined && { priority: entry.priority }),
        viaOrganization: true as const,
      };
    })
    .toSorted((left, right) => compareText(left.repository, right.repository));
}

function sameName(left: string, right: string): SourceError {
  return new SourceError({
    code: "repository_ambiguous",
    message: `${left} and ${right} would have the same name; put one of them into "exclude", and list it singly under another name if it is wanted.`,
  });
}

/** Key of an address, the same for every spelling: HTTPS, SSH, with `.git` or without. */
export function toAddressKey(address: string): string {
  return (
    withoutCredentials(address)
      .toLowerCase()
      .replace(/^[a-z][a-z0-9+.-]*:\/\//, "")
      // SSH addresses of git: git@github.com:OCA/web.git
      .replace(/^(?:[^/@:]+@)?([^/:]+):(?!\d+(?:\/|$))/, "$1/")
      .replace(/\/+$/, "")
      .replace(/\.git$/, "")
  );
}

/**
 * The repositories that an element of the sources file asks for, in the host's order.
 * @param onNotice receives one line about what was chosen, and one for each pattern that names none
 * @throws SourceError `organization_empty` when none is left
 */
function chooseRepositories(
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
