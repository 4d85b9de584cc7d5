// Coverage: modules of one platform version that exist at another, their locations, and obstacles to
// the rest.
import { countEach, toRecord } from "../../../data/grouped.js";
import { listPortRequests } from "../../lookup/module/port-requests.js";
import { toRenamed } from "../../contract/shape/former-names.js";
import type { Coverage, CoverageRow, CoverageStatus } from "../../contract/shape/coverage.js";
import type { Successor } from "../../contract/shape/lineage.js";
import { compareText } from "../../../data/platform/platform-version.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { VersionPair } from "../../registry/api/names.js";
import { reach } from "../../../data/walk-graph.js";
import { listEntriesAtVersion, memoizeEach } from "../../lookup/memo.js";
import { listProviderEntries, listDepends } from "../../lookup/dependency/dependency-graph.js";
import {
  findEntriesByName,
  getProvider,
  getRepository,
  getTechnicalName,
  isInstallable,
  listDistinct,
} from "../../lookup/entries.js";
import { createPlanSteps, spendSteps } from "../../lookup/limits.js";
import { findLaterNames } from "../../lookup/lineage/successors.js";
import { listNearRepositories } from "../../lookup/search/near-names.js";
import type { Outcome } from "../../contract/outcome.js";

/** One row for each name, in their order. @throws TooComplex */
export function coverNames(
  snapshot: Snapshot,
  names: readonly string[],
  versions: VersionPair,
): Outcome<Coverage> {
  const missing = findMissingVersion(snapshot.versions, versions);
  if (missing !== undefined) return missing;
  const toCoverageRow = createRows(snapshot, versions);
  return {
    found: true,
    value: toCoverage(
      versions,
      names.map((name) => toCoverageRow(name)),
    ),
  };
}

/** One row for each module that a repository has at the one version, in every organization. @throws TooComplex */
export function coverRepository(
  snapshot: Snapshot,
  name: string,
  { org, ...versions }: VersionPair & { readonly org?: string | undefined },
): Outcome<Coverage> {
  const isWanted = (row: { readonly repository: string; readonly organization: string }): boolean =>
    row.repository.toLowerCase() === name.toLowerCase() &&
    (org === undefined || row.organization.toLowerCase() === org.toLowerCase());
  if (!snapshot.repositories.some(isWanted)) {
    const suggestions = listNearRepositories(snapshot, name);
    return { found: false, reason: "unknown_repository", suggestions };
  }
  const listOwn = (version: string): readonly number[] =>
    listEntriesAtVersion(snapshot, version).filter((entry) =>
      isWanted(getRepository(snapshot, entry)),
    );
  const own = listOwn(versions.from);
  const known = snapshot.versions.filter((version) => listOwn(version).length > 0);
  const missing =
    findMissingVersion(snapshot.versions, versions) ??
    findMissingVersion(known, { from: versions.from, to: versions.from });
  if (missing !== undefined) return missing;
  const toCoverageRow = createRows(snapshot, versions);
  const rows = own.map((entry) =>
    toCoverageRow(getTechnicalName(snapshot, entry), getProvider(snapshot, entry)),
  );
  return { found: true, value: toCoverage(versions, rows) };
}

/** The first of the two at which there is no module. */
export function findMissingVersion(
  known: readonly string[],
  { from, to }: VersionPair,
): Extract<Outcome<never>, { reason: "unknown_version" }> | undefined {
  const version = [from, to].find((one) => !known.includes(one));
  if (version === undefined) return undefined;
  return { found: false, reason: "unknown_version", version, availableVersions: known };
}

function toCoverage({ from, to }: VersionPair, modules: readonly CoverageRow[]): Coverage {
  const counted = countEach(modules.map(({ status }) => status));
  const counts = {
    ...toRecord(STATUSES, (status) => counted.get(status) ?? 0),
    elsewhere: modules.filter((row) => isLacking(row) && row.is_elsewhere).length,
    ready: modules.filter(isReady).length,
    not_installable_from: modules.filter(isOffFrom).length,
  };
  return { from, to, counts, modules };
}

/** In the order of the answer. */
const STATUSES = ["present", "moved", "not_installable", "missing", "unknown"] as const;

function isLacking({ status }: CoverageRow): boolean {
  return status === "missing" || status === "not_installable";
}

function isReady(row: CoverageRow): boolean {
  const { blocked_by, successors } = row;
  return isLacking(row) && blocked_by.length === 0 && successors.length === 0;
}

function isOffFrom({ providers_from, installable_from }: CoverageRow): boolean {
  return providers_from.length > 0 && !installable_from;
}

/** Facts of a name, looked up once for a question. */
interface NameDetails {
  readonly providersFrom: readonly string[];
  readonly providersTo: readonly string[];
  /** Repositories that have it installable. */
  readonly installableFrom: readonly string[];
  readonly installableTo: readonly string[];
  /** Dependencies at `from`, in any repository. */
  readonly depends: readonly string[];
  /** Modules that took over its contents, if no repository has it installable. */
  readonly successors: readonly Successor[];
}

/** Budget: each pair of blocking and blocked module counts. */
const STEPS_PER_BLOCKING = 4;

/** A function to the row of a name. @param home whose module it is; anybody's without it */
function createRows(
  snapshot: Snapshot,
  { from, to }: VersionPair,
): (name: string, home?: string) => CoverageRow {
  const steps = createPlanSteps();
  const toProviders = (entries: readonly number[]): readonly string[] =>
    listDistinct(entries.map((entry) => getProvider(snapshot, entry)));
  const toInstallable = (entries: readonly number[]): readonly string[] =>
    toProviders(entries.filter((entry) => isInstallable(snapshot, entry)));
  const readDetails = memoizeEach((name: string): NameDetails => {
    const before = listProviderEntries(snapshot, name, from);
    const after = listProviderEntries(snapshot, name, to);
    const installableTo = toInstallable(after);
    return {
      providersFrom: toProviders(before),
      providersTo: toProviders(after),
      installableFrom: toInstallable(before),
      installableTo,
      depends: listDistinct(before.flatMap((entry) => listDepends(snapshot, entry))),
      successors: installableTo.length > 0 ? [] : findLaterNames(snapshot, name, { from, to }),
    };
  });
  const isElsewhere = (name: string): boolean =>
    readDetails(name).successors.some(
      ({ technical_name, organization }) =>
        organization === null || readDetails(technical_name).installableTo.length > 0,
    );
  const isMissing = memoizeEach((name: string): boolean => {
    const { providersFrom, installableTo } = readDetails(name);
    return providersFrom.length > 0 && installableTo.length === 0 && !isElsewhere(name);
  });
  /**
   * Modules installable at `from` that no repository has installable at `to`, under any name. A
   * name outside the index tells nothing.
   */
  const listBlocking = (name: string): readonly string[] => {
    const needed = reach([name], (one) => {
      const { depends } = readDetails(one);
      spendSteps(steps, 1 + depends.length);
      return depends;
    });
    const blocking = [...needed.keys()].filter((one) => one !== name && isMissing(one));
    spendSteps(steps, STEPS_PER_BLOCKING * blocking.length);
    return blocking.toSorted(compareText);
  };
  return (name, home) => {
    const { providersFrom, providersTo, installableFrom, installableTo, successors } =
      readDetails(name);
    const homes = home === undefined ? providersFrom : [home];
    const toRowOf = (
      status: CoverageStatus,
      blocked_by: readonly string[] = [],
      port_requests: CoverageRow["port_requests"] = [],
    ): CoverageRow => ({
      technical_name: name,
      status,
      carrier: home ?? null,
      ...toRenamed("providers_from", providersFrom),
      installable_from: homes.some((one) => installableFrom.includes(one)),
      ...toRenamed("providers_to", providersTo),
      blocked_by,
      successors,
      is_elsewhere: isElsewhere(name),
      port_requests,
    });
    if (installableTo.length > 0) {
      const isThere = homes.length === 0 || homes.some((one) => installableTo.includes(one));
      return toRowOf(isThere ? "present" : "moved");
    }
    if (findEntriesByName(snapshot, name) === undefined) return toRowOf("unknown");
    const status = providersTo.length > 0 ? "not_installable" : "missing";
    return toRowOf(status, listBlocking(name), listPortRequests(snapshot, name, to));
  };
}
