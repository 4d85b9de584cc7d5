// Which of the fields and models that go are, by evidence, among those that come: by the rule of API changes, told
// beside the plain lines of both.
import type { Steps } from "../../../data/yield.js";
import type { UpgradeRename } from "../../contract/shape/migration/upgrade.js";
import { getApiStep } from "../api/open-api-step.js";
import type { ApiStep } from "../api/api-step.js";
import type { ToldChange } from "./compare-fields.js";
import { findField, type UpgradeSide } from "./side.js";

/** By what goes, and by what comes: the other name. Models have no field. */
export interface FoundRenames {
  findLater(model: string, field: string | null): UpgradeRename | undefined;
  findFormer(model: string, field: string | null): UpgradeRename | undefined;
}

const toKey = (model: string, field: string | null): string => `${model} ${field ?? ""}`;

/** One field that goes a step. Between two states of one version, or two snapshots, nothing is found: the rule is of two versions. */
export function* findRenames(
  before: UpgradeSide,
  after: UpgradeSide,
  changes: readonly ToldChange[],
): Steps<FoundRenames> {
  const renamed = new Map<string, UpgradeRename>();
  const former = new Map<string, UpgradeRename>();
  const add = (model: string, field: string | null, now: UpgradeRename): void => {
    const { evidence } = now;
    renamed.set(toKey(model, field), now);
    former.set(toKey(now.model, now.field), { model, field, evidence });
  };
  const { platformVersion: from, snapshot } = before.registry.system;
  const { platformVersion: to, snapshot: later } = after.registry.system;
  if (from !== to && snapshot === later) {
    const step = getApiStep(snapshot, { from, to });
    const findLaterModel = (model: string): string | undefined => {
      if (after.models.has(model)) return model;
      const outcome = step.findOutcome(model);
      return outcome?.kind === "renamed" ? outcome.model : undefined;
    };
    /** Types of what comes, by model and field: the rule pairs only fields of one type. */
    const added = new Map<string, Map<string, string | undefined>>();
    for (const { model, field, change, after: attributes } of changes) {
      if (change.kind !== "added") continue;
      added.set(model, (added.get(model) ?? new Map()).set(field, attributes?.type));
    }
    for (const { model, field, change, before: attributes } of changes) {
      // Of a module that changes the field of another only what it changes is gone.
      if (change.kind !== "removed" || attributes?.type === undefined) continue;
      const candidates = added.get(findLaterModel(model) ?? "") ?? new Map();
      if (![...candidates.values()].includes(attributes.type)) continue;
      const now = findRename(step, before, model, field);
      if (now !== undefined && candidates.has(now.field)) add(model, field, now);
      yield;
    }
    for (const model of before.models.keys()) {
      if (after.models.has(model)) continue;
      const outcome = step.findOutcome(model);
      if (outcome?.kind === "renamed" && after.models.has(outcome.model)) {
        add(model, null, { model: outcome.model, field: null, evidence: outcome.evidence });
      }
      yield;
    }
  }
  return {
    findLater: (model, field) => renamed.get(toKey(model, field)),
    findFormer: (model, field) => former.get(toKey(model, field)),
  };
}

/** As one of the classes that define it goes on; of a mixin's field the model keeps its own name. */
function findRename(
  step: ApiStep,
  side: UpgradeSide,
  model: string,
  name: string,
): UpgradeRename | undefined {
  for (const { node } of findField(side, model, name)?.definitions ?? []) {
    const { module, definition } = node.source;
    if (definition.model === null) continue;
    const found = step.openChanges(module, definition.model).findMember("field", name);
    if (found?.change !== "renamed" || found.target === null) continue;
    return {
      model: step.findOutcome(model)?.model ?? model,
      field: found.target.name,
      evidence: found.evidence,
    };
  }
  return undefined;
}
