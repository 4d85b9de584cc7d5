// States of modules in two systems, and the limits of knowledge: a module outside the index on a
// side neither goes nor comes.
import { addToGroup } from "../../../data/grouped.js";
import { reach } from "../../../data/walk-graph.js";
import { findPlatformEdition } from "../../../data/platform/module-names.js";
import type { ModuleUpgrade } from "../../contract/shape/migration/upgrade.js";
import {
  BASE,
  listDepends,
  listProviderEntries,
} from "../../lookup/dependency/dependency-graph.js";
import { isInstallable } from "../../lookup/entries.js";
import { memoizeEach, once } from "../../lookup/memo.js";
import type { LoadedSystem } from "../../registry/loaded/loaded-system.js";
import type { UpgradeNames } from "../names.js";

export type ModuleState = ModuleUpgrade["state"];

export interface ModuleStates {
  /** State of a module before. */
  findBefore(module: string): ModuleState;
  /** State of a module afterwards. */
  findAfter(module: string): ModuleState;
  /**
   * True if the index has either at the other version, or nobody can have it: then moves between
   * them are reported.
   */
  isMoveKnown(before: string, after: string): boolean;
  /** Names before of what has another name, or is part of another module, afterwards. */
  listFormer(module: string): readonly string[];
}

/** True if both sides know it. */
export const isKnown = (state: ModuleState): boolean =>
  state !== "not_ported" && state !== "not_known";

export function createModuleStates(
  from: LoadedSystem,
  to: LoadedSystem,
  {
    names,
    uninstalled,
  }: { readonly names: UpgradeNames; readonly uninstalled: ReadonlySet<string> },
): ModuleStates {
  const isOneVersion = from.platformVersion === to.platformVersion;
  const images = new Map<string, string[]>();
  for (const { name } of from.modules) addToGroup(images, names.toModule(name), name);
  /** Missing modules before, and their later dependencies, which may be old ones. */
  const getOpen = once(() =>
    reach(from.known.names, (name) => {
      const one = to.find(name);
      return one === undefined ? [] : listDepends(to.snapshot, one.entry);
    }),
  );
  function findBefore(module: string): ModuleState {
    const later = names.toModule(module);
    if (to.find(later) !== undefined) {
      if (later === module) return "compared";
      return (images.get(later)?.length ?? 0) > 1 ? "merged" : "renamed";
    }
    if (isOneVersion || uninstalled.has(module)) return "removed";
    if (isProvided(to, module)) return to.known.names.length > 0 ? "not_known" : "removed";
    if (isOfPlatform(to, later)) return "not_known";
    return isOfPlatform(from, module) && isProvided(to, BASE) ? "removed" : "not_ported";
  }
  function findAfter(module: string): ModuleState {
    if (images.has(module)) return "compared";
    if (isOneVersion) return "added";
    if (isProvided(from, module)) return from.known.names.length > 0 ? "not_known" : "added";
    const wasThere = isOfPlatform(to, module)
      ? !isProvided(from, BASE) || isOfPlatform(from, module)
      : getOpen().has(module);
    return wasThere ? "not_known" : "added";
  }
  const states = { findBefore: memoizeEach(findBefore), findAfter: memoizeEach(findAfter) };
  return {
    ...states,
    isMoveKnown: (before, after) =>
      (isKnown(states.findBefore(before)) || isProvided(to, before)) &&
      (isKnown(states.findAfter(after)) || isProvided(from, after)),
    listFormer: (module) => (images.get(module) ?? []).filter((name) => name !== module),
  };
}

const isProvided = ({ snapshot, platformVersion }: LoadedSystem, name: string): boolean =>
  listProviderEntries(snapshot, name, platformVersion).some((entry) =>
    isInstallable(snapshot, entry),
  );

/** Whether Odoo itself has a module of the name at the version, indexed or not. */
const isOfPlatform = ({ platformVersion }: LoadedSystem, name: string): boolean =>
  findPlatformEdition(name, platformVersion) === "core";
