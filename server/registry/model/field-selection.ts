// The values of a selection after all classes that add some (17.0: Selection in odoo/fields.py,
// merge_sequences and topological_sort in odoo/tools/misc.py).
import { visitDepthFirst } from "../../../data/walk-graph.js";
import { spendSteps } from "../../lookup/limits.js";
import { DYNAMIC, type Attribute } from "./attribute.js";
import type { ClassReader } from "./class-reader.js";
import type { Arguments } from "./field-types.js";

/** Value and label. */
type Selection = readonly (readonly [value: string, label: string])[];

/**
 * @param definitions arguments of all definitions, those that override last
 * @returns `undefined` where only running code knows them
 */
export function mergeSelection(
  definitions: readonly Arguments[],
  { rules, steps }: Pick<ClassReader, "rules" | "steps">,
): Selection | undefined {
  let values: readonly string[] | undefined;
  let labels = new Map<string, string>();
  for (const given of definitions) {
    if (given.has("selection")) {
      const items = toItems(given.get("selection"));
      values = items?.map(([value]) => value);
      labels = toLabels(items ?? []);
    }
    if (given.has("selection_add")) {
      const added = toItems(given.get("selection_add"));
      spendSteps(steps, (values?.length ?? 0) + (added?.length ?? 0));
      const sequences = values && added && [values, added.map(([value]) => value)];
      values =
        sequences &&
        (rules.ordersAddedValues ? mergeSequences(sequences) : [...new Set(sequences.flat())]);
      for (const [value, label] of toLabels(added ?? [])) labels.set(value, label);
    }
  }
  return values?.map((value) => [value, labels.get(value) ?? value]);
}

/** All items, in an order that keeps that of each sequence; a later sequence draws its items to the end. */
export function mergeSequences(sequences: readonly (readonly string[])[]): readonly string[] {
  const before = new Map<string, string[]>();
  for (const sequence of sequences) {
    for (const [position, item] of sequence.entries()) {
      const known = before.get(item) ?? [];
      before.set(item, known);
      const previous = sequence[position - 1];
      if (previous !== undefined) known.push(previous);
    }
  }
  const merged: string[] = [];
  visitDepthFirst(before.keys(), (item) => before.get(item) ?? [], {
    leave: (item) => void merged.push(item),
  });
  return merged;
}

type Item = readonly [value: string, label?: string];

function toItems(list: Attribute | undefined): readonly Item[] | undefined {
  if (list === DYNAMIC || !Array.isArray(list)) return undefined;
  const items = (list as readonly unknown[]).filter(isItem);
  return items.length === list.length ? items : undefined;
}

function isItem(item: unknown): item is Item {
  return (
    Array.isArray(item) &&
    (item.length === 1 || item.length === 2) &&
    item.every((part) => typeof part === "string")
  );
}

function toLabels(items: readonly Item[]): Map<string, string> {
  return new Map(items.flatMap(([value, label]) => (label === undefined ? [] : [[value, label]])));
}
