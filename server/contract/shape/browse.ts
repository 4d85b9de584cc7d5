// Rows of the lists to browse.
import {
  anyOf,
  count,
  listOf,
  mapOf,
  object,
  namedObject,
  text,
  type ValueOf,
  orNull,
} from "../../../data/shape.js";

const ofInstallable = "The same for installable modules only.";

const total = {
  modules: count("Distinct technical names."),
  entries: count("Modules by platform version and repository."),
  platform_versions: mapOf(count(), "Entries by platform version, in numeric order."),
};
const Total = object(total);
export type EntryTotal = ValueOf<typeof Total>;

const counts = { ...total, installable: object(total, ofInstallable) };

export const LAST_COMMIT = orNull(
  text("Day of the newest commit that changed a module, UTC; `null` without a history."),
);

const RepositoryRow = namedObject("RepositoryRow", {
  organization: text(),
  repository: text(),
  git: text("Clone URL."),
  last_commit: LAST_COMMIT,
  ...counts,
  branches: mapOf(text(), "The branch that was read, by platform version."),
});
export type RepositoryRow = ValueOf<typeof RepositoryRow>;

const versionTotal = {
  modules: total.modules,
  entries: total.entries,
  repositories: count("Number of repositories with a module at this version."),
};
const VersionTotal = object(versionTotal);
export type VersionTotal = ValueOf<typeof VersionTotal>;

const VersionRow = namedObject("VersionRow", {
  platform_version: text(),
  ...versionTotal,
  installable: object(versionTotal, ofInstallable),
});
export type VersionRow = ValueOf<typeof VersionRow>;

const NamedCounts = namedObject("NamedCounts", { name: text(), ...counts });
export type NamedCounts = ValueOf<typeof NamedCounts>;

export const BrowsedRows = listOf(anyOf(RepositoryRow, VersionRow, NamedCounts));
export type BrowsedRow = ValueOf<typeof BrowsedRows>[number];

export type EntryCounts = Omit<NamedCounts, "name">;

export const RepositorySummary = namedObject("RepositorySummary", {
  name: text(),
  organizations: mapOf(
    mapOf(count()),
    "Number of modules by organization and platform version; the organization with most comes first.",
  ),
  installable: mapOf(mapOf(count()), "The same for installable modules only."),
  git: mapOf(text(), "Clone URL by organization."),
  forge: mapOf(
    orNull(object({ home: text(), issues: text(), pull_requests: text() })),
    "Pages of the repository on its forge by organization; `null` if the forge is unknown.",
  ),
  branches: mapOf(mapOf(text()), "The branch that was read by organization and platform version."),
});
export type RepositorySummary = ValueOf<typeof RepositorySummary>;
