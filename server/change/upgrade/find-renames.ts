// Which of the fields and models that go are, by evidence, among those that come: by the rule of API changes, told
// beside the plain lines of both.
import type { Steps } from "../../../data/yield.js";
import type { UpgradeRename } from "../../contract/shape/migration/upgrade.js";
import { getApiStep } from "../api/open-api-step.js";
import type { ApiStep } from "../api/api-step.js";
import type { ToldChange } from "./compare-fields.js";
import { findField, type UpgradeSide } from "./side.js";

/** Of what is `removed` or `added`: its other name. Models have no field. */
export type FoundRenames = (
  change: string,
  model: string,
  field: string | null,
) => { readonly renamed?: UpgradeRename };

const toKey = (change: string, model: string, field: string | null): string =>
  `${change} ${model} ${field ?? ""}`;

/** One field that goes a step. Between two states of one version, or two snapshots, nothing is found: the rule is of two versions. */
export function* findRenames(
  before: UpgradeSide,
  after: UpgradeSide,
  changes: readonly ToldChange[],
): Steps<FoundRenames> {
  const found = new Map<string, UpgradeRename>();
  const add = (model: string, field: string | null, now: UpgradeRename): void => {
    found.set(toKey("removed", model, field), now);
    found.set(toKey("added", now.model, now.field), { model, field, evidence: now.evidence });
  };
  const { platformVersion: from, snapshot } = before.registry.system;
  const { platformVersion: to, snapshot: later } = after.registry.system;
  if (from !== to && snapshot === later) {
    const step = getApiStep(snapshot, { from, to });
    const findRenamed = (model: string) => {
      const outcome = after.models.has(model) ? undefined : step.findOutcome(model);
      return outcome?.kind === "renamed" && after.models.has(outcome.model) ? outcome : undefined;
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
      const candidates = added.get(findRenamed(model)?.model ?? model) ?? new Map();
      if (![...candidates.values()].includes(attributes.type)) continue;
      const now = findRename(step, before, model, field);
      if (now !== undefined && candidates.has(now.field)) add(model, field, now);
      yield;
    }
    for (const model of before.models.keys()) {
      const other = findRenamed(model);
      if (other !== undefined) {
        add(model, null, { model: other.model, field: null, evidence: other.evidence });
      }
      yield;
    }
  }
  return (change, model, field) => {
    const renamed = found.get(toKey(change, model, field));
    return renamed === undefined ? {} : { renamed };
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
