// Ancestors of a model: models that it inherits from, and, for fields, those that it delegates to.
import { deriveEach, deriveOnce } from "../../lookup/memo.js";
import { reach } from "../../../data/walk-graph.js";
import type { ApiSide, MemberKind } from "./api-side.js";

/** Modules that define an inherited member. */
interface Inherited {
  /** The model itself, or one that it inherits from or delegates to. */
  readonly model: string;
  readonly modules: readonly string[];
}

interface MemberQuestion {
  readonly kind: MemberKind;
  readonly model: string;
  readonly name: string;
  /** Modules whose classes count. */
  readonly needed: ReadonlySet<string>;
  /** A module that defines nothing here, though what its classes inherit from counts. */
  readonly except?: string;
}

/** The model that all others inherit from. */
const BASE = "base";

/** Owner of a member: the model itself first, then its ancestors. */
export function findInherited(side: ApiSide, question: MemberQuestion): Inherited | undefined {
  const { kind, model, name, needed, except } = question;
  const findIn = (one: string): Inherited | undefined => {
    const modules = side
      .listDefiners(kind, one, name)
      .filter((module) => needed.has(module) && module !== except);
    return modules.length === 0 ? undefined : { model: one, modules };
  };
  const own = findIn(model);
  if (own !== undefined) return own;
  for (const one of getAncestors(side, question)) {
    const inherited = findIn(one);
    if (inherited !== undefined) return inherited;
  }
  return undefined;
}

/** Whether a model inherits from another, directly or not. */
export function inheritsFrom(
  side: ApiSide,
  model: string,
  { ancestor, needed }: { readonly ancestor: string; readonly needed: ReadonlySet<string> },
): boolean {
  return getAncestors(side, { kind: "method", model, needed }).includes(ancestor);
}

type AncestorQuestion = Pick<MemberQuestion, "kind" | "model" | "needed">;

/** By the modules that count, which are of one side. */
const getLists = deriveOnce((_needed: ReadonlySet<string>) => new Map<string, readonly string[]>());

/** Ancestors without the model itself, `base` last; those for methods, or for fields. */
function getAncestors(side: ApiSide, question: AncestorQuestion): readonly string[] {
  const { kind, model, needed } = question;
  const lists = getLists(needed);
  const key = `${kind} ${model}`;
  const list = lists.get(key) ?? listAncestors(side, question);
  lists.set(key, list);
  return list;
}

function listAncestors(
  side: ApiSide,
  { kind, model, needed }: AncestorQuestion,
): readonly string[] {
  const found = reach([model], (one) => {
    const parents: string[] = [];
    for (const module of side.listTouching(one)) {
      if (needed.has(module)) parents.push(...getParents(side, `${module} ${one}`)[kind]);
    }
    return parents;
  });
  return [...new Set([...found.keys(), BASE])].slice(1);
}

const NO_PARENTS: Readonly<Record<MemberKind, readonly string[]>> = { field: [], method: [] };

/** By module and model; kept when the classes are no longer, since every module that needs these asks. */
const getParents = deriveEach((side: ApiSide, key: string): typeof NO_PARENTS => {
  const [module = "", model = ""] = key.split(" ");
  const { parents = [], delegates = [] } = side.findOwn(module, model) ?? {};
  if (parents.length + delegates.length === 0) return NO_PARENTS;
  return { field: [...parents, ...delegates], method: parents };
});
