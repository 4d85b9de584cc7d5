// What of a record stands in columns and tables, and what is left to be packed. Nothing is kept twice.
import type { ModuleRecord, RecordHead } from "../../records.js";
import type { Closure } from "./closures.js";
import type { EntryHead } from "../contents.js";

/** Details that are read from columns, for searches too. */
export type RecordDetails = Pick<
  ModuleRecord,
  | "technical_name"
  | "name"
  | "version"
  | "license"
  | "category"
  | "application"
  | "installable"
  | "development_status"
  | "update_date"
  | "git"
  | "commit"
  | "repository"
  | "organization"
  | "platform_version"
  | "has_depends"
  | "has_tests"
  | "source_path"
>;

/** What is packed first. */
export type PackedHead = Omit<EntryHead, keyof RecordDetails | "branch" | "last_code_change"> & {
  /** `null` where it is named like its platform version. */
  readonly branch: string | null;
  /** Seconds since 1970. */
  readonly last_code_change: number | null;
};

/** The part of a record's head that is in no column. */
export function toPackedHead(record: EntryHead): PackedHead {
  return {
    manifest_version: record.manifest_version,
    summary: record.summary,
    description: record.description,
    authors: record.authors,
    website: record.website,
    auto_install: record.auto_install,
    auto_install_requires: record.auto_install_requires,
    excludes: record.excludes,
    countries: record.countries,
    maintainers: record.maintainers,
    committers: record.committers,
    developers: record.developers,
    translators: record.translators,
    declared_dependencies: record.declared_dependencies,
    last_code_change:
      record.last_code_change === null ? null : parseTimestamp(record.last_code_change),
    branch: record.branch === record.platform_version ? null : record.branch,
    folder_size: record.folder_size,
  };
}

/** The whole head, its keys in the order of ModuleRecord, which is that of the interface. */
export function joinHead(details: RecordDetails, packed: PackedHead, closure: Closure): RecordHead {
  return {
    technical_name: details.technical_name,
    name: details.name,
    version: details.version,
    manifest_version: packed.manifest_version,
    summary: packed.summary,
    description: packed.description,
    authors: packed.authors,
    website: packed.website,
    license: details.license,
    category: details.category,
    auto_install: packed.auto_install,
    auto_install_requires: packed.auto_install_requires,
    excludes: packed.excludes,
    countries: packed.countries,
    application: details.application,
    installable: details.installable,
    development_status: details.development_status,
    maintainers: packed.maintainers,
    committers: packed.committers,
    developers: packed.developers,
    translators: packed.translators,
    dependencies: closure.dependencies,
    declared_dependencies: packed.declared_dependencies,
    has_depends: details.has_depends,
    has_tests: details.has_tests,
    unresolved_dependencies: closure.unresolved,
    update_date: details.update_date,
    last_code_change:
      packed.last_code_change === null ? null : toTimestamp(packed.last_code_change),
    git: details.git,
    branch: packed.branch ?? details.platform_version,
    commit: details.commit,
    folder_size: packed.folder_size,
    repository: details.repository,
    organization: details.organization,
    platform_version: details.platform_version,
    source_path: details.source_path,
  };
}

const NO_CLOSURE: Closure = { dependencies: { platform: {}, pip: [], bin: [] }, unresolved: [] };

/** The head without what follows from other modules, which takes a walk through them to find. */
export function joinOwnHead(details: RecordDetails, packed: PackedHead): EntryHead {
  const head = joinHead(details, packed, NO_CLOSURE);
  const { dependencies: _dependencies, unresolved_dependencies: _unresolved, ...own } = head;
  return own;
}

/** UTC, `YYYY-MM-DD HH:MM:SS`, of seconds since 1970. */
export function toTimestamp(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ");
}

/** Seconds since 1970 of what `toTimestamp` gave. */
export function parseTimestamp(timestamp: string): number {
  return Date.parse(`${timestamp.replace(" ", "T")}Z`) / 1000;
}
