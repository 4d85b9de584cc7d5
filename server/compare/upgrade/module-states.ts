// What became of the modules of two systems, and what of them is known: of a module that is not indexed on a side nothing
// is told there, neither that it goes nor that it comes.
import { findPlatformEdition } from "../../../data/platform/module-names.js";
import type { ModuleUpgrade } from "../../contract/shape/migration/upgrade.js";
import { BASE, listProviderEntries } from "../../lookup/dependency/dependency-graph.js";
import { isInstallable } from "../../lookup/entries.js";
import { memoizeEach } from "../../lookup/memo.js";
import type { LoadedSystem } from "../../registry/loaded/loaded-system.js";
import type { UpgradeNames } from "./upgrade-names.js";

export type ModuleState = ModuleUpgrade["state"];

export interface ModuleStates {
  /** Of a module before. */
  findBefore(module: string): ModuleState;
  /** Of one afterwards. */
  findAfter(module: string): ModuleState;
  /** Names before of what has another name, or is part of another module, afterwards. */
  listFormer(module: string): readonly string[];
}

/** What is told of it is told by both sides. */
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
  for (const { name } of from.modules) {
    const later = names.toModule(name);
    images.set(later, [...(images.get(later) ?? []), name]);
  }
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
      : from.known.names.includes(module);
    return wasThere ? "not_known" : "added";
  }
  return {
    findBefore: memoizeEach(findBefore),
    findAfter: memoizeEach(findAfter),
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
