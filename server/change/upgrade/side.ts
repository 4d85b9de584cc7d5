// One side of an upgrade: what is recorded of a system, and where in its modules things are defined.
import type { Steps } from "../../../data/yield.js";
import type { UpgradeDefinition } from "../../contract/shape/migration/upgrade.js";
import { TooComplex, type StepBudget } from "../../lookup/limits.js";
import type { Registry } from "../../registry/loaded/registry-cache.js";
import type { StoredField } from "../../registry/model/fields.js";
import { recordFields, type RecordedFields } from "./record-fields.js";
import { recordIds, type RecordedId } from "./record-ids.js";
import { findFirst, recordModels, type RecordedModel } from "./record-models.js";

export interface UpgradeSide {
  readonly registry: Registry;
  readonly models: ReadonlyMap<string, RecordedModel>;
  readonly fields: RecordedFields;
  readonly ids: readonly RecordedId[];
}

/** @throws TooComplex */
export function* recordSide(registry: Registry, budget: StepBudget): Steps<UpgradeSide> {
  const recorded = yield* recordModels(registry.models);
  const { models } = recorded;
  const fields = yield* recordFields(registry, recorded, budget);
  return { registry, models, fields, ids: yield* recordIds(registry, recorded) };
}

/** The class that makes a model, or is the first that extends it, in load order. */
export function locateModel(
  { registry }: UpgradeSide,
  model: string,
): readonly UpgradeDefinition[] {
  const lineage = tryTo(() => registry.models.findStored(model))?.lineage;
  const first = lineage && findFirst(lineage);
  if (first === undefined) return [];
  const { module, definition } = first.source;
  return [{ module, file: definition.file, line: definition.line }];
}

/** What is written of a field in the modules up to the one that changes it, the first one wins. */
export function locateField(
  side: UpgradeSide,
  module: string,
  model: string,
  name: string,
): readonly UpgradeDefinition[] {
  const last = side.registry.system.find(module)?.place ?? -1;
  return (findField(side, model, name)?.definitions ?? [])
    .filter(({ node }) => node.source.rank[0] <= last)
    .map(({ node, field }) => ({
      module: node.source.module,
      file: node.source.definition.file,
      line: field.line,
    }));
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

/** As all modules make it; of what is too complex nothing is told. */
export function findField(
  { registry: { models } }: UpgradeSide,
  model: string,
  name: string,
): StoredField | undefined {
  return tryTo(() => models.findStored(model)?.readStored(name));
}

function tryTo<T>(find: () => T | undefined): T | undefined {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error;
    return undefined;
  }
}
