// The head of an entry, out of what its files and its history say and where it was found: defaults and versions. Pure.
import {
  MOST_TREES,
  type DeclaredDependencies,
  type EntryHead,
  type ManifestFacts,
} from "../../data/module/facts.js";
import { getRules } from "../../data/platform/rules.js";
import { toTimestamp } from "../../data/snapshot/record/record-head.js";
import type { CachedModule } from "../cache/branch-cache.js";
import type { PackedContent } from "../cache/packed-content.js";
import type { DeclaredFacts } from "../parse/manifest.js";
import { toTreeText } from "../source/git/history.js";
import { findRefusal } from "../parse/manifest-refusal.js";

const DEFAULT_VERSION = "0.1.0";

/** Implicit dependency of every module, first in load order. */
const BASE = "base";

export type EntryOrigin = Pick<
  EntryHead,
  "git" | "branch" | "commit" | "repository" | "organization" | "platform_version" | "port_requests"
>;

export function toHead(
  { found, ...module }: Omit<CachedModule, keyof PackedContent>,
  origin: EntryOrigin,
): EntryHead {
  const { depends, pip, bin, claims, ...facts } = found.facts;
  const { technicalName: technical_name, codeChangedAtSeconds, updatedAtSeconds } = module;
  const refusal = findRefusal({ ...module, facts: found.facts }, origin.platform_version);
  return {
    technical_name,
    ...facts,
    ...toAutoInstall({ ...facts, ...claims }, origin.platform_version),
    installable: facts.installable && refusal === undefined,
    refused: refusal?.reason ?? null,
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
    first_commit_date: module.bornAtSeconds === null ? null : toTimestamp(module.bornAtSeconds),
    trees: listTrees(module),
    folder_size: module.folderSizeBytes,
    code_size: module.codeSize,
    source_path: module.sourcePath,
    ...origin,
  };
}

/** Another branch may have read the folder's history under another name, or none. */
function listTrees({ treeId, trees }: Pick<CachedModule, "treeId" | "trees">): readonly string[] {
  const own = toTreeText(treeId);
  return own === "" ? [] : [own, ...trees.filter((tree) => tree !== own)].slice(0, MOST_TREES);
}

type AutoInstall = Pick<ManifestFacts, "auto_install" | "auto_install_requires">;

/** A list under `auto_install` counts from 13.0 on, an empty one too; before, it is only true or false, and `active` wins. */
function toAutoInstall(
  {
    auto_install: isOn,
    auto_install_requires: triggers,
    active,
  }: AutoInstall & Pick<DeclaredFacts["claims"], "active">,
  platformVersion: string,
): AutoInstall {
  const { checksTriggers, readsActive } = getRules(platformVersion);
  if (readsActive && active !== null) return { auto_install: active, auto_install_requires: null };
  return checksTriggers
    ? { auto_install: isOn, auto_install_requires: triggers }
    : { auto_install: isOn && triggers?.length !== 0, auto_install_requires: null };
}

/**
 * Declared dependencies. A manifest without `depends` depends on `base`, unless it is that of
 * `base`.
 */
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
