// Fields of a model: those of its classes, and those of models that it delegates to (17.0:
// _inherits_check and _add_inherited_fields in odoo/models.py).
import { createDepth, memoizeAcyclic, memoizeEach } from "../../lookup/memo.js";
import { DEEPEST_CHAIN, spendSteps, tooDeep } from "../../lookup/limits.js";
import { isTrue } from "./attribute.js";
import { findInOrder } from "./class-order.js";
import { completeArguments, mergeArguments } from "./field-types.js";
import { listDefinitions, type FieldDefinitions } from "./field-definitions.js";
import type { Lineage, Lineages } from "./lineage.js";

/** Each is looked up twice and kept with where it is from, of every model on the way: most of it is collecting garbage. */
const STEPS_PER_DELEGATED = 8;

/** Origin of a delegated field. */
export interface Delegated {
  /** The field that links to the model. */
  readonly link: string;
  readonly model: string;
}

export interface FieldNames {
  readonly lineage: Lineage;
  readonly definitions: FieldDefinitions;
  /** `_inherits`: model → field that links to it. */
  readonly inherits: ReadonlyMap<string, string>;
  /** Links of `_inherits` that no class defines → the model they link to: the platform adds them. */
  readonly links: ReadonlyMap<string, string>;
  readonly delegated: ReadonlyMap<string, Delegated>;
}

export type FieldNamesOf = (model: string) => FieldNames | undefined;

export function createFieldNames(lineages: Lineages): FieldNamesOf {
  // Models that delegate to each other, which the platform cannot load, get none of each other's fields.
  const findNames = memoizeAcyclic(
    (model: string) => {
      const lineage = lineages.findLineage(model);
      return lineage && createNames(lineage);
    },
    createDepth(DEEPEST_CHAIN, (model) => tooDeep(`model ${model}`)),
  );

  // Declared delegation of its own classes and parents; earlier ones override.
  const listInherits = memoizeEach(({ bases }: Lineage): ReadonlyMap<string, string> => {
    const inherits = new Map<string, string>();
    for (const base of bases.toReversed()) {
      const parent = base.kind === "model" ? lineages.findLineage(base.model) : undefined;
      const links = base.kind === "class" ? base.inherits : parent && listInherits(parent);
      spendSteps(lineages.reader.steps, 1 + (links?.size ?? 0));
      for (const [model, link] of links ?? []) inherits.set(model, link);
    }
    return inherits;
  });

  function createNames(lineage: Lineage): FieldNames {
    const definitions = listDefinitions(lineages.reader, lineage);
    const declared = listInherits(lineage);
    const links = new Map(
      [...declared]
        .filter(([, link]) => !definitions.has(link))
        .map(([model, link]) => [link, model] as const),
    );
    const inherits = new Map([...declared, ...listDelegates(lineages, definitions)]);
    const delegated = new Map<string, Delegated>();
    const { reader } = lineages;
    const isAbstract = isTrue(findInOrder(reader, lineage.order, "_abstract"));
    if (!isAbstract || reader.rules.delegatesAbstract) {
      for (const [model, link] of inherits) {
        const names = listNames(findNames(model));
        spendSteps(reader.steps, 1 + STEPS_PER_DELEGATED * names.length);
        for (const name of names) {
          if (!definitions.has(name) && !links.has(name)) delegated.set(name, { link, model });
        }
      }
    }
    return { lineage, definitions, inherits, links, delegated };
  }

  return findNames;
}

export function listNames(names: FieldNames | undefined): readonly string[] {
  if (names === undefined) return [];
  return [...names.definitions.keys(), ...names.links.keys(), ...names.delegated.keys()];
}

/** Links that are declared by their field: `delegate=True`. */
function listDelegates(
  { reader }: Lineages,
  definitions: FieldDefinitions,
): readonly (readonly [model: string, link: string])[] {
  return [...definitions].flatMap(([name, all]) => {
    const [first] = all;
    if (first?.field.type !== "Many2one" || !all.some(({ field }) => field.values.has("delegate")))
      return [];
    const given = completeArguments(
      reader.rules,
      name,
      mergeArguments(reader, "Many2one", all).given,
    );
    const comodel = given.get("comodel_name");
    const isLink = isTrue(given.get("delegate")) && !isTrue(given.get("related"));
    return isLink && typeof comodel === "string" ? [[comodel, name]] : [];
  });
}
