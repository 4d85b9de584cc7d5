// When fields come to be while a system is loaded: the indexes of the modules in load order after which a model has them, or
// has them otherwise; as its own, by inheritance or by delegation.
import { DEEPEST_CHAIN, spendSteps, tooDeep, type StepBudget } from "../../lookup/limits.js";
import { createDepth, memoizeAcyclic, memoizeEach } from "../../lookup/memo.js";
import type { ClassNode } from "../../registry/model/class-order.js";
import { BASE } from "../../registry/model/lineage.js";
import type { Models, StoredModel } from "../../registry/model/models.js";

interface FieldIndexes {
  /** Ascending; `_order` and `_inherits` are those of the model. What no class defines is made with the model. */
  list(field: string): readonly number[];
}

/** @returns for a model when its fields come to be; @throws TooComplex, also later */
export function createFieldIndexes(
  models: Models,
  budget: StepBudget,
): (model: string) => FieldIndexes | undefined {
  const listOwn = memoizeEach((model: string): readonly ClassNode[] => {
    const bases = models.findStored(model)?.lineage.bases ?? [];
    return bases.filter((base) => base.kind === "class");
  });
  const getDefined = memoizeEach((own: ClassNode): readonly string[] => [...listDefined(own)]);
  /** Most fields come to be once, many at the same index. */
  const atOne = memoizeEach((loadIndex: number): readonly number[] => [loadIndex]);
  const add = (
    loadIndexes: Map<string, readonly number[]>,
    field: string,
    loadIndex: number,
  ): void => {
    const known = loadIndexes.get(field);
    if (known === undefined) loadIndexes.set(field, atOne(loadIndex));
    else if (!known.includes(loadIndex)) {
      loadIndexes.set(
        field,
        [...known, loadIndex].toSorted((left, right) => left - right),
      );
    }
  };

  /** Models whose fields the model has, with the first index from which on it has them. */
  function findArrivals(name: string): ReadonlyMap<string, number> {
    const first = Math.min(...listOwn(name).map(({ source }) => source.rank[0]));
    const arrivals = new Map([
      [name, first],
      [BASE, first],
    ]);
    const waiting = [name];
    for (const one of waiting) {
      for (const { inherit, source } of listOwn(one)) {
        spendSteps(budget, 1 + inherit.length);
        const loadIndex = Math.max(arrivals.get(one) ?? first, source.rank[0]);
        for (const parent of inherit) {
          if (loadIndex >= (arrivals.get(parent) ?? Infinity)) continue;
          arrivals.set(parent, loadIndex);
          waiting.push(parent);
        }
      }
    }
    return arrivals;
  }

  function createIndexes(name: string): FieldIndexes | undefined {
    const model = models.findStored(name);
    if (model === undefined) return undefined;
    const loadIndexes = new Map<string, readonly number[]>();
    const links = new Map<string, number>();
    const arrivals = findArrivals(name);
    for (const [ancestor, arrival] of arrivals) {
      for (const own of listOwn(ancestor)) {
        const loadIndex = Math.max(arrival, own.source.rank[0]);
        for (const parent of own.inherits.keys()) {
          links.set(parent, Math.min(loadIndex, links.get(parent) ?? loadIndex));
        }
        for (const field of getDefined(own)) add(loadIndexes, field, loadIndex);
      }
    }
    const first = arrivals.get(name) ?? 0;
    for (const [parent, link] of model.inherits) {
      const since = links.get(parent) ?? loadIndexes.get(link)?.[0] ?? first;
      if (!loadIndexes.has(link)) add(loadIndexes, link, since);
      addDelegated(loadIndexes, parent, since);
    }
    spendSteps(budget, loadIndexes.size);
    return { list: (field) => loadIndexes.get(field) ?? atOne(first) };
  }

  /** Own fields of the model are no longer delegated. */
  function addDelegated(
    loadIndexes: Map<string, readonly number[]>,
    parent: string,
    since: number,
  ): void {
    const known = findIndexes(parent);
    for (const field of models.findStored(parent)?.fieldNames ?? []) {
      const own = loadIndexes.get(field)?.[0] ?? Infinity;
      for (const loadIndex of known?.list(field) ?? []) {
        if (Math.max(loadIndex, since) < own) add(loadIndexes, field, Math.max(loadIndex, since));
      }
    }
  }

  const findIndexes = memoizeAcyclic(
    createIndexes,
    createDepth(DEEPEST_CHAIN, (model: string) => tooDeep(`model ${model}`)),
  );
  return findIndexes;
}

/** Fields of a class and of its bases in Python. */
function* listDefined({ order, inherits }: ClassNode): Generator<string> {
  for (const node of order) {
    if (node.kind !== "class" || !node.isModelClass) continue;
    yield* node.fields.keys();
    if (givesOrder(node)) yield "_order";
  }
  if (inherits.size > 0) yield "_inherits";
}

/** Order as an attribute, or by a method in its place. */
function givesOrder({ methods, source: { definition } }: ClassNode): boolean {
  const { values, imported, dynamic } = definition;
  const given = [values, imported, methods].some((names) => names.has("_order"));
  return given || dynamic.includes("_order");
}

/** Fields of a model to compare after a module. */
interface Touched {
  /** Fields that nothing touches later: they are then as in the whole system. */
  readonly settled: string[];
  readonly open: string[];
}

/** By index in load order, then by model. */
export type TouchedModels = Map<number, Map<string, Touched>>;

/** Attributes whose changes are not reported. */
const IGNORED: ReadonlySet<string> = new Set([
  "create_date",
  "create_uid",
  "id",
  "write_date",
  "write_uid",
]);

/** Adds a model with a table. */
export function addTouched(
  touched: TouchedModels,
  { lineage: { model }, fieldNames, inherits }: StoredModel,
  loadIndexes: FieldIndexes,
): void {
  const own = inherits.size === 0 ? ["_order"] : ["_order", "_inherits"];
  for (const field of [...own, ...fieldNames]) {
    if (IGNORED.has(field)) continue;
    const all = loadIndexes.list(field);
    for (const [at, loadIndex] of all.entries()) {
      const byModel = touched.get(loadIndex) ?? new Map<string, Touched>();
      touched.set(loadIndex, byModel);
      const known = byModel.get(model) ?? { settled: [], open: [] };
      byModel.set(model, known);
      (at === all.length - 1 ? known.settled : known.open).push(field);
    }
  }
}
