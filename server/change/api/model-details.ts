// What of a model itself is another at a later platform version: its kind, and what it inherits from.
import type { LoadedClass } from "../../../data/module/loaded-module.js";
import type { ApiDetail } from "../../contract/shape/api-changes.js";
import type { ApiStep } from "./api-step.js";
import { inheritsFrom } from "./ancestors.js";

/**
 * @param maker the class that makes the model at the earlier version
 * @param modules that have it at the later one
 */
export function listModelDetails(
  step: ApiStep,
  model: string,
  maker: LoadedClass,
  modules: readonly string[],
): readonly ApiDetail[] {
  const details: ApiDetail[] = [];
  const after = modules.map((module) => step.to.findOwn(module, model)?.maker).find(Boolean);
  if (after !== undefined && maker.kind !== null && after.kind !== null) {
    if (maker.kind !== after.kind) {
      details.push({ attribute: "kind", from: maker.kind, to: after.kind });
    }
  }
  const needed = new Set(modules.flatMap((module) => [...step.to.listNeeded(module)]));
  for (const parent of new Set(maker.inherit)) {
    const outcome = step.findOutcome(parent);
    if (parent === model || outcome === undefined || outcome.kind === "removed") continue;
    if (after?.inherit.includes(outcome.model) === true) continue;
    if (inheritsFrom(step.to, model, { ancestor: outcome.model, needed })) continue;
    details.push({ attribute: "inherit", from: parent, to: null });
  }
  return details;
}
