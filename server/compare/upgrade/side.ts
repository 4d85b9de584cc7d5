// One side of an upgrade: what is recorded of a system, and what is asked of it where changes are.
import type { Steps } from "../../../data/yield.js";
import { withinLimits, type StepBudget } from "../../lookup/limits.js";
import type { Registry } from "../../registry/loaded/registry-cache.js";
import type { StoredField } from "../../registry/model/fields.js";
import { type RecordedFields, recordFields } from "./record-fields.js";
import { recordIds, type RecordedId } from "./record-ids.js";
import { recordModels, type RecordedModel } from "./record-models.js";

export interface UpgradeSide {
  readonly registry: Registry;
  readonly models: ReadonlyMap<string, RecordedModel>;
  readonly fields: RecordedFields;
  readonly ids: readonly RecordedId[];
}

/**
 * @param open gives a registry that nobody has asked: the side has another one than it was recorded with, so that no more
 * of one side is held while the other is read. Where changes are, few models of a system are asked for again.
 * @throws TooComplex
 */
export function* recordSide(open: () => Registry, budget: StepBudget): Steps<UpgradeSide> {
  const registry = open();
  const recorded = yield* recordModels(registry.models);
  const fields = yield* recordFields(registry, recorded, budget);
  const ids = yield* recordIds(registry, recorded, budget);
  return { registry: open(), models: recorded.models, fields, ids };
}

/** The keys of a selection as all modules make it; `undefined` where only running code knows them. */
export function listKeys(
  side: UpgradeSide,
  model: string,
  field: string,
): readonly string[] | undefined {
  const { selection, dynamic = [] } = findField(side, model, field) ?? {};
  const isKnown = selection && selection.length > 0 && !dynamic.includes("selection");
  return isKnown ? selection.map(([key = ""]) => key) : undefined;
}

/** Field as all modules make it; `undefined` if it is too complex. */
export function findField(
  { registry: { models } }: UpgradeSide,
  model: string,
  name: string,
): StoredField | undefined {
  return withinLimits(() => models.findStored(model)?.readStored(name), undefined);
}
