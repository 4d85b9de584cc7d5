// The model that a relational field leads to.
import { findInherited } from "./ancestors.js";
import type { ApiSide } from "./api-side.js";

/** `undefined` for a field that leads to no model, or of which nobody knows. */
export type FindComodel = (model: string, field: string) => string | undefined;

/** @param needed modules whose classes count */
export function openComodels(side: ApiSide, needed: ReadonlySet<string>): FindComodel {
  const known = new Map<string, string | undefined>();
  const find: FindComodel = (model, name) => {
    const key = `${model} ${name}`;
    if (known.has(key)) return known.get(key);
    // A field that is related to itself leads nowhere.
    known.set(key, undefined);
    const comodel = read(model, name);
    known.set(key, comodel);
    return comodel;
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
