// Modules by technical name: the summary over all versions, the details at one.
import type { ModuleSelection, ModuleSummary } from "../../contract/shape/module.js";
import type { RepositoryRow } from "../../../data/snapshot/contents.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { toCopiedModule } from "../dependency/copies.js";
import { listDeclaringVersions } from "../dependency/dependency-graph.js";
import { listOwners, listProvidersOf, putOriginalsFirst } from "../dependency/trusted-order.js";
import { listSelectedKeys, openDetails, type DetailKey } from "./detail.js";
import {
  findEntriesByName,
  getDisplayName,
  getPlatformVersion,
  getRepository,
  getRepositoryByNumber,
  isInstallable,
  listDistinct,
  listVersions,
} from "../entries.js";
import { isSameName } from "../forge.js";
import { findSuccessors } from "../lineage/successors.js";
import { listNearNames } from "../search/near-names.js";
import type { Outcome } from "../../contract/outcome.js";
import { findPlatformModule } from "./platform-module.js";

/** Wanted repositories; names are compared without case, as hosts do. */
export interface ProviderFilter {
  readonly org: string | undefined;
  readonly repo: string | undefined;
}

export interface DetailFilter extends ProviderFilter {
  readonly platform_version: string;
}

export function findModuleSummary(
  snapshot: Snapshot,
  technicalName: string,
): Outcome<ModuleSummary> {
  const found = findEntriesByName(snapshot, technicalName) ?? [];
  const entries = putOriginalsFirst(snapshot, found.toReversed());
  const [newest] = entries;
  if (newest === undefined) return unknownModule(snapshot, technicalName, snapshot.versions);
  const value = {
    name: getDisplayName(snapshot, newest),
    technical_name: technicalName,
    ...listWhere(snapshot, found),
    installable: listWhere(
      snapshot,
      found.filter((entry) => isInstallable(snapshot, entry)),
    ),
    copies: entries.flatMap((entry) => toCopiedModule(snapshot, entry) ?? []),
  };
  return { found: true, value };
}

/** @param entries in order */
function listWhere(snapshot: Snapshot, entries: readonly number[]): ModuleSummary["installable"] {
  return {
    platform_versions: listVersions(snapshot, entries),
    repos: listDistinct(
      listOwners(snapshot, entries).map((number) => getRepositoryByNumber(snapshot, number).git),
    ),
  };
}

/** The modules at a version, the original first, with the keys that are asked for. */
export function findModuleDetails(
  snapshot: Snapshot,
  technicalName: string,
  filter: DetailFilter,
  keys: readonly DetailKey[] = listSelectedKeys({}),
): Outcome<readonly ModuleSelection[]> {
  const outcome = findModuleEntries(snapshot, technicalName, filter);
  if (!outcome.found) return outcome;
  return { found: true, value: outcome.value.map(openDetails(snapshot, keys)) };
}

/** The numbers of the entries at a version, the original first; at least one. */
export function findModuleEntries(
  snapshot: Snapshot,
  technicalName: string,
  filter: DetailFilter,
): Outcome<readonly number[]> {
  const entries = findEntriesByName(snapshot, technicalName);
  const { platform_version: version } = filter;
  if (entries === undefined) return unknownModule(snapshot, technicalName, [version]);
  const atVersion = entries.filter((entry) => getPlatformVersion(snapshot, entry) === version);
  if (atVersion.length === 0) {
    const availableVersions = listVersions(snapshot, entries);
    const platformModule = findPlatformModule(technicalName, [version]);
    const successors = findSuccessors(snapshot, technicalName, version);
    const reason = "module_not_at_version";
    return { found: false, reason, version, availableVersions, platformModule, successors };
  }
  const matching = atVersion.filter((entry) =>
    isProvidedBy(getRepository(snapshot, entry), filter),
  );
  if (matching.length === 0) {
    const availableRepositories = listProvidersOf(snapshot, atVersion);
    return { found: false, reason: "module_not_in_repository", availableRepositories };
  }
  return { found: true, value: putOriginalsFirst(snapshot, matching) };
}

export function isProvidedBy(
  { organization, repository }: Pick<RepositoryRow, "organization" | "repository">,
  { org, repo }: ProviderFilter,
): boolean {
  return isSameName(organization, org) && isSameName(repository, repo);
}

/** @param versions those that may be meant, in numeric order */
export function unknownModule(
  snapshot: Snapshot,
  technicalName: string,
  versions: readonly string[],
): Outcome<never> {
  return {
    found: false,
    reason: "unknown_module",
    suggestions: listNearNames(snapshot, technicalName),
    requiredAtVersions: listDeclaringVersions(snapshot, technicalName),
    platformModule: findPlatformModule(technicalName, versions),
    successors: findSuccessors(snapshot, technicalName, versions.at(-1)),
  };
}
