// Registry class of a model as the platform builds it (17.0: _build_model in odoo/models.py): its
// own classes, those loaded last first, then its parents.
import { createDepth, memoizeAcyclic, memoizeEach } from "../../lookup/memo.js";
import { DEEPEST_CHAIN, spendSteps, withinLimits, tooDeep } from "../../lookup/limits.js";
import type { ClassReader } from "./class-reader.js";
import {
  createClassNodes,
  type Ancestor,
  type ClassNode,
  type ModelNode,
  mergeOrders,
} from "./class-order.js";

/** The model that all others inherit from. */
export const BASE = "base";

export interface Lineage {
  readonly model: string;
  /** The class that made the model; those after it extend it. */
  readonly creator: ClassNode;
  /** Bases of its registry class. */
  readonly bases: readonly (ClassNode | ModelNode)[];
  /** Its method resolution order, without the registry class itself. */
  readonly order: readonly Ancestor[];
  /** The definition classes in that order. */
  readonly classes: readonly ClassNode[];
  /** The models in that order. */
  readonly ancestors: readonly string[];
}

/** False where only classes that extend the model are known: the one that makes it is not indexed. */
export function isMade({ creator, model }: Lineage): boolean {
  return !creator.inherit.includes(model);
}

export interface Lineages {
  readonly reader: ClassReader;
  /** Whether a class of the system makes or extends a model of that name. */
  hasModel(model: string): boolean;
  /** Whether it has a lineage, or one that is too complex; none is made. */
  isModel(model: string): boolean;
  findLineage(model: string): Lineage | undefined;
}

export function createLineages(reader: ClassReader): Lineages {
  const findNode = createClassNodes(reader);
  const getModelNode = memoizeEach((model: string): ModelNode => ({ kind: "model", model }));
  // A model that is among its own ancestors, which the platform refuses to load, is left out of them.
  const findLineage = memoizeAcyclic(createLineage, createDepth(DEEPEST_CHAIN, refuseModel));

  function createLineage(model: string): Lineage | undefined {
    let creator: ClassNode | undefined;
    let bases: readonly (ClassNode | ModelNode)[] = [];
    for (const source of reader.listClasses(model)) {
      const node = findNode(source);
      if (node?.isModelClass !== true) continue;
      const parents = model === BASE ? node.inherit : [...node.inherit, BASE];
      if (creator === undefined || !parents.includes(model)) {
        creator = node;
        bases = [];
      }
      spendSteps(reader.steps, 1 + bases.length + parents.length);
      const isPlainExtension = bases.length > 0 && node.inherit.every((name) => name === model);
      bases = isPlainExtension
        ? [node, ...bases]
        : putBefore(
            node,
            parents.flatMap((parent) => (parent === model ? bases : findModelNode(parent))),
          );
    }
    if (creator === undefined) return undefined;
    const order = mergeOrders<Ancestor>([...bases.map(listOrder), bases], reader.steps);
    return {
      model,
      creator,
      bases,
      order,
      classes: order.filter((ancestor) => ancestor.kind === "class"),
      ancestors: order.flatMap((ancestor) => (ancestor.kind === "model" ? ancestor.model : [])),
    };
  }

  /** Every model inherits from `base`, whether or not the module that makes it is indexed. */
  function findModelNode(model: string): readonly ModelNode[] {
    return model === BASE || findLineage(model) !== undefined ? [getModelNode(model)] : [];
  }

  function listOrder(base: ClassNode | ModelNode): readonly Ancestor[] {
    return base.kind === "class" ? base.order : [base, ...(findLineage(base.model)?.order ?? [])];
  }

  return {
    reader,
    hasModel: (model) => reader.hasModel(model),
    isModel: (model) =>
      reader
        .listClasses(model)
        .some((source) => withinLimits(() => findNode(source)?.isModelClass, true)),
    findLineage,
  };
}

const refuseModel = (model: string) => tooDeep(`model ${model}`);

/** A repeated name keeps its last position. */
function putBefore<T>(first: T, others: readonly T[]): readonly T[] {
  const ordered = new Set([first]);
  for (const other of others) {
    ordered.delete(other);
    ordered.add(other);
  }
  return [...ordered];
}
