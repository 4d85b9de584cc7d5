// Definition classes as Python sees them: what each has as bases, the order in which it looks through these, and the value of an
// attribute.
import type {
  LiteralValue,
  LoadedField,
  LoadedMethod,
} from "../../../data/module/loaded-module.js";
import { DYNAMIC, findAttribute, type Attribute } from "./attribute.js";
import type { ClassReader, SystemClass } from "./class-reader.js";
import { createDepth, deriveOnce, memoizeAcyclic } from "../../lookup/memo.js";
import { DEEPEST_CHAIN, tooDeep, type StepBudget, spendSteps } from "../../lookup/limits.js";

/** A class of the platform itself that modules derive theirs from (odoo/models.py). */
interface PlatformNode {
  readonly kind: "platform";
  readonly attributes: ReadonlyMap<string, LiteralValue>;
}

/** A definition class. */
export interface ClassNode {
  readonly kind: "class";
  readonly source: SystemClass;
  /** Its method resolution order, itself first. */
  readonly order: readonly Ancestor[];
  /** Whether it derives from a class of the platform: others may have `_name` for reasons of their own. */
  readonly isModelClass: boolean;
  /** Whether it or a class behind it has a base that is not found, which may have any member. */
  readonly hasUnknownBase: boolean;
  /** `_inherit`, its own or that of a Python base. */
  readonly inherit: readonly string[];
  /** `_inherits`, likewise. */
  readonly inherits: ReadonlyMap<string, string>;
  /** By name; of two with the same name the later is the one that Python keeps. */
  readonly fields: ReadonlyMap<string, LoadedField>;
  readonly methods: ReadonlyMap<string, LoadedMethod>;
}

/** The registry class of a model, as a base of others. */
export interface ModelNode {
  readonly kind: "model";
  readonly model: string;
}

export type Ancestor = PlatformNode | ClassNode | ModelNode;

/** Gives the node of a class, always the same one; none while its own bases are looked for. */
type ClassNodes = (source: SystemClass) => ClassNode | undefined;

const BASE_MODEL = createPlatformNode({
  _auto: false,
  _abstract: true,
  _transient: false,
  _order: "id",
  _parent_name: "parent_id",
  _parent_store: false,
});
const MODEL = createPlatformNode({ _auto: true, _abstract: false, _transient: false });
const TRANSIENT_MODEL = createPlatformNode({ _auto: true, _abstract: false, _transient: true });

const PLATFORM_ORDERS: ReadonlyMap<string | null, readonly PlatformNode[]> = new Map([
  ["AbstractModel", [BASE_MODEL]],
  ["Model", [MODEL, BASE_MODEL]],
  ["TransientModel", [TRANSIENT_MODEL, MODEL, BASE_MODEL]],
]);

/** The node of a class without bases in Python, whatever else of the system is loaded. */
const getAlone = deriveOnce((source: SystemClass) =>
  createClassNode(source, [], listPlatform(source)),
);

export function createClassNodes(reader: ClassReader): ClassNodes {
  const findNode: ClassNodes = memoizeAcyclic(
    (source: SystemClass) => {
      const bases = source.definition.bases.flatMap((name) => {
        const base = reader.findClass(source, name);
        return (base && findNode(base)) ?? [];
      });
      return source.definition.bases.length === 0
        ? getAlone(source)
        : createClassNode(source, bases, mergeBehind(source, bases, reader.steps));
    },
    createDepth(DEEPEST_CHAIN, ({ definition }) => tooDeep(`class ${definition.class_name}`)),
  );
  return findNode;
}

/** The first value that a method resolution order has for a name. */
export function findInOrder(
  reader: ClassReader,
  order: readonly Ancestor[],
  name: string,
): Attribute | undefined {
  for (const ancestor of order) {
    const value = findOwn(reader, ancestor, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** A property or method of that name is a value too, though not a known one. */
export function findOwn(
  reader: ClassReader,
  ancestor: Ancestor,
  name: string,
): Attribute | undefined {
  switch (ancestor.kind) {
    case "class":
      return ancestor.methods.has(name)
        ? DYNAMIC
        : findAttribute(reader, ancestor.source, ancestor.source.definition, name);
    case "platform":
      return ancestor.attributes.get(name);
    case "model":
      return undefined;
  }
}

const listPlatform = ({ definition }: SystemClass): readonly PlatformNode[] =>
  PLATFORM_ORDERS.get(definition.kind) ?? [];

/** The platform's own base stands before the others, as in all source that names both. */
function mergeBehind(
  source: SystemClass,
  bases: readonly ClassNode[],
  steps: StepBudget,
): readonly Ancestor[] {
  const platform = listPlatform(source);
  const direct = [...platform.slice(0, 1), ...bases];
  return mergeOrders<Ancestor>([platform, ...bases.map(({ order }) => order), direct], steps);
}

/** @param behind its method resolution order without itself */
function createClassNode(
  source: SystemClass,
  bases: readonly ClassNode[],
  behind: readonly Ancestor[],
): ClassNode {
  const { definition } = source;
  const inherited: readonly ClassNode[] = behind.filter((ancestor) => ancestor.kind === "class");
  const order: Ancestor[] = [];
  const node: ClassNode = {
    kind: "class",
    source,
    order,
    isModelClass: behind.includes(BASE_MODEL),
    hasUnknownBase:
      bases.length < definition.bases.length || bases.some((base) => base.hasUnknownBase),
    inherit:
      [definition.inherit, ...inherited.map((base) => base.inherit)].find(
        (names) => names.length > 0,
      ) ?? [],
    inherits:
      [definition.inherits, ...inherited.map((base) => base.inherits)].find(
        (links) => links.size > 0,
      ) ?? new Map<string, string>(),
    fields: keyByName(definition.fields),
    methods: keyByName(definition.methods),
  };
  order.push(node, ...behind);
  return node;
}

function keyByName<T extends { readonly name: string }>(
  members: readonly T[],
): ReadonlyMap<string, T> {
  const byName = new Map<string, T>();
  for (const member of members) byName.set(member.name, member);
  return byName;
}

function createPlatformNode(attributes: Readonly<Record<string, LiteralValue>>): PlatformNode {
  return { kind: "platform", attributes: new Map(Object.entries(attributes)) };
}

/**
 * Merges the method resolution orders of bases into one that keeps each (C3, as described in Python's "The
 * Python 2.3 Method Resolution Order"). Where no order keeps all, which Python refuses to load, the first
 * of what is left comes next.
 * @throws TooComplex where that takes more steps than are left
 */
export function mergeOrders<T>(orders: readonly (readonly T[])[], steps: StepBudget): T[] {
  const waiting = orders
    .filter((order) => order.length > 0)
    .map((order): Queue<T> => ({ order, position: 0 }));
  spendSteps(
    steps,
    waiting.reduce((sum, { order }) => sum + order.length, 0),
  );
  const behind = countBehindFirst(waiting);
  const merged: T[] = [];
  for (let next = findNext(waiting, behind); next !== undefined; next = findNext(waiting, behind)) {
    merged.push(next);
    spendSteps(steps, waiting.length);
    for (const queue of waiting) {
      if (queue.order[queue.position] !== next) continue;
      queue.position += 1;
      const first = queue.order[queue.position];
      if (first !== undefined) behind.set(first, (behind.get(first) ?? 0) - 1);
    }
  }
  return [...new Set(merged)];
}

interface Queue<T> {
  readonly order: readonly T[];
  position: number;
}

/** In how many orders something stands behind the first place. */
function countBehindFirst<T>(queues: readonly Queue<T>[]): Map<T, number> {
  const behind = new Map<T, number>();
  for (const { order } of queues) {
    for (let position = 1; position < order.length; position += 1) {
      const item = order[position] as T;
      behind.set(item, (behind.get(item) ?? 0) + 1);
    }
  }
  return behind;
}

/** The first that stands nowhere behind another; where there is none, the first of all. */
function findNext<T>(waiting: readonly Queue<T>[], behind: ReadonlyMap<T, number>): T | undefined {
  let first: T | undefined;
  for (const { order, position } of waiting) {
    const candidate = order[position];
    if (candidate === undefined) continue;
    if ((behind.get(candidate) ?? 0) === 0) return candidate;
    first ??= candidate;
  }
  return first;
}
