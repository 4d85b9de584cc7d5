// Reading the columns of entries: the small details that searches need without decoding a record, the branches that entries were
// read from, and development statuses, as manifests have them.
import { compareText, comparePlatformVersions } from "../../data/platform/platform-version.js";
import type { RepositoryRow } from "../../data/snapshot/contents.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import { damagedSection } from "../../data/snapshot/errors.js";
import { FLAGS } from "../../data/snapshot/format.js";
import { findString } from "../../data/snapshot/table/string-table.js";
import { deriveOnce } from "./memo.js";

/** The entries of a technical name, in order; `undefined` when no module has that name. */
export function findEntriesByName(
  snapshot: Snapshot,
  technicalName: string,
): readonly number[] | undefined {
  const name = findString(snapshot.names, technicalName);
  return name === undefined ? undefined : listEntriesOfName(snapshot, name);
}

/** The entries of a name, by its number. @throws SnapshotError where the entries of a name are others */
export function listEntriesOfName(snapshot: Snapshot, name: number): readonly number[] {
  const start = snapshot.nameFirst.get(name);
  const end = snapshot.nameFirst.get(name + 1);
  const { length } = snapshot.entries;
  if (start > end || end > length) {
    throw damagedSection("names.first", `entries up to ${length}`, `${start} to ${end}`);
  }
  return Array.from({ length: end - start }, (_, offset) => start + offset);
}

export function getTechnicalName(snapshot: Snapshot, entry: number): string {
  return snapshot.names.get(snapshot.entries.name.get(entry));
}

export function getDisplayName(snapshot: Snapshot, entry: number): string {
  return snapshot.texts.get(snapshot.entries.display.get(entry));
}

export function getCategory(snapshot: Snapshot, entry: number): string {
  return snapshot.texts.get(snapshot.entries.category.get(entry));
}

/** Status in the manifest, or `null`. */
export function getDevelopmentStatus(snapshot: Snapshot, entry: number): string | null {
  return getStatusByNumber(snapshot, snapshot.entries.status.get(entry));
}

export function getStatusByNumber({ texts }: Snapshot, number: number): string | null {
  return number === 0 ? null : texts.get(number - 1);
}

export function getPlatformVersion(snapshot: Snapshot, entry: number): string {
  const number = snapshot.entries.version.get(entry);
  const version = snapshot.versions[number];
  if (version === undefined) throw damagedSection("versions", `number ${number}`, "no such row");
  return version;
}

/** Version as Odoo keeps it in the database: behind the platform version. */
export function getInstalledVersion(snapshot: Snapshot, entry: number): string {
  const { entries, releases } = snapshot;
  return `${getPlatformVersion(snapshot, entry)}.${releases.get(entries.release.get(entry))}`;
}

/** The platform versions of some entries, in numeric order. */
export function listVersions(
  { entries, versions }: Snapshot,
  some: Iterable<number>,
): readonly string[] {
  const numbers = new Set<number>();
  for (const entry of some) numbers.add(entries.version.get(entry));
  return versions.filter((_, number) => numbers.has(number));
}

export function getRepository(snapshot: Snapshot, entry: number): RepositoryRow {
  return getRepositoryByNumber(snapshot, snapshot.entries.repository.get(entry));
}

export function getRepositoryByNumber(snapshot: Snapshot, number: number): RepositoryRow {
  const repository = snapshot.repositories[number];
  if (repository === undefined) {
    throw damagedSection("repositories", `number ${number}`, "no such row");
  }
  return repository;
}

/** `organization/repository` */
export function getProvider(snapshot: Snapshot, entry: number): string {
  return getProviderByNumber(snapshot, snapshot.entries.repository.get(entry));
}

export function getProviderByNumber(snapshot: Snapshot, number: number): string {
  const provider = snapshot.providers[number];
  if (provider === undefined)
    throw damagedSection("repositories", `number ${number}`, "no such row");
  return provider;
}

/** Commit at which the module was read. */
export function getCommit(snapshot: Snapshot, entry: number): string {
  return snapshot.commits.get(snapshot.entries.commit.get(entry));
}

/** Folder of the module inside its repository. */
export function getFolder(snapshot: Snapshot, entry: number): string {
  return snapshot.folders.get(snapshot.entries.folder.get(entry));
}

export function isInstallable(snapshot: Snapshot, entry: number): boolean {
  return (snapshot.entries.flags.get(entry) & FLAGS.installable) !== 0;
}

export function isApplication(snapshot: Snapshot, entry: number): boolean {
  return (snapshot.entries.flags.get(entry) & FLAGS.application) !== 0;
}

/** Each text once, by UTF-16 code unit. */
export function sortDistinct(texts: Iterable<string>): readonly string[] {
  return [...new Set(texts)].toSorted(compareText);
}

/** Values in order of first occurrence, each once. */
export function listDistinct<T>(values: Iterable<T>): readonly T[] {
  return [...new Set(values)];
}

/**
 * The branches that were read, by their platform versions in numeric order: of each repository, by its
 * number.
 */
export const getBranches = deriveOnce(
  ({ repositories, entry: { sources } }): readonly Readonly<Record<string, string>>[] =>
    repositories.map(({ organization, repository }) => {
      const source = sources.find(
        (one) => one.organization === organization && one.repository === repository,
      );
      const rows = source?.branches.toSorted((left, right) =>
        comparePlatformVersions(left.platform_version, right.platform_version),
      );
      return Object.fromEntries(rows?.map((row) => [row.platform_version, row.branch]) ?? []);
    }),
);

/** The branch that an entry was read from. @throws SnapshotError where its repository has none for its version */
export function getBranch(snapshot: Snapshot, entry: number): string {
  const version = getPlatformVersion(snapshot, entry);
  const branch = getBranches(snapshot)[snapshot.entries.repository.get(entry)]?.[version];
  if (branch === undefined) throw damagedSection("sources", `a branch for ${version}`, "none");
  return branch;
}

/** From the least mature on. */
export const STATUSES = ["alpha", "beta", "production/stable", "mature"] as const;
export type Status = (typeof STATUSES)[number];

/** OCA's default for a manifest without a status. */
export const UNSAID_STATUS = "Beta";

/** An index in STATUSES; a word that nobody knows counts as less than all, -1. */
export function findMaturity(status: string): number {
  return STATUSES.findIndex((known) => known === status.trim().toLowerCase());
}
