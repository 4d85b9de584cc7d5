// Modules of a plan that are in the index.
import type { PlanModule } from "../shape/system/plan.js";

/** One whose source was read. */
export type IndexedModule = PlanModule & {
  readonly [
    N in "commit" | "source_path" | "version" | "license" | "license_spdx" | "purl"
  ]: string;
};

export function isIndexed(module: PlanModule): module is IndexedModule {
  return !module.from_platform_table;
}
