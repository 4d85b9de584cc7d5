// Base of all questions "where is it?": the modules of one platform version that define something,
// each after its dependencies, and the requested part of them.
import type {
  DefinitionLocation,
  DefinitionVersions,
  LoadOrder,
} from "../../contract/shape/where.js";
import type { ModuleRecord } from "../../../data/module/records.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { Steps } from "../../../data/yield.js";
import {
  getPlatformVersion,
  getRepository,
  getTechnicalName,
  isInstallable,
  listDistinct,
  listVersions,
} from "../entries.js";
import { findLineTemplate } from "../forge.js";
import { listProvidersOf } from "../dependency/trusted-order.js";
import { orderEntries, lacksPlatform, findUnresolved, type Subject } from "./load-positions.js";
import { isProvidedBy, type ProviderFilter } from "../module/modules.js";
import type { Doubt, Outcome } from "../../contract/outcome.js";
import type { Completeness } from "../../contract/shape/completeness.js";
import { compareText } from "../../../data/platform/platform-version.js";
import { toCompleteness } from "../dependency/not-indexed.js";
import { findMainVersion } from "../find/living.js";
import { cutSlice, type SliceRequest } from "../../contract/resource.js";

export interface DefinitionQuery extends SliceRequest, ProviderFilter {
  /**
   * Default: the newest version with a known maker at which it can be installed, or else exists; a maker that is not indexed
   * counts up to the main version of the index, since few modules are at newer ones.
   */
  readonly platform_version: string | undefined;
}

/** A part of an answer, with the number of modules of the whole. */
export interface Located<T> {
  readonly body: T;
  readonly total: number;
}

interface DefinitionChain {
  readonly versions: DefinitionVersions;
  /** In the order in which the platform loads them, where `loadOrder` says so. */
  readonly entries: readonly number[];
  readonly loadOrder: LoadOrder;
  readonly completeness: Completeness & { readonly not_indexed_needed: boolean };
}

interface Wanted {
  /** Name for the message that it is elsewhere. */
  readonly what: string;
  /** Subject: the model of a field, or the thing itself. */
  readonly subject: Subject;
  /** The entries that have it. */
  readonly entries: readonly number[];
}

/** The chain of what has something at the version, organization and repository that were asked for. */
export function chooseChain(
  snapshot: Snapshot,
  { what, subject, entries }: Wanted,
  query: DefinitionQuery,
): Outcome<DefinitionChain> {
  const allowed = entries.filter((entry) => isProvidedBy(getRepository(snapshot, entry), query));
  const version = chooseVersion(
    snapshot,
    { subject, entries: allowed.length > 0 ? allowed : entries },
    query,
  );
  const isWanted = (entry: number): boolean => snapshot.entries.version.get(entry) === version;
  const atVersion = entries.filter(isWanted);
  const versions = listVersions(snapshot, entries);
  if (atVersion.length === 0) {
    const doubt = findDoubt(snapshot, subject, query);
    return { found: false, reason: "not_at_version", what, availableVersions: versions, doubt };
  }
  const chosen = allowed.filter(isWanted);
  const [first] = chosen;
  if (first === undefined) {
    const availableRepositories = listProvidersOf(snapshot, atVersion);
    return { found: false, reason: "not_in_repository", what, availableRepositories };
  }
  const platform_version = getPlatformVersion(snapshot, first);
  const { names, isNeeded } = findUnresolved(snapshot, subject, platform_version);
  const value = {
    versions: { platform_version, platform_versions: versions },
    completeness: { ...toCompleteness(names), not_indexed_needed: isNeeded },
    ...orderEntries(snapshot, chosen, platform_version),
  };
  return { found: true, value };
}

/** Modules that could define a name that nobody defines at the version of a query, or at any. */
export function findDoubt(
  snapshot: Snapshot,
  subject: Subject,
  { platform_version: version }: Pick<DefinitionQuery, "platform_version">,
): Doubt {
  const versions = version === undefined ? snapshot.versions : [version];
  const names = versions.flatMap((one) => findUnresolved(snapshot, subject, one).names);
  return {
    notIndexed: listDistinct(names).toSorted(compareText),
    lacksPlatform: lacksPlatform(snapshot, version),
    makers: listDistinct(versions.flatMap((one) => subject.listUnread?.(one) ?? [])),
  };
}

/** Rows for a part of the entries of a chain; only the records of that part are read, one a step. */
export function* readDefiners<Row extends object>(
  snapshot: Snapshot,
  entries: readonly number[],
  page: SliceRequest,
  toLink: (record: ModuleRecord, entry: number) => Row,
): Steps<readonly (DefinitionLocation & Row)[]> {
  const rows: (DefinitionLocation & Row)[] = [];
  const names = listDistinct(entries.map((entry) => getTechnicalName(snapshot, entry)));
  for (const entry of cutSlice(entries, page).rows) {
    const record = snapshot.readRecord(entry);
    const needed = new Set(Object.values(record.dependencies.platform).flat());
    const { technical_name, organization, repository, installable } = record;
    const after = names.filter((name) => name !== technical_name && needed.has(name));
    const line_url = findLineTemplate(record);
    const provider = { technical_name, organization, repository, installable, line_url, after };
    rows.push({ ...provider, ...toLink(record, entry) });
    yield;
  }
  return rows;
}

/**
 * Number of the requested version. Default: the newest at which one of the entries can be installed,
 * or else exists, and whose maker is known, if any; −1 for none.
 */
function chooseVersion(
  snapshot: Snapshot,
  { subject, entries }: Pick<Wanted, "subject" | "entries">,
  { platform_version }: DefinitionQuery,
): number {
  if (platform_version !== undefined) return snapshot.versions.indexOf(platform_version);
  const { version } = snapshot.entries;
  const made = new Set(subject.makers.map((entry) => version.get(entry)));
  const main = snapshot.versions.indexOf(findMainVersion(snapshot) ?? "");
  const isMade = (entry: number): boolean =>
    made.has(version.get(entry)) ||
    (version.get(entry) <= main &&
      (subject.listUnread?.(getPlatformVersion(snapshot, entry)) ?? []).length > 0);
  const installable = entries.filter((entry) => isInstallable(snapshot, entry));
  const candidates = installable.length > 0 ? installable : entries;
  const known = candidates.filter(isMade);
  return (known.length > 0 ? known : candidates).reduce(
    (newest, entry) => Math.max(newest, version.get(entry)),
    -1,
  );
}
