// Modules outside the index that could make or change a model or a view at a platform version:
// named by indexed modules, unless other versions show that they are unrelated.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { reach } from "../../../data/walk-graph.js";
import { getDefaultChoice } from "../dependency/choose-provider.js";
import {
  getProviders,
  listDepends,
  listProviderEntries,
  BASE,
} from "../dependency/dependency-graph.js";
import { createNotIndexed } from "../dependency/not-indexed.js";
import { deriveAtVersion } from "../derived.js";
import { findEntriesByName, getTechnicalName, listDistinct } from "../entries.js";

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
  /** Versions at which modules of Odoo make it, by the built-in table. */
  readonly isMadeByPlatform?: (version: string) => boolean;
  /** Modules that make it, at any version. */
  readonly makers: readonly number[];
  /** Entries of all versions that make or change it. */
  readonly entries: readonly number[];
}

/**
 * Sorted. Where nobody indexed makes it, one of those makes it that its extensions need.
 * @param version of an answer about it, or of none
 */
export function listUnresolved(
  snapshot: Snapshot,
  { makers, entries }: Subject,
  version: string,
): readonly string[] {
  const unresolved = getUnresolved(snapshot, version);
  if (unresolved.names.length === 0) return [];
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
  const making = here.length > 0 ? [] : found.filter((name) => needed.has(name));
  return making.length > 0 ? making : found;
}

/** Whether Odoo itself is not indexed at a version, or at none of the index. */
export function lacksPlatform(snapshot: Snapshot, version: string | undefined): boolean {
  const versions = version === undefined ? snapshot.versions : [version];
  return versions.every((one) => listProviderEntries(snapshot, BASE, one).length === 0);
}
