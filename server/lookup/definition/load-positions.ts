// Load order of the modules of a chain, as far as known, and the reason for gaps.
// Modules outside the index that could make or change a model or a view at a platform version:
// named by indexed modules, unless other versions show that they are unrelated.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { findUnresolvedKind } from "../../../data/platform/module-names.js";
import { compareText } from "../../../data/platform/platform-version.js";
import { orderByNeeds, reach } from "../../../data/walk-graph.js";
import type { LoadOrder } from "../../contract/shape/where.js";
import {
  getProviders,
  listOrderingDepends,
  getStandIns,
  listDepends,
  listProviderEntries,
  BASE,
} from "../dependency/dependency-graph.js";
import {
  compareLoadPositions,
  findLoadPositions,
  type LoadPosition,
} from "../dependency/load-order.js";
import { deriveAtVersion } from "../memo.js";
import { getTechnicalName, listDistinct, findEntriesByName } from "../entries.js";
import { getDefaultChoice } from "../dependency/choose-provider.js";
import { putOriginalsFirst } from "../dependency/trusted-order.js";
import { createNotIndexed } from "../dependency/not-indexed.js";

/**
 * Entries of one platform version in load order, as far as it is known: those whose needs are all
 * there come first, the others after them, each after those that it depends on. It is known of all where
 * each of the others needs the one before.
 */
export function orderEntries(
  snapshot: Snapshot,
  entries: readonly number[],
  platformVersion: string,
) {
  const known = getOrdered(snapshot, platformVersion);
  const rows = putOriginalsFirst(snapshot, entries).map((entry) => ({
    entry,
    position: known.positions.get(getTechnicalName(snapshot, entry)),
  }));
  const placed = rows
    .flatMap(({ entry, position }) => (position === undefined ? [] : [{ entry, position }]))
    .toSorted((left, right) => compareLoadPositions(left.position, right.position));
  const others = rows.filter(({ position }) => position === undefined);
  const unplaced = sortByDepth(
    snapshot,
    others.map(({ entry }) => entry),
  );
  const sorted = [...placed.map(({ entry }) => entry), ...unplaced];
  const isKnown = unplaced.every((entry, at) => {
    const before = sorted[placed.length + at - 1];
    return before === undefined || needs(snapshot, entry, before);
  });
  const { isOfTable: from_platform_table } = known;
  if (isKnown) return { entries: sorted, loadOrder: { ...KNOWN, from_platform_table } };
  return { entries: sorted, loadOrder: explain(snapshot, unplaced, platformVersion, known) };
}

const KNOWN = { known: true, unplaced: [], missing: [], ambiguous: [], cycles: [] } as const;

/** By depth of the original. Entries are in the order of technical names already, of each the original first. */
function sortByDepth(snapshot: Snapshot, entries: readonly number[]): readonly number[] {
  const { depth, name } = snapshot.entries;
  const depths = new Map(entries.toReversed().map((entry) => [name.get(entry), depth.get(entry)]));
  const toDepth = (entry: number): number => depths.get(name.get(entry)) ?? 0;
  return entries.toSorted((left, right) => toDepth(left) - toDepth(right));
}

function needs(snapshot: Snapshot, entry: number, other: number): boolean {
  const name = getTechnicalName(snapshot, other);
  const { platform } = snapshot.readHead(entry).dependencies;
  return Object.values(platform).some((names) => names.includes(name));
}

interface VersionLocations {
  /**
   * Declared dependencies of each module, in all repositories that have it, or in the table of
   * Odoo's manifests.
   */
  readonly declared: ReadonlyMap<string, readonly string[]>;
  /** Modules with a known position. */
  readonly positions: ReadonlyMap<string, LoadPosition>;
  /** Names that several repositories have at different depths. */
  readonly ambiguous: ReadonlySet<string>;
  /** True if the table stands in for Odoo's own modules. */
  readonly isOfTable: boolean;
}

const getOrdered = deriveAtVersion((snapshot, platformVersion): VersionLocations => {
  const lists = Array.from(
    getProviders(snapshot, platformVersion),
    ([name, entries]) =>
      [
        name,
        entries.map((entry) => listOrderingDepends(snapshot, entry).toSorted(compareText)),
      ] as const,
  );
  const standIns = getStandIns(snapshot, platformVersion);
  const declared = new Map<string, readonly string[]>([
    ...Array.from(standIns, ([name, { depends }]) => [name, depends] as const),
    ...lists.map(([name, own]) => [name, listDistinct(own.flat())] as const),
  ]);
  const position = (without: ReadonlySet<string>): ReadonlyMap<string, LoadPosition> =>
    findLoadPositions(
      declared.keys(),
      (name) => (without.has(name) ? undefined : declared.get(name)),
      platformVersion,
    );
  const positions = position(new Set());
  const measure = (list: readonly string[]): number =>
    list.reduce((deepest, name) => Math.max(deepest, positions.get(name)?.depth ?? -1), -1);
  const differing = lists.filter(([, own]) => own.length > 1 && new Set(own.map(measure)).size > 1);
  const ambiguous = new Set(differing.map(([name]) => name));
  return {
    declared,
    positions: ambiguous.size === 0 ? positions : position(ambiguous),
    ambiguous,
    isOfTable: standIns.size > 0,
  };
});

/** Gaps in the dependencies of entries that leave their positions open. */
function explain(
  snapshot: Snapshot,
  entries: readonly number[],
  platformVersion: string,
  { declared, ambiguous, isOfTable }: VersionLocations,
): LoadOrder {
  const own = listDistinct(entries.map((entry) => getTechnicalName(snapshot, entry)));
  const listNeeds = (name: string): readonly string[] => declared.get(name) ?? [];
  const sorted = [...reach(own, listNeeds).keys()].toSorted(compareText);
  return {
    known: false,
    from_platform_table: isOfTable,
    unplaced: own,
    missing: sorted
      .filter((name) => !declared.has(name))
      .map((technical_name) => ({
        technical_name,
        kind: findUnresolvedKind(technical_name, platformVersion),
      })),
    ambiguous: sorted.filter((name) => ambiguous.has(name)),
    cycles: orderByNeeds(own, listNeeds).cycles,
  };
}

const getUnresolved = deriveAtVersion((snapshot, version) => {
  const providers = getProviders(snapshot, version);
  const { choose } = getDefaultChoice(snapshot, version);
  const listNeeds = (name: string): readonly string[] => {
    const entry = choose(name);
    return entry === undefined ? [] : listDepends(snapshot, entry);
  };
  const named = [...providers.values()].flat().flatMap((entry) => listDepends(snapshot, entry));
  const names = [...new Set([...named, BASE])].filter((name) => !providers.has(name));
  return { ...createNotIndexed(names, version, listNeeds), listNeeds };
});

export interface Subject {
  /** Modules of Odoo that make it at a version by the built-in table, where no indexed one does. */
  readonly listUnread?: (version: string) => readonly string[];
  /** Modules that make it, at any version. */
  readonly makers: readonly number[];
  /** Entries of all versions that make or change it. */
  readonly entries: readonly number[];
}

interface Unresolved {
  /** Sorted. */
  readonly names: readonly string[];
  /** Whether a module that makes or changes it needs one of these. */
  readonly isNeeded: boolean;
}

/**
 * Modules outside the index that could make or change the subject. If no indexed module makes it, only those count that
 * its extensions need.
 * @param version of an answer about it, or of none
 */
export function findUnresolved(
  snapshot: Snapshot,
  { makers, entries, listUnread }: Subject,
  version: string,
): Unresolved {
  const unresolved = getUnresolved(snapshot, version);
  const absent = (listUnread?.(version) ?? []).filter((one) => !isIndexed(snapshot, one, version));
  if (unresolved.names.length === 0) return { names: absent, isNeeded: absent.length > 0 };
  const number = snapshot.versions.indexOf(version);
  const isHere = (entry: number): boolean => snapshot.entries.version.get(entry) === number;
  const toNames = (some: readonly number[]): readonly string[] =>
    listDistinct(some.map((entry) => getTechnicalName(snapshot, entry)));
  const here = makers.filter(isHere);
  const touching = new Set(toNames(entries));
  const found = unresolved
    .listReaching(toNames(here.length > 0 ? here : makers))
    .filter((name) => touching.has(name) || findEntriesByName(snapshot, name) === undefined);
  const needed = reach(toNames(entries.filter(isHere)), unresolved.listNeeds);
  const reached = found.filter((name) => needed.has(name));
  const isNeeded = reached.length + absent.length > 0;
  const names = isNeeded && here.length === 0 ? reached : found;
  return { names: listDistinct([...names, ...absent]).toSorted(compareText), isNeeded };
}

export const isIndexed = (snapshot: Snapshot, module: string, version: string): boolean =>
  listProviderEntries(snapshot, module, version).length > 0;

/** Whether Odoo itself is not indexed at a version, or at none of the index. */
export function lacksPlatform(snapshot: Snapshot, version: string | undefined): boolean {
  const versions = version === undefined ? snapshot.versions : [version];
  return versions.every((one) => !isIndexed(snapshot, BASE, one));
}
