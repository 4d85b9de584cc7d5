// Renames among lost and new models and fields: by migration scripts that run, by OpenUpgrade's
// list, else by the evidence of API changes.
import type { Steps } from "../../../data/yield.js";
import type { UpgradeRename } from "../../contract/shape/migration/upgrade.js";
import type { ApiStep } from "../../registry/api/api-step.js";
import type { ToldChange } from "./compare-fields.js";
import type { RunScript } from "./scripts.js";
import { findField, type UpgradeSide } from "./side.js";
import type { NamedModel, UpgradeNames } from "../../registry/api/names.js";

/** Both sides, with what tells of names. */
interface NamedSides {
  readonly before: UpgradeSide;
  readonly after: UpgradeSide;
  readonly scripts: readonly RunScript[];
  /** `undefined` between states of one version: then only scripts tell. */
  readonly step: ApiStep | undefined;
}

/** Models with the same name on both sides are skipped; a step looks at one. */
export function* findModelNames(
  { before, after, scripts, step }: NamedSides,
  toModule: UpgradeNames["toModule"],
): Steps<UpgradeNames> {
  const written = listWritten(scripts);
  const found = new Map<string, NamedModel>();
  const renamed = new Map<string, string>();
  const former = new Map<string, string>();
  for (const { model, isMade } of before.models.values()) {
    yield;
    if (after.models.has(model) || !isMade) continue;
    const told = written.get(model) ?? step?.findOutcome(model);
    if (told === undefined || told.model === model || !after.models.has(told.model)) continue;
    found.set(model, { model: told.model, evidence: told.evidence });
    // An existing model receives a merge; the first of two sources counts as renamed.
    if (before.models.has(told.model) || former.has(told.model)) continue;
    former.set(told.model, model);
    renamed.set(model, told.model);
  }
  return {
    toModule,
    toModel: (model) => renamed.get(model) ?? model,
    toFormer: (model) => former.get(model) ?? model,
    findModel: (model) => found.get(model),
  };
}

/** Other names of things in `removed` or `added`. */
export type FoundRenames = (
  change: string,
  model: string,
  field: string,
) => { readonly renamed?: UpgradeRename };

/** Renames of fields, one a step. */
export function* findRenames(
  { before, after, scripts, step }: NamedSides,
  changes: readonly ToldChange[],
  names: UpgradeNames,
): Steps<FoundRenames> {
  const found = new Map<string, UpgradeRename>();
  const written = listWritten(scripts);
  /** Types of what comes, by model and field: the rule pairs only fields of one type. */
  const added = new Map<string, Map<string, string | undefined>>();
  for (const { model, field, row, after: { attributes } = {} } of changes) {
    if (row.kind !== "added") continue;
    added.set(model, (added.get(model) ?? new Map()).set(field, attributes?.type));
  }
  for (const { model, field, row, before: { attributes } = {} } of changes) {
    // A module that changes another's field loses only its changes.
    if (row.kind !== "removed" || attributes?.type === undefined) continue;
    const now = names.toModel(model);
    const candidates = added.get(now) ?? new Map();
    const told = [after.models.get(now), before.models.get(model)]
      .map((one) => written.get(`${one?.table ?? ""} ${field}`))
      .find((one) => one !== undefined);
    const isPaired = step && [...candidates.values()].includes(attributes.type);
    const other = told ?? (isPaired && findRename(step, before, model, field));
    yield;
    if (!other || other.field === null || !candidates.has(other.field)) continue;
    const { evidence } = other;
    found.set(`removed ${model} ${field}`, { model: now, field: other.field, evidence });
    found.set(`added ${now} ${other.field}`, { model, field, evidence });
  }
  return (change, model, field) => {
    const renamed = found.get(`${change} ${model} ${field}`);
    return renamed === undefined ? {} : { renamed };
  };
}

/** Renames in scripts: models by their names, fields by table and name. */
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

/** Renamed if any defining class was renamed; a mixin's field keeps the model's name. */
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
