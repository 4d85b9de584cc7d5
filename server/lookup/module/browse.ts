// Lists to browse: repositories, platform versions, categories and authors, with how much there is
// of each. Counted once for a snapshot.
import type {
  EntryCounts,
  NamedCounts,
  RepositoryRow,
  VersionRow,
} from "../../interface/shape/browse.js";
import { comparePlatformVersions, compareText } from "../../../data/platform-version.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { findBranches } from "./repositories.js";
import { deriveOnce, listAllEntries, visitRecords } from "../derived.js";
import { getCategory, getPlatformVersion, getTechnicalName } from "../entries.js";

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
    branches: findBranches(snapshot, organization, repository),
  }));
});

/** Platform versions in numeric order. */
export const listVersionCounts = deriveOnce((snapshot): readonly VersionRow[] => {
  const seen = snapshot.versions.map(() => ({ names: new Set(), repositories: new Set() }));
  const entries = snapshot.versions.map(() => 0);
  for (const entry of listAllEntries(snapshot)) {
    const version = snapshot.entries.version.get(entry);
    seen[version]?.names.add(snapshot.entries.name.get(entry));
    seen[version]?.repositories.add(snapshot.entries.repository.get(entry));
    entries[version] = (entries[version] ?? 0) + 1;
  }
  return snapshot.versions.map((platform_version, version) => ({
    platform_version,
    modules: seen[version]?.names.size ?? 0,
    entries: entries[version] ?? 0,
    repositories: seen[version]?.repositories.size ?? 0,
  }));
});

/** Categories as manifests have them, those of most modules first, then by name. */
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
  for (const entry of listAllEntries(snapshot)) tallies.add(getName(entry), snapshot, entry);
  return tallies.toRows();
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

/** Counts the entries that it is called with. */
class Tally {
  readonly #names = new Set<string>();
  readonly #versions = new Map<string, number>();
  #entries = 0;

  add(snapshot: Snapshot, entry: number): void {
    const version = getPlatformVersion(snapshot, entry);
    this.#entries += 1;
    this.#names.add(getTechnicalName(snapshot, entry));
    this.#versions.set(version, (this.#versions.get(version) ?? 0) + 1);
  }

  toCounts(): EntryCounts {
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

  toRows(): readonly NamedCounts[] {
    return [...this.#tallies]
      .map(([name, tally]) => ({ name, ...tally.toCounts() }))
      .toSorted(
        (left, right) => right.modules - left.modules || compareText(left.name, right.name),
      );
  }
}
