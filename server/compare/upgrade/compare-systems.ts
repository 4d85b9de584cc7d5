// Differences of two recorded systems: models, fields and external ids, by their later names. Facts
// that a side lacks are never reported as gone, new or moved.
import type { Steps } from "../../../data/yield.js";
import { compareFields, type ToldChange } from "./compare-fields.js";
import { compareIds, type ToldId } from "./compare-ids.js";
import { isKnown, type ModuleStates } from "./module-states.js";
import { compareModels, type RecordedModel, type ToldModel } from "./record-models.js";
import type { UpgradeSide } from "./side.js";
import type { UpgradeNames } from "../names.js";

export interface ToldChanges {
  readonly models: readonly ToldModel[];
  readonly fields: readonly ToldChange[];
  readonly ids: readonly ToldId[];
}

interface ComparedSystems {
  readonly before: UpgradeSide;
  readonly after: UpgradeSide;
  readonly states: ModuleStates;
}

/** A model of either side, under the name that it has there. */
export function findBoth(
  { before, after }: Omit<ComparedSystems, "states">,
  names: UpgradeNames,
  model: string,
): readonly [was: RecordedModel | undefined, is: RecordedModel | undefined] {
  return [
    before.models.get(model) ?? before.models.get(names.toFormer(model)),
    after.models.get(model) ?? after.models.get(names.toModel(model)),
  ];
}

export function* compareSystems(
  { before, after, states }: ComparedSystems,
  names: UpgradeNames,
): Steps<ToldChanges> {
  type OfModule = { readonly module: string } | undefined;
  /** A one-sided thing counts if its module is known on the other side. */
  const isTold = (was: OfModule, is: OfModule): boolean =>
    was && is
      ? states.isMoveKnown(was.module, is.module)
      : (was === undefined || isKnown(states.findBefore(was.module))) &&
        (is === undefined || isKnown(states.findAfter(is.module)));

  function isFieldTold({ model, field, row, before: old, after: now }: ToldChange): boolean {
    const [was, is] = findBoth({ before, after }, names, model);
    if (was && is && was.isMade !== is.isMade) return false;
    // A missing model counts only with a module that makes it.
    if (!(was && is) && !isTold(was?.isMade ? was : undefined, is?.isMade ? is : undefined)) {
      return false;
    }
    // Attributes of the model: its maker comes first.
    const isOfModel = field === "_order" || field === "_inherits";
    if (isOfModel && (was?.isMade === false || is?.isMade === false)) return false;
    if (row.kind === "moved_to" || row.kind === "moved_from") return isTold(old, now);
    return (
      isTold(old, now) &&
      (old?.definitions.every((one) => isTold(one, undefined)) ?? true) &&
      (now?.definitions.every((one) => isTold(undefined, one)) ?? true)
    );
  }

  const models = compareModels(before.models, after.models, names);
  const fields = yield* compareFields(before.fields.fields, after.fields.fields, names);
  const ids = yield* compareIds(before, after, names);
  return {
    models: models.filter((one) => isTold(one.before, one.after)),
    fields: fields.filter(isFieldTold),
    ids: ids.filter((one) => isTold(one.before, one.after)),
  };
}
