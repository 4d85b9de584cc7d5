// Knowledge of a system with modules outside the index: the things these could change, the modules
// they could bring, and the certain part of the load order.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { findPlatformEdition } from "../../../data/platform/module-names.js";
import { reach } from "../../../data/walk-graph.js";
import {
  listDepends,
  listOrderingDepends,
  listProviderEntries,
  BASE,
  getStandIns,
} from "../../lookup/dependency/dependency-graph.js";
import { findLoadPositions } from "../../lookup/dependency/load-order.js";
import { createNotIndexed, type NotIndexed } from "../../lookup/dependency/not-indexed.js";
import { createPlanSteps, spendSteps } from "../../lookup/limits.js";
import { memoizeEach, once } from "../../lookup/memo.js";
import { createReadiness, listAutoInstalling, type System } from "../resolve.js";

export interface SystemKnowledge extends NotIndexed {
  /** Entries that are not of the system as far as it is known, and could be: what installs itself, and what that needs. */
  mayCome(entry: number): boolean;
  /**
   * Names that leave open in which order the platform loads some modules of the system; none where each is known to
   * come after the one before.
   * @throws TooComplex
   * @param modules in their order
   */
  listLeavingOrderOpen(modules: readonly string[]): readonly string[];
  /** Whether the index of a module in load order follows from what is indexed. */
  isOrdered(module: string): boolean;
}

const ALL_KNOWN: SystemKnowledge = {
  names: [],
  listReaching: () => [],
  mayCome: () => false,
  listLeavingOrderOpen: () => [],
  isOrdered: () => true,
};

export function createSystemKnowledge(snapshot: Snapshot, system: System): SystemKnowledge {
  const { question, path, installed, missing, standIns } = system;
  const { platformVersion } = question;
  const isIndexed = (name: string): boolean =>
    path.isExcluded(name) || listProviderEntries(snapshot, name, platformVersion).length > 0;
  // `base` is in every system.
  const names = [...new Set([...missing.keys(), BASE])].filter((name) => !isIndexed(name));
  if (names.length === 0) return ALL_KNOWN;
  const table = getStandIns(snapshot, platformVersion);
  const listOfEntry = memoizeEach((entry: number) => listDepends(snapshot, entry));
  const listNeeds = (name: string): readonly string[] => {
    const entry = path.find(name);
    return entry === undefined ? (standIns.get(name)?.depends ?? []) : listOfEntry(entry);
  };
  // Dependencies of the others come from the table of their manifests.
  const unknown = names.filter((name) => !standIns.has(name));
  const notIndexed = createNotIndexed(names, platformVersion, listNeeds);
  const steps = createPlanSteps();
  const getNeeded = memoizeEach((name: string) => {
    const needed = reach([name], listNeeds);
    spendSteps(steps, needed.size);
    return needed;
  });
  const getComing = once(() => listComing(snapshot, system, { unknown, listNeeds }));
  const getOrdered = once(() =>
    findLoadPositions(
      [...installed.keys(), ...standIns.keys()],
      (name) => {
        const entry = installed.get(name)?.entry;
        if (entry !== undefined) return listOrderingDepends(snapshot, entry);
        return standIns.has(name) ? table.get(name)?.depends : undefined;
      },
      platformVersion,
    ),
  );
  const isOrdered = (module: string): boolean => getOrdered().has(module);
  return {
    ...notIndexed,
    mayCome: (entry) => getComing().has(entry),
    isOrdered,
    listLeavingOrderOpen: (modules) =>
      modules.flatMap((module, at) => {
        const before = modules[at - 1] ?? module;
        if (module === before || (isOrdered(module) && isOrdered(before))) return [];
        if (listNeeds(module).includes(before) || getNeeded(module).has(before)) return [];
        return unknown.filter((name) => getNeeded(module).has(name) || getNeeded(before).has(name));
      }),
  };
}

interface Needs {
  readonly unknown: readonly string[];
  readonly listNeeds: (name: string) => readonly string[];
}

/** A dependent of a missing name may bring modules that others wait for. */
function listComing(
  snapshot: Snapshot,
  { question, path, installed, missing }: System,
  { unknown, listNeeds }: Needs,
): ReadonlySet<number> {
  if (question.auto_install === false || unknown.length === 0) return new Set();
  const version = question.platformVersion;
  const isOfPlatform = (name: string): boolean => findPlatformEdition(name, version) !== undefined;
  const bringsAnything = !unknown.every(isOfPlatform);
  const mayBeThere = (name: string): boolean =>
    installed.has(name) || missing.has(name) || bringsAnything || isOfPlatform(name);
  const waiting = listAutoInstalling(snapshot, version).filter(
    ({ name, entry }) =>
      entry !== undefined && !installed.has(name) && path.find(name) === entry && path.has(entry),
  );
  const takeReady = createReadiness(waiting);
  const coming = new Set<string>();
  let there = [...new Set(waiting.flatMap(({ triggers }) => triggers))].filter(mayBeThere);
  for (let ready = takeReady(there); ready.length > 0; ready = takeReady(there)) {
    there = [];
    reach(
      ready.flatMap((index) => waiting[index]?.name ?? []),
      (name) => {
        if (installed.has(name) || coming.has(name)) return [];
        coming.add(name);
        if (!mayBeThere(name)) there.push(name);
        return listNeeds(name);
      },
    );
  }
  return new Set([...coming].flatMap((name) => path.find(name) ?? []));
}
