// The rights of all models of a system: which groups may do what, and which models no line is for, so that nobody but
// the superuser may use them.
import { getRules } from "../../../data/platform/rules.js";
import { compareText } from "../../../data/platform/platform-version.js";
import type { Steps } from "../../../data/yield.js";
import { withinLimits } from "../../lookup/limits.js";
import type { Registry } from "../loaded/registry-cache.js";
import { getModelRights, type Right } from "./rights.js";

interface ModelRights {
  readonly model: string;
  readonly access: readonly Right[];
  readonly rules: readonly Right[];
}

/** Models with lines or rules, and those that need a line and have none; by name, one a step. */
export function* listModelRights(registry: Registry): Steps<readonly ModelRights[]> {
  const { system } = registry;
  const rights = registry.getRights();
  const { access, rules } = rights;
  const named = system.snapshot.loaded.classes.listModels(system.modules.map(({ entry }) => entry));
  const found: ModelRights[] = [];
  for (const model of new Set([...access.keys(), ...rules.keys(), ...named])) {
    const row = { model, ...getModelRights(rights, model) };
    const isTold = row.access.length > 0 || row.rules.length > 0;
    if (model !== "" && (isTold || needsAccess(registry, model))) found.push(row);
    yield;
  }
  return found.toSorted((left, right) => compareText(left.model, right.model));
}

/** The platform warns of such a model after loading a module. */
export function needsAccess({ models, system }: Registry, name: string): boolean {
  const model = withinLimits(() => models.findStored(name), undefined);
  if (model === undefined || model.abstract) return false;
  return !model.transient || getRules(system.platformVersion).guardsWizards;
}
