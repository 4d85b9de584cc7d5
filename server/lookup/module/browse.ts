// Lists to browse: repositories, platform versions, categories and authors, with how much there is
// of each. Counted once for a snapshot. And one repository by its name: which organizations have it.
import type {
  EntryCounts,
  EntryTotal,
  NamedCounts,
  RepositoryRow,
  VersionRow,
  VersionTotal,
  RepositorySummary,
} from "../../contract/shape/browse.js";
import { toGroups, countEach } from "../../../data/grouped.js";
import { compareText } from "../../../data/platform/platform-version.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { getBranches, getCategory, getDevelopmentStatus, isInstallable } from "../entries.js";
import { deriveOnce, listAllEntries, listEntriesAtVersion } from "../memo.js";
import { findLastDay } from "./dated-names.js";
import { foldLabel } from "../../contract/browser/words.js";
import { findRepositoryPages } from "../forge.js";
import { listNearRepositories } from "../search/near-names.js";
import type { Outcome } from "../../contract/outcome.js";

/** Repositories by organization and name; one that has no module is there too. */
export const listRepositories = deriveOnce((snapshot): readonly RepositoryRow[] => {
  const lists: number[][] = snapshot.repositories.map(() => []);
  for (const entry of listAllEntries(snapshot)) {
    lists[snapshot.entries.repository.get(entry)]?.push(entry);
  }
  return snapshot.repositories.map(({ organization, repository, git }, at) => ({
    organization,
    repository,
    git,
    last_commit: findLastDay(snapshot, lists[at] ?? []),
    ...countEntries(snapshot, lists[at] ?? []),
    branches: getBranches(snapshot)[at] ?? {},
  }));
});

/** Platform versions in numeric order. */
export const listVersionCounts = deriveOnce((snapshot): readonly VersionRow[] =>
  snapshot.versions.map((platform_version) => {
    const entries = listEntriesAtVersion(snapshot, platform_version);
    const installable = entries.filter((entry) => isInstallable(snapshot, entry));
    return {
      platform_version,
      ...countVersion(snapshot, entries),
      installable: countVersion(snapshot, installable),
    };
  }),
);

function countVersion({ entries: columns }: Snapshot, entries: readonly number[]): VersionTotal {
  return {
    modules: new Set(entries.map((entry) => columns.name.get(entry))).size,
    entries: entries.length,
    repositories: new Set(entries.map((entry) => columns.repository.get(entry))).size,
  };
}

/** Categories, those of most modules first, then by name; spellings that differ in case or blanks are one. */
export const listCategories = deriveOnce((snapshot) =>
  countNames(snapshot, (entry) => getCategory(snapshot, entry)),
);

export const listLicenses = deriveOnce((snapshot) =>
  countNames(snapshot, (entry) => snapshot.texts.get(snapshot.entries.license.get(entry))),
);

/** Maturities in manifests. */
export const listMaturities = deriveOnce((snapshot) =>
  countNames(snapshot, (entry) => getDevelopmentStatus(snapshot, entry) ?? "").filter(
    ({ name }) => name !== "",
  ),
);

function countNames(
  snapshot: Snapshot,
  getName: (entry: number) => string,
): readonly NamedCounts[] {
  const groups = toGroups(listAllEntries(snapshot), (entry) => foldLabel(getName(entry)));
  return listNamedCounts(
    snapshot,
    Array.from(groups.values(), (entries) => [chooseSpelling(entries.map(getName)), entries]),
  );
}

/** The commonest, then the first. */
function chooseSpelling(names: readonly string[]): string {
  const [first] = [...countEach(names)].toSorted(
    ([left, leftCount], [right, rightCount]) => rightCount - leftCount || compareText(left, right),
  );
  return first?.[0] ?? "";
}

/** Authors, those of most modules first, then by name; spellings that differ in case or blanks are one. */
export const listAuthors = deriveOnce((snapshot) => {
  const { people, authoredEntries } = snapshot;
  const authors = Array.from({ length: people.length }, (_, person) => ({
    name: people.get(person),
    entries: authoredEntries.get(person),
  })).filter(({ entries }) => entries.length > 0);
  return listNamedCounts(
    snapshot,
    Array.from(
      toGroups(authors, ({ name }) => foldLabel(name)).values(),
      (spellings) =>
        [
          chooseSpelling(spellings.flatMap(({ name, entries }) => entries.map(() => name))),
          [...new Set(spellings.flatMap(({ entries }) => entries))],
        ] as const,
    ),
  );
});

function listNamedCounts(
  snapshot: Snapshot,
  groups: Iterable<readonly [name: string, entries: readonly number[]]>,
): readonly NamedCounts[] {
  return Array.from(groups, ([name, entries]) => ({
    name,
    ...countEntries(snapshot, entries),
  })).toSorted((left, right) => right.modules - left.modules || compareText(left.name, right.name));
}

/** Number of entries, and of installable ones. */
function countEntries(snapshot: Snapshot, entries: readonly number[]): EntryCounts {
  const installable = entries.filter((entry) => isInstallable(snapshot, entry));
  return { ...toTotal(snapshot, entries), installable: toTotal(snapshot, installable) };
}

function toTotal({ entries: columns, versions }: Snapshot, entries: readonly number[]): EntryTotal {
  const counts = versions.map(() => 0);
  for (const entry of entries) {
    const version = columns.version.get(entry);
    counts[version] = (counts[version] ?? 0) + 1;
  }
  const rows = versions.map((version, number) => [version, counts[number] ?? 0] as const);
  return {
    modules: new Set(entries.map((entry) => columns.name.get(entry))).size,
    entries: entries.length,
    platform_versions: Object.fromEntries(rows.filter(([, count]) => count > 0)),
  };
}

/**
 * Finds a repository in every organization that has one of this name, the one with most modules first, or in one; case does
 * not count.
 */
export function findRepository(
  snapshot: Snapshot,
  name: string,
  organization?: string,
): Outcome<RepositorySummary> {
  const wanted = name.toLowerCase();
  const named = listRepositories(snapshot)
    .filter((row) => row.repository.toLowerCase() === wanted)
    .toSorted((left, right) => right.entries - left.entries);
  const providing = named.filter(
    (row) =>
      organization === undefined || row.organization.toLowerCase() === organization.toLowerCase(),
  );
  const [first] = providing;
  if (first === undefined) {
    const others = named.map((row) => `${row.organization}/${row.repository}`);
    const suggestions = others.length > 0 ? others : listNearRepositories(snapshot, name);
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
