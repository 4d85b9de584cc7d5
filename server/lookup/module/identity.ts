// The names that other programs know a module by: package URLs, and its licence as SPDX has it.
import type { ModuleIdentity } from "../../../data/module/told-facts.js";
import { findLicense } from "../../../data/module/licenses.js";
import type { VersionedModule } from "./distribution.js";
import { findDistributionPurl, toModulePurl, type ReadModule } from "./purl.js";

export function identifyModule(
  module: ReadModule & VersionedModule & { readonly git: string; readonly license: string },
): ModuleIdentity {
  return {
    license_spdx: findLicense(module.license).spdx,
    purl: toModulePurl(module, module.git),
    distribution_purl: findDistributionPurl(module),
  };
}
