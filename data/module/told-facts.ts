// Lists of facts that appear beside the whole record, and facts that follow from them. A new fact
// is listed here for each answer that has it.
import { FACTS, type FactName } from "./facts.js";
import { listKeys, orNull, type Shape, text, type ValueOf } from "../shape.js";

/** Names by which other programs know a module, derived from its facts. */
export const IDENTITY = {
  license_spdx: text(
    "The licence as an SPDX expression; `LicenseRef-…` for one that SPDX does not list.",
  ),
  purl: text(
    "Package URL of its folder at the commit that was read: `pkg:github/…@commit#folder`.",
  ),
  distribution_purl: orNull(
    text(
      "Package URL of its Python distribution, whether published or not; `null` for Odoo's own modules, and if it can have none.",
    ),
  ),
};

export type ModuleIdentity = {
  readonly [N in keyof typeof IDENTITY]: ValueOf<(typeof IDENTITY)[N]>;
};

export const IDENTITY_NAMES = listKeys(IDENTITY);

/** Lists of facts beside the whole record, each in the order of its answer. */
export const TOLD = {
  /** The basic form of a record, as the specification has it. */
  basic: [
    "technical_name",
    "name",
    "version",
    "description",
    "authors",
    "website",
    "license",
    "category",
    "auto_install",
    "application",
    "installable",
    "maintainers",
    "dependencies",
    "update_date",
    "git",
    "folder_size",
    "repository",
    "organization",
  ],
  /** Compared from one record to another. */
  diff: [
    "name",
    "summary",
    "website",
    "license",
    "license_spdx",
    "category",
    "authors",
    "maintainers",
    "auto_install",
    "application",
    "installable",
    "refused",
    "development_status",
    "has_tests",
  ],
  /** Columns of the table of modules. */
  csv: [
    "technical_name",
    "platform_version",
    "organization",
    "repository",
    "name",
    "summary",
    "version",
    "category",
    "license",
    "development_status",
    "installable",
    "application",
    "auto_install",
    "authors",
    "maintainers",
    "website",
    "declared_dependencies",
    "update_date",
    "last_code_change",
    "folder_size",
    "git",
    "branch",
    "commit",
    "source_path",
    "has_tests",
    "license_spdx",
    "purl",
  ],
  /** Columns of the dataset, beside name, version and repository. */
  dataset: [
    "name",
    "version",
    "manifest_version",
    "summary",
    "description",
    "website",
    "category",
    "license",
    "license_spdx",
    "development_status",
    "installable",
    "application",
    "auto_install",
    "has_depends",
    "has_tests",
    "update_date",
    "last_code_change",
    "branch",
    "commit",
    "source_path",
    "folder_size",
    "purl",
    "distribution_purl",
  ],
  /** Facts for agents, for every module. */
  agents: [
    "name",
    "version",
    "platform_version",
    "summary",
    "category",
    "license",
    "license_spdx",
    "development_status",
    "installable",
    "refused",
    "application",
    "auto_install",
    "has_tests",
    "website",
    "organization",
    "repository",
    "git",
    "branch",
    "source_path",
    "purl",
    "update_date",
    "last_code_change",
  ],
} as const satisfies Readonly<Record<string, readonly (FactName | keyof ModuleIdentity)[]>>;

/** The shape of a fact, or of what follows from facts. */
export function findFactShape(name: FactName | keyof ModuleIdentity): Shape {
  return name in IDENTITY ? IDENTITY[name as keyof ModuleIdentity] : FACTS[name as FactName].shape;
}
