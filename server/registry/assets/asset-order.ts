// Order in which the modules of a system add to bundles; differs from load order
// (`_topological_sort` of odoo/addons/base/models/ir_asset.py).
import { compareText } from "../../../data/platform/platform-version.js";
import {
  ASSETS_KEY,
  NO_STEPS,
  toAssetSteps,
  type AssetSteps,
} from "../../../data/snapshot/loaded/packed-browser.js";
import { visitDepthFirst } from "../../../data/walk-graph.js";
import { isApplication } from "../../lookup/entries.js";
import type { LoadedSystem, SystemModule } from "../loaded/loaded-system.js";

export interface AssetModule {
  readonly module: SystemModule;
  readonly steps: AssetSteps;
}

/** Applications first, then by sequence and name; before each what it depends on, in the order of its manifest. */
export function orderAssetModules(system: LoadedSystem): readonly AssetModule[] {
  const { snapshot, modules, find, readRow } = system;
  const having = new Set(system.listModules(snapshot.loaded.listEntriesWith(ASSETS_KEY)));
  const all = modules.map((module): AssetModule => {
    const steps = having.has(module) ? readRow(module, ASSETS_KEY, toAssetSteps) : undefined;
    return { module, steps: steps ?? NO_STEPS };
  });
  const byName = new Map(all.map((one) => [one.module.name, one]));
  const rank = ({ module }: AssetModule): number => (isApplication(snapshot, module.entry) ? 0 : 1);
  const sorted = all.toSorted(
    (left, right) =>
      rank(left) - rank(right) ||
      left.steps.sequence - right.steps.sequence ||
      compareText(left.module.name, right.module.name),
  );
  const ordered: AssetModule[] = [];
  const listNeeds = ({ module }: AssetModule): readonly AssetModule[] =>
    Array.from(snapshot.needs.view(module.entry), (need) =>
      snapshot.dependencies.keys.get(need),
    ).flatMap((name) => (find(name) === undefined ? [] : (byName.get(name) ?? [])));
  visitDepthFirst(sorted, listNeeds, { leave: (one) => ordered.push(one) });
  return ordered;
}
