// From parsed modules to the rows of a snapshot: defaults, versions, links and order. Pure.
import type { ModuleParts } from "../../data/module-parts.js";
import { compareRecords, type RecordPlace } from "../../data/snapshot/encode.js";
import type { ModuleRecord } from "../../data/records.js";
import { toTimestamp } from "../../data/snapshot/record-facts.js";
import { linkDependencies, toDeclaredDependencies } from "./dependencies.js";
import type { ReadModule } from "./read-module.js";
import { linkViewTypes } from "./view-types.js";

/** What the platform assumes where a manifest says nothing. */
const DEFAULT_LICENSE = "LGPL-3";
const DEFAULT_CATEGORY = "Uncategorized";
const DEFAULT_VERSION = "0.1.0";

/** The records of all modules, in the order of a snapshot's entries, whatever the order of input. */
export function linkRecords(found: readonly ReadModule[]): readonly ModuleRecord[] {
  // Sorted before linking too: of two carriers of one view id the first one counts.
  const modules = found.toSorted(compareModules);
  const declared = modules.map((module) => toDeclaredDependencies(module.parsed.manifest));
  const resolutions = linkDependencies(
    modules.map((module, index) => ({
      technicalName: module.technicalName,
      platformVersion: module.platformVersion,
      carrier: `${module.organization}/${module.repository}`,
      declared: declared[index] ?? { platform: [], pip: [], bin: [] },
    })),
  );
  const views = linkViewTypes(
    modules.map((module) => ({
      technicalName: module.technicalName,
      platformVersion: module.platformVersion,
      views: module.parsed.views,
    })),
  );
  return modules.map((module, index): ModuleRecord => {
    const { manifest, description, models } = module.parsed;
    const resolution = resolutions[index];
    return {
      technical_name: module.technicalName,
      name: manifest.name ?? module.technicalName,
      version: toModuleVersion(manifest.version, module.platformVersion),
      manifest_version: manifest.version,
      summary: manifest.summary ?? "",
      description,
      authors: manifest.authors,
      website: manifest.website ?? "",
      license: manifest.license ?? DEFAULT_LICENSE,
      category: manifest.category ?? DEFAULT_CATEGORY,
      auto_install: manifest.autoInstall,
      application: manifest.application,
      installable: manifest.installable,
      development_status: manifest.developmentStatus,
      maintainers: manifest.maintainers,
      committers: module.committers,
      dependencies: resolution?.dependencies ?? { platform: {}, pip: [], bin: [] },
      declared_dependencies: declared[index] ?? { platform: [], pip: [], bin: [] },
      unresolved_dependencies: resolution?.unresolved ?? [],
      update_date: toTimestamp(module.updatedAtSeconds),
      git: module.git,
      commit: module.commit,
      folder_size: module.folderSizeBytes,
      repository: module.repository,
      organization: module.organization,
      platform_version: module.platformVersion,
      source_path: module.sourcePath,
      views: views[index] ?? [],
      models,
    };
  });
}

/** The parts of each record that `linkRecords` gives for the same modules. */
export function listParts(found: readonly ReadModule[]): readonly ModuleParts[] {
  return found.toSorted(compareModules).map((module) => module.parsed.parts);
}

function compareModules(left: ReadModule, right: ReadModule): number {
  return compareRecords(toPlace(left), toPlace(right));
}

function toPlace(module: ReadModule): RecordPlace {
  return {
    technical_name: module.technicalName,
    platform_version: module.platformVersion,
    organization: module.organization,
    repository: module.repository,
    source_path: module.sourcePath,
  };
}

/** `17.0.1.2.3` at `17.0` is `1.2.3`; any other version stays as written. */
export function toModuleVersion(written: string | null, platformVersion: string): string {
  if (written === null) return DEFAULT_VERSION;
  const prefix = `${platformVersion}.`;
  return written.startsWith(prefix) && written.length > prefix.length
    ? written.slice(prefix.length)
    : written;
}
