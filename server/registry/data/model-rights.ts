// The rights of all models of a system: which groups may do what, and which models no line is for, so that nobody but
// the superuser may use them.
import { comparePlatformVersions, compareText } from "../../../data/platform/platform-version.js";
import type { Steps } from "../../../data/yield.js";
import { findModelSummary } from "../model/model-answer.js";
import type { Registry } from "../loaded/registry-cache.js";
import { getModelRights, type AccessLine, type RecordRule } from "./rights.js";

interface ModelRights {
  readonly model: string;
  readonly access: readonly AccessLine[];
  readonly rules: readonly RecordRule[];
}

/** Models with lines or rules, and those that need a line and have none; by name, one a step. */
export function* listModelRights(registry: Registry): Steps<readonly ModelRights[]> {
  const rights = registry.getRights();
  const { access, rules } = rights;
  const found = new Map<string, ModelRights>();
  for (const model of new Set([
    ...access.keys(),
    ...rules.keys(),
    ...(yield* registry.models.readModels()),
  ])) {
    const row = { model, ...getModelRights(rights, model) };
    const isTold = row.access.length > 0 || row.rules.length > 0;
    if (model !== "" && (isTold || needsAccess(registry, model))) found.set(model, row);
    yield;
  }
  return [...found.values()].toSorted((left, right) => compareText(left.model, right.model));
}

/** What the platform warns of when it has loaded a module (odoo/modules/loading.py): of wizards since 14.0. */
export function needsAccess({ models, system }: Registry, model: string): boolean {
  const kind = findModelSummary(models, model)?.kind;
  return kind === "TransientModel"
    ? comparePlatformVersions(system.platformVersion, "14.0") >= 0
    : kind === "Model";
}
