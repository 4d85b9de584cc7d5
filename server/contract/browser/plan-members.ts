// What of a plan is indexed, and what cannot be had.
import type { MissingModule, Plan, PlanModule } from "../shape/system/plan.js";

/** One whose source was read. */
export type IndexedModule = PlanModule & {
  readonly [
    N in "commit" | "source_path" | "version" | "license" | "license_spdx" | "purl"
  ]: string;
};

export function isIndexed(module: PlanModule): module is IndexedModule {
  return !module.from_platform_table;
}

/** What cannot be had: the rest of what is not indexed is known from the table of Odoo's manifests. */
export function listLacking({
  modules,
  missing,
}: Pick<Plan, "modules" | "missing">): readonly MissingModule[] {
  const ofTable = new Set(
    modules.filter((row) => !isIndexed(row)).map(({ technical_name }) => technical_name),
  );
  return missing.filter(({ technical_name }) => !ofTable.has(technical_name));
}
