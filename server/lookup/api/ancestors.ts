// What a model has from others: those that it inherits from, and, of fields, those that it delegates to.
import type { ApiSide, MemberKind } from "./api-side.js";

/** Who defines a member that a model has. */
export interface Inherited {
  /** The model itself, or one that it inherits from or delegates to. */
  readonly model: string;
  readonly modules: readonly string[];
}

export interface MemberQuestion {
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

/** Where a model has a member from, first of all from itself. */
export function findInherited(side: ApiSide, question: MemberQuestion): Inherited | undefined {
  const { kind, name, needed, except } = question;
  for (const one of listAncestors(side, question)) {
    const modules = side
      .listDefiners(kind, one, name)
      .filter((module) => needed.has(module) && module !== except);
    if (modules.length > 0) return { model: one, modules };
  }
  return undefined;
}

/** Whether a model inherits from another, directly or not. */
export function inheritsFrom(
  side: ApiSide,
  model: string,
  { ancestor, needed }: { readonly ancestor: string; readonly needed: ReadonlySet<string> },
): boolean {
  for (const one of listAncestors(side, { kind: "method", model, needed })) {
    if (one === ancestor) return true;
  }
  return false;
}

/** The model itself first, `base` last; those of which it has methods, or fields. */
function* listAncestors(
  side: ApiSide,
  { kind, model, needed }: Pick<MemberQuestion, "kind" | "model" | "needed">,
): Generator<string> {
  const found = new Set([model]);
  for (const one of found) {
    yield one;
    for (const module of side.listTouching(one)) {
      const own = needed.has(module) ? side.findOwn(module, one) : undefined;
      for (const parent of own?.parents ?? []) found.add(parent);
      if (kind === "field") for (const delegate of own?.delegates ?? []) found.add(delegate);
    }
  }
  if (!found.has(BASE)) yield BASE;
}
