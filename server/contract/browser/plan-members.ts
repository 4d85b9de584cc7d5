// Whose the modules of a plan are.
import type { Plan, PlanModule } from "../shape/system/plan.js";

/** One whose source was read. */
export type IndexedModule = PlanModule & {
  readonly [
    N in "commit" | "source_path" | "version" | "license" | "license_spdx" | "purl"
  ]: string;
};

export function isIndexed(module: PlanModule): module is IndexedModule {
  return !module.from_platform_table;
}

/** Modules by what a reader looks for: those that were asked for, what else comes, what Odoo itself has. */
export function groupModules({ modules }: Plan) {
  const others = modules.filter(({ origin }) => origin !== "requested");
  return {
    requested: modules.filter(({ origin }) => origin === "requested"),
    others: others.filter((module) => !module.of_platform),
    ofPlatform: others.filter((module) => module.of_platform),
  };
}
