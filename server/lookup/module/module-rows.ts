// Modules as rows: the details by which lists are sorted and inventories are checked, without what a
// module defines. All entries in parts, or one row for each of many names.
import { listNearNames } from "../search/near-names.js";
import { MOST_NEAR } from "../../contract/shape/system/plan.js";
import { toRenamed } from "../../contract/shape/former-names.js";
import type { MissingModuleRow, ModuleRow } from "../../contract/shape/module.js";
import type { EntryHead } from "../../../data/module/facts.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { findPlatformModule } from "./platform-module.js";
import { getDefaultChoice } from "../dependency/choose-provider.js";
import { listProviders } from "../dependency/trusted-order.js";
import { deriveEach, listEntriesAtVersion } from "../memo.js";
import { findEntriesByName, getPlatformVersion, isInstallable, listVersions } from "../entries.js";
import { cutSlice, type Slice, type SliceRequest } from "../../contract/resource.js";

export interface ModuleListQuery extends SliceRequest {
  readonly platform_version: string | undefined;
}

/** A part of all entries, in the order of the snapshot: name, platform version, organization, repository. */
export function listModuleRows(snapshot: Snapshot, query: ModuleListQuery): Slice<ModuleRow> {
  const { rows, total } = cutEntries(snapshot, query);
  return { rows: rows.map((entry) => toModuleRow(snapshot, entry)), total };
}

/** The numbers of the entries of a part. */
export function cutEntries(snapshot: Snapshot, query: ModuleListQuery): Slice<number> {
  const { platform_version, offset, limit } = query;
  if (platform_version !== undefined) {
    return cutSlice(listEntriesAtVersion(snapshot, platform_version), query);
  }
  const total = snapshot.entries.length;
  const length = Math.max(0, Math.min(limit, total - offset));
  return { rows: Array.from({ length }, (_, position) => offset + position), total };
}

/**
 * One row for each name, in the order of the names: at the platform version, or at the newest one at
 * which it can be installed, or else is. Of several providers it is the first that has it so that it can
 * be installed, or else the first, by organization and repository.
 */
export function listNamedRows(
  snapshot: Snapshot,
  names: readonly string[],
  query: ModuleListQuery,
): Slice<ModuleRow | MissingModuleRow> {
  const { rows, total } = cutSlice(names, query);
  let unknown = 0;
  const named = rows.map((name) => {
    const row = toNamedRow(snapshot, name, query.platform_version);
    const isUnknown = !row.found && row.kind === "unknown" && row.available_versions.length === 0;
    return isUnknown && unknown++ < MOST_NEAR
      ? { ...row, near: listNearNames(snapshot, name) }
      : row;
  });
  return { rows: named, total };
}

function toNamedRow(
  snapshot: Snapshot,
  name: string,
  platformVersion: string | undefined,
): ModuleRow | MissingModuleRow {
  const entries = findEntriesByName(snapshot, name) ?? [];
  const getVersion = (entry: number): string => getPlatformVersion(snapshot, entry);
  const newest = entries.findLast((entry) => isInstallable(snapshot, entry)) ?? entries.at(-1);
  const wanted = platformVersion ?? (newest === undefined ? undefined : getVersion(newest));
  const chosen = wanted === undefined ? undefined : getDefaultChoice(snapshot, wanted).choose(name);
  if (chosen !== undefined) return toModuleRow(snapshot, chosen);
  const versions = listVersions(snapshot, entries);
  const meant = platformVersion === undefined ? snapshot.versions : [platformVersion];
  const kind = findPlatformModule(name, meant)?.edition ?? "unknown";
  return { technical_name: name, found: false, available_versions: versions, kind, near: [] };
}

/** Each is made once, since reading a record is most of the work. */
const toModuleRow = deriveEach((snapshot, entry: number): ModuleRow => {
  const record = snapshot.readOwnHead(entry);
  return {
    ...pickDetails(record),
    dependents: snapshot.nameDependents.get(snapshot.entries.name.get(entry)),
    ...toRenamed(
      "providers",
      listProviders(snapshot, record.technical_name, record.platform_version),
    ),
  };
});

function pickDetails(record: EntryHead): Omit<ModuleRow, "providers" | "carriers" | "dependents"> {
  return {
    technical_name: record.technical_name,
    found: true,
    name: record.name,
    summary: record.summary,
    version: record.version,
    platform_version: record.platform_version,
    category: record.category,
    license: record.license,
    development_status: record.development_status,
    installable: record.installable,
    application: record.application,
    organization: record.organization,
    repository: record.repository,
    source_path: record.source_path,
    update_date: record.update_date,
    last_code_change: record.last_code_change,
  };
}
