// Lists to browse: repositories, platform versions, categories and authors, with how much there is
// of each. Counted once for a snapshot.
import type {
  EntryCounts,
  EntryTotal,
  NamedCounts,
  RepositoryRow,
  VersionRow,
  VersionTotal,
} from "../../contract/shape/browse.js";
import { comparePlatformVersions, compareText } from "../../../data/platform-version.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { getBranches } from "../branches.js";
import { deriveOnce, listAllEntries, listEntriesAtVersion, visitRecords } from "../derived.js";
import { foldLabel } from "../search/entry-filters.js";
import { getCategory, getPlatformVersion, getTechnicalName, isInstallable } from "../entries.js";

/** Repositories by organization and name; one that has no module is there too. */
export const listRepositories = deriveOnce((snapshot): readonly RepositoryRow[] => {
  const tallies = snapshot.repositories.map(() => new Tally());
  for (const entry of listAllEntries(snapshot)) {
    tallies[snapshot.entries.repository.get(entry)]?.add(snapshot, entry);
  }
  return snapshot.repositories.map(({ organization, repository, git }, at) => ({
    organization,
    repository,
    git,
    ...(tallies[at] ?? new Tally()).toCounts(),
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

/** The same of licenses. */
export const listLicenses = deriveOnce((snapshot) =>
  countNames(snapshot, (entry) => snapshot.texts.get(snapshot.entries.license.get(entry))),
);

function countNames(
  snapshot: Snapshot,
  getName: (entry: number) => string,
): readonly NamedCounts[] {
  const tallies = new TallyTable();
  const spellings = new Map<string, Map<string, number>>();
  for (const entry of listAllEntries(snapshot)) {
    const name = getName(entry);
    const label = foldLabel(name);
    const known = spellings.get(label) ?? new Map<string, number>();
    spellings.set(label, known.set(name, (known.get(name) ?? 0) + 1));
    tallies.add(label, snapshot, entry);
  }
  return tallies.toRows((label) => chooseSpelling(spellings.get(label) ?? new Map()));
}

/** The one that most entries have, then the first. */
function chooseSpelling(counts: ReadonlyMap<string, number>): string {
  const [first] = [...counts].toSorted(
    ([left, leftCount], [right, rightCount]) => rightCount - leftCount || compareText(left, right),
  );
  return first?.[0] ?? "";
}

/**
 * Authors as manifests name them, those of most modules first, then by name. Their names stand in the
 * records only, so that the first question reads them all.
 */
export const listAuthors = deriveOnce(async (snapshot): Promise<readonly NamedCounts[]> => {
  const tallies = new TallyTable();
  await visitRecords(snapshot, listAllEntries(snapshot), ({ authors }, entry) => {
    for (const author of new Set(authors)) tallies.add(author, snapshot, entry);
  });
  return tallies.toRows();
});

/** Counts the entries that it is called with, and those of them that can be installed. */
class Tally {
  readonly #all = new Total();
  readonly #installable = new Total();

  add(snapshot: Snapshot, entry: number): void {
    this.#all.add(snapshot, entry);
    if (isInstallable(snapshot, entry)) this.#installable.add(snapshot, entry);
  }

  toCounts(): EntryCounts {
    return { ...this.#all.toTotal(), installable: this.#installable.toTotal() };
  }
}

class Total {
  readonly #names = new Set<string>();
  readonly #versions = new Map<string, number>();
  #entries = 0;

  add(snapshot: Snapshot, entry: number): void {
    const version = getPlatformVersion(snapshot, entry);
    this.#entries += 1;
    this.#names.add(getTechnicalName(snapshot, entry));
    this.#versions.set(version, (this.#versions.get(version) ?? 0) + 1);
  }

  toTotal(): EntryTotal {
    const versions = [...this.#versions].toSorted(([left], [right]) =>
      comparePlatformVersions(left, right),
    );
    return {
      modules: this.#names.size,
      entries: this.#entries,
      platform_versions: Object.fromEntries(versions),
    };
  }
}

/** A tally for each name. */
class TallyTable {
  readonly #tallies = new Map<string, Tally>();

  add(name: string, snapshot: Snapshot, entry: number): void {
    let tally = this.#tallies.get(name);
    if (tally === undefined) this.#tallies.set(name, (tally = new Tally()));
    tally.add(snapshot, entry);
  }

  toRows(toName = (name: string): string => name): readonly NamedCounts[] {
    return [...this.#tallies]
      .map(([name, tally]) => ({ name: toName(name), ...tally.toCounts() }))
      .toSorted(
        (left, right) => right.modules - left.modules || compareText(left.name, right.name),
      );
  }
}
