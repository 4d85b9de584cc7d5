// Long chains in one module that no server answers: inheriting models, and inherited views. The
// module is built unchanged; questions about these get the problem `too_complex`.
import type { LoadedView } from "../../data/module/loaded-module.js";
import type { ModelRecord } from "../../data/module/records.js";
import { addToGroup } from "../../data/grouped.js";
import { orderByNeeds, DEEPEST_CHAIN, MOST_VIEWS } from "../../data/walk-graph.js";
import type { Diagnostic } from "./diagnostics.js";

/** First long chain of each kind, by the order of `models` and `views`. */
export function listLongChains(
  models: readonly ModelRecord[],
  views: readonly LoadedView[],
): readonly Diagnostic[] {
  return [...findLongChain(models), ...findManyViews(views)];
}

function findLongChain(models: readonly ModelRecord[]): readonly Diagnostic[] {
  const parents = new Map<string, string[]>();
  for (const { model_name: name, inherit_from: extended, attrs } of models) {
    for (const parent of [...extended, ...Object.keys(attrs?.inherits ?? {})]) {
      if (parent !== name) addToGroup(parents, name, parent);
    }
  }
  if (parents.size < DEEPEST_CHAIN) return [];
  const depths = new Map<string, number>();
  const listParents = (name: string): readonly string[] => parents.get(name) ?? [];
  for (const name of orderByNeeds(parents.keys(), listParents).order) {
    const above = listParents(name).map((one) => depths.get(one) ?? 0);
    depths.set(name, 1 + above.reduce((most, depth) => Math.max(most, depth), 0));
  }
  const first = models.find((one) => (depths.get(one.model_name) ?? 0) > DEEPEST_CHAIN);
  if (first === undefined) return [];
  const { file, line, model_name: detail } = first;
  return [{ code: "model_chain_too_long", path: file, line, detail }];
}

function findManyViews(views: readonly LoadedView[]): readonly Diagnostic[] {
  if (views.length <= MOST_VIEWS) return [];
  const above = new Map<string, string>();
  for (const { xml_id: id, inherit_id: parent } of views) if (parent) above.set(id, parent);
  const listAbove = (id: string): readonly string[] => {
    const parent = above.get(id);
    return parent === undefined ? [] : [parent];
  };
  const counts = new Map<string, number>();
  const roots = new Map<string, string>();
  for (const id of orderByNeeds(above.keys(), listAbove).order) {
    const parent = above.get(id);
    const root = parent === undefined ? id : (roots.get(parent) ?? parent);
    roots.set(id, root);
    counts.set(root, (counts.get(root) ?? 0) + 1);
  }
  const first = views.find(({ xml_id: id }) => (counts.get(roots.get(id) ?? id) ?? 0) > MOST_VIEWS);
  if (first === undefined) return [];
  const { file, line, xml_id: id } = first;
  return [{ code: "view_chain_too_long", path: file, line, detail: roots.get(id) ?? id }];
}
