// Required fields that new records of data files leave out, and that nothing fills: told only of models whose records no
// code of the system makes in another way.
import type { WrittenReference } from "../../../../data/module/module-under-development.js";
import { memoizeEach } from "../../../lookup/memo.js";
import type { Certainty } from "./certainty.js";
import type { Registry } from "../../loaded/registry-cache.js";
import { toMissing, type Judgement } from "./judgement.js";

/** Sources of values while a record is created. */
const FILLING = [
  "create",
  "default_get",
  "_add_missing_default_values",
  "_load_records",
  "_load_records_create",
  "_create",
];

/** Types without a value, or with a default other than null: a missing truth value is false. */
const UNFILLED: ReadonlySet<string> = new Set(["boolean", "one2many", "many2many", "properties"]);
const DECIDING: ReadonlySet<string> = new Set(
  "required default compute related store company_dependent * **".split(" "),
);

export function createRequiredJudge(
  { models }: Pick<Registry, "models">,
  certainty: Certainty,
  missing: readonly string[],
): (reference: Extract<WrittenReference, { readonly kind: "made" }>) => Judgement {
  const listNeeded = memoizeEach((name: string): readonly string[] => {
    const model = missing.length > 0 ? undefined : certainty.findModel(name);
    const stored = models.findStored(name);
    const isKnown =
      model !== undefined &&
      stored !== undefined &&
      certainty.knowsMembers(model, true) &&
      model.inherits.size === 0 &&
      !model.lineage.classes.some(({ methods }) => FILLING.some((one) => methods.has(one)));
    if (!isKnown) return [];
    return stored.fieldNames.filter((field) => {
      const found = stored.readStored(field);
      return (
        found !== undefined &&
        found.required &&
        found.store &&
        found.compute === null &&
        found.related === null &&
        !found.company_dependent &&
        !UNFILLED.has(found.type) &&
        !found.dynamic.some((one) => DECIDING.has(one)) &&
        !found.given.has("default")
      );
    });
  });
  return ({ model, fields }) => {
    const first = listNeeded(model).find((one) => !fields.includes(one));
    return first === undefined ? "exists" : toMissing("missing-value", first, { model });
  };
}
