// The model that a relational field leads to.
import { createDepth, memoizeAcyclic, memoizeEach } from "../../lookup/memo.js";
import { DEEPEST_CHAIN, TooComplex, tooDeep } from "../../lookup/limits.js";
import { findInherited } from "./ancestors.js";
import type { ApiSide } from "./api-side.js";

/** `undefined` for a field that leads to no model, or of which nobody knows. */
export type FindComodel = (model: string, field: string) => string | undefined;

/** @param needed modules whose classes count */
export function createComodels(side: ApiSide, needed: ReadonlySet<string>): FindComodel {
  // A field that is related to itself leads nowhere.
  const depth = createDepth(DEEPEST_CHAIN, (name: string) => tooDeep(`field ${name}`));
  const getComodels = memoizeEach((model: string) =>
    memoizeAcyclic((name: string) => read(model, name), depth),
  );
  // Nor does one that is related to others without end, as far as anybody looks.
  const find: FindComodel = (model, name) => {
    try {
      return getComodels(model)(name);
    } catch (error) {
      if (error instanceof TooComplex) return undefined;
      throw error;
    }
  };

  function read(model: string, name: string): string | undefined {
    const inherited = findInherited(side, { kind: "field", model, name, needed });
    for (const module of inherited?.modules ?? []) {
      const own = side.findOwn(module, inherited?.model ?? model);
      for (const { definition } of own?.fields.get(name) ?? []) {
        const { values } = definition;
        const comodel = values.get("comodel_name");
        if (typeof comodel === "string") return comodel;
        const related = values.get("related");
        if (typeof related === "string") return follow(model, related);
      }
    }
    return undefined;
  }

  function follow(model: string, path: string): string | undefined {
    return path
      .split(".")
      .reduce<string | undefined>(
        (one, name) => (one === undefined ? one : find(one, name)),
        model,
      );
  }

  return find;
}
