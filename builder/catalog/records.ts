// From parsed modules to the rows of a snapshot: defaults, versions, links and order. Pure.
import type { DeclaredDependencies } from "../../data/declared/facts.js";
import type { ModelRecord } from "../../data/records.js";
import type { EntryContent, EntryHead } from "../../data/snapshot/contents.js";
import { compareRecords } from "../../data/snapshot/encode.js";
import { toTimestamp } from "../../data/snapshot/record/record-head.js";
import type { Manifest } from "../parse/manifest.js";
import type { ReadModule } from "./read-module.js";
import { linkViewTypes } from "./view-types.js";

/** What the platform assumes where a manifest says none. */
const DEFAULT_VERSION = "0.1.0";

/** The linked whole. Heads are in memory; what is long is read, and linked, when it is asked for. */
export interface Catalog {
  /** In the order of a snapshot's entries. */
  readonly heads: readonly EntryHead[];
  readContent(entry: number): EntryContent;
  /** The models alone, unlinked. */
  readModels(entry: number): readonly ModelRecord[];
  /** What stands for an entry, linked, but for its commit. */
  digestEntry(entry: number): string;
  /** What stands for what a module consists of, unlinked. */
  digestModels(entry: number): string;
}

/** Links all modules; the result is the same whatever their order. */
export function linkCatalog(found: readonly ReadModule[]): Catalog {
  // Sorted before linking: of two providers of one view id the first one counts.
  const entries = found
    .map((module) => ({ module, head: toHead(module) }))
    .toSorted((left, right) => compareRecords(left.head, right.head));
  const heads = entries.map(({ head }) => head);
  const linkViews = linkViewTypes(entries.map(({ head, module }) => [head, module.viewLinks]));
  const get = (entry: number): (typeof entries)[number] => {
    const one = entries[entry];
    if (one === undefined) throw new Error(`the catalog has no entry ${entry}`);
    return one;
  };
  return {
    heads,
    readContent(entry) {
      const { head, module } = get(entry);
      const { models, views, parts, loaded } = module.readContent();
      return { views: linkViews(head, views), models, parts, loaded };
    },
    readModels: (entry) => get(entry).module.readContent().models,
    digestEntry(entry) {
      const { head, module } = get(entry);
      const types = linkViews(head, module.viewLinks).map((view) => view.view_type);
      return JSON.stringify([module.digest, types]);
    },
    digestModels: (entry) => get(entry).module.contentDigest,
  };
}

function toHead(module: ReadModule): EntryHead {
  const { manifest, platformVersion: platform_version } = module;
  const { depends, pip, bin, ...facts } = manifest;
  return {
    technical_name: module.technicalName,
    ...facts,
    name: facts.name === "" ? module.technicalName : facts.name,
    version: toModuleVersion(facts.manifest_version, platform_version),
    description: module.description,
    committers: module.committers,
    developers: module.developers,
    translators: module.translators,
    declared_dependencies: toDeclaredDependencies(module.technicalName, { depends, pip, bin }),
    has_depends: depends !== null,
    has_tests: module.hasTests,
    update_date: toTimestamp(module.updatedAtSeconds),
    last_code_change:
      module.codeChangedAtSeconds === null ? null : toTimestamp(module.codeChangedAtSeconds),
    git: module.git,
    branch: module.branch,
    commit: module.commit,
    folder_size: module.folderSizeBytes,
    repository: module.repository,
    organization: module.organization,
    platform_version,
    source_path: module.sourcePath,
  };
}

/** What every module needs without saying so, and what nothing of the platform comes before. */
const BASE = "base";

/** What a manifest declares. One without the key `depends` depends on `base`, unless it is that of `base`. */
export function toDeclaredDependencies(
  technicalName: string,
  manifest: Pick<Manifest, "depends" | "pip" | "bin">,
): DeclaredDependencies {
  const unsaid = technicalName === BASE ? [] : [BASE];
  return { platform: manifest.depends ?? unsaid, pip: manifest.pip, bin: manifest.bin };
}

/** `17.0.1.2.3` at `17.0` is `1.2.3`; any other version stays as written. */
export function toModuleVersion(written: string | null, platformVersion: string): string {
  if (written === null) return DEFAULT_VERSION;
  const prefix = `${platformVersion}.`;
  return written.startsWith(prefix) && written.length > prefix.length
    ? written.slice(prefix.length)
    : written;
}
