// Which of the fields and models that go are, by evidence, among those that come: as a migration script that runs says,
// else by the rule of API changes; told beside the plain lines of both.
import type { Steps } from "../../../data/yield.js";
import type { UpgradeRename } from "../../contract/shape/migration/upgrade.js";
import { getApiStep } from "../api/open-api-step.js";
import type { ApiStep } from "../api/api-step.js";
import type { ToldChange } from "./compare-fields.js";
import type { RunScript } from "./scripts/run-scripts.js";
import { findField, type UpgradeSide } from "./side.js";

/** Of what is `removed` or `added`: its other name. Models have no field. */
export type FoundRenames = (
  change: string,
  model: string,
  field: string | null,
) => { readonly renamed?: UpgradeRename };

const toKey = (change: string, model: string, field: string | null): string =>
  `${change} ${model} ${field ?? ""}`;

/** One field a step. Between states of one version, or two snapshots, only scripts tell: the rule is of two versions. */
export function* findRenames(
  before: UpgradeSide,
  after: UpgradeSide,
  changes: readonly ToldChange[],
  scripts: readonly RunScript[],
): Steps<FoundRenames> {
  const found = new Map<string, UpgradeRename>();
  const add = (model: string, field: string | null, now: UpgradeRename): void => {
    found.set(toKey("removed", model, field), now);
    found.set(toKey("added", now.model, now.field), { model, field, evidence: now.evidence });
  };
  const { platformVersion: from, snapshot } = before.registry.system;
  const { platformVersion: to, snapshot: later } = after.registry.system;
  const step = from !== to && snapshot === later ? getApiStep(snapshot, { from, to }) : undefined;
  const written = listWritten(scripts);
  const findRenamed = (model: string): UpgradeRename | undefined => {
    const outcome = after.models.has(model)
      ? undefined
      : (written.get(model) ?? step?.findOutcome(model));
    if (outcome === undefined || !after.models.has(outcome.model)) return undefined;
    return { model: outcome.model, field: null, evidence: outcome.evidence };
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
    const now = findRenamed(model)?.model ?? model;
    const candidates = added.get(now) ?? new Map();
    const told = [after.models.get(now), before.models.get(model)]
      .map((one) => written.get(`${one?.table ?? ""} ${field}`))
      .find((one) => one !== undefined);
    const isPaired = step && [...candidates.values()].includes(attributes.type);
    const other = told ?? (isPaired && findRename(step, before, model, field));
    if (other && candidates.has(other.field)) add(model, field, { ...other, model: now });
    yield;
  }
  for (const model of before.models.keys()) {
    const other = findRenamed(model);
    if (other !== undefined) add(model, null, other);
    yield;
  }
  return (change, model, field) => {
    const renamed = found.get(toKey(change, model, field));
    return renamed === undefined ? {} : { renamed };
  };
}

/** What scripts rename: models by their names, fields by table and name. */
function listWritten(scripts: readonly RunScript[]): ReadonlyMap<string, UpgradeRename> {
  const written = new Map<string, UpgradeRename>();
  for (const { source, file, steps } of scripts) {
    for (const { call, thing, on, names, line } of steps) {
      const [former = "", now] = names;
      if (!call.startsWith("rename_") || now === undefined) continue;
      const value = `${call} in ${source}/${file}:${line}`;
      const evidence: UpgradeRename["evidence"] = [{ kind: "script", value }];
      if (thing === "model") written.set(former, { model: now, field: null, evidence });
      const table = (on ?? "").replaceAll(".", "_");
      if (thing === "column")
        written.set(`${table} ${former}`, { model: "", field: now, evidence });
    }
  }
  return written;
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
    return { model, field: found.target.name, evidence: found.evidence };
  }
  return undefined;
}
