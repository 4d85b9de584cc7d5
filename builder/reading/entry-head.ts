// The head of an entry, out of what its files and its history say and where it was found: defaults and versions. Pure.
import type { DeclaredDependencies, EntryHead } from "../../data/module/facts.js";
import { toTimestamp } from "../../data/snapshot/record/record-head.js";
import type { CachedModule } from "../cache/branch-cache.js";
import type { PackedContent } from "../cache/packed-content.js";
import type { DeclaredFacts } from "../parse/manifest.js";

/** What the platform assumes where a manifest says none. */
const DEFAULT_VERSION = "0.1.0";

/** What every module needs without saying so, and what nothing of the platform comes before. */
const BASE = "base";

/** Where a module was found. */
export type EntryOrigin = Pick<
  EntryHead,
  "git" | "branch" | "commit" | "repository" | "organization" | "platform_version"
>;

export function toHead(
  { found, ...module }: Omit<CachedModule, keyof PackedContent>,
  origin: EntryOrigin,
): EntryHead {
  const { depends, pip, bin, ...facts } = found.facts;
  const { technicalName: technical_name, codeChangedAtSeconds, updatedAtSeconds } = module;
  return {
    technical_name,
    ...facts,
    name: facts.name === "" ? technical_name : facts.name,
    version: toModuleVersion(facts.manifest_version, origin.platform_version),
    description: found.description,
    committers: module.committers,
    developers: module.developers,
    translators: module.translators,
    declared_dependencies: toDeclaredDependencies(technical_name, { depends, pip, bin }),
    has_depends: depends !== null,
    has_tests: module.hasTests,
    update_date: updatedAtSeconds === 0 ? null : toTimestamp(updatedAtSeconds),
    last_code_change: codeChangedAtSeconds === null ? null : toTimestamp(codeChangedAtSeconds),
    folder_size: module.folderSizeBytes,
    code_size: module.codeSize,
    source_path: module.sourcePath,
    ...origin,
  };
}

/** What a manifest declares. One without the key `depends` depends on `base`, unless it is that of `base`. */
export function toDeclaredDependencies(
  technicalName: string,
  { depends, pip, bin }: Pick<DeclaredFacts, "depends" | "pip" | "bin">,
): DeclaredDependencies {
  const unsaid = technicalName === BASE ? [] : [BASE];
  return { platform: depends ?? unsaid, pip, bin };
}

/** `17.0.1.2.3` at `17.0` is `1.2.3`; any other version stays as written. */
export function toModuleVersion(written: string | null, platformVersion: string): string {
  if (written === null) return DEFAULT_VERSION;
  const prefix = `${platformVersion}.`;
  return written.startsWith(prefix) && written.length > prefix.length
    ? written.slice(prefix.length)
    : written;
}
