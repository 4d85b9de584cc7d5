// A module: where it exists, all of it at one version, and as a row of a list.
import { FACT_SHAPES } from "../../../data/module/facts.js";
import { CopiedModule, CopyOf } from "./copies.js";
import { declareRenamed } from "./former-names.js";
import { ownPortingRequests } from "./port-requests.js";
import { IDENTITY } from "../../../data/module/told-facts.js";
import { PART_PROPERTIES } from "../../../data/module/module-parts.js";
import { MODULE_PROPERTIES } from "../../../data/module/records.js";
import {
  anyOf,
  constant,
  count,
  flag,
  listOf,
  mapOf,
  object,
  optionalAll,
  orNull,
  namedObject,
  text,
  texts,
  type ValueOf,
} from "../../../data/shape.js";
import { MOST_NEAR } from "./system/plan.js";
import { UnresolvedKind, UnresolvedModule } from "./completeness.js";

export const ModuleSummary = namedObject("ModuleSummary", {
  name: text("Display name at the newest platform version."),
  technical_name: text(),
  platform_versions: texts("In numeric order: 6.1 < 8.0 < 10.0."),
  repos: texts(
    "Clone URLs of the repositories that have the module: of the newest version that several have first, the original before its copies.",
  ),
  installable: object(
    { platform_versions: texts(), repos: texts() },
    "The same for installable modules only.",
  ),
  copies: listOf(
    CopiedModule,
    "Modules of this name in other repositories than that of the original, newest version first.",
  ),
});
export type ModuleSummary = ValueOf<typeof ModuleSummary>;

/** Beside each file that an answer names there is a module: this says where its lines are shown. */
export const lineUrls = mapOf(
  text(),
  "Module → URI template of a line on the forge, pinned to the commit that was read: `{+file}`, relative to the module's folder, and `{line}`. Modules of unknown forges are left out.",
);

/** Template of links to a module's lines. */
export const lineUrl = orNull(
  text(
    "URI template of a line on the forge, pinned to the commit that was read: `{+file}`, relative to the module's folder, and `{line}`; `null` if the forge is unknown.",
  ),
);

const ForgePages = namedObject(
  "ForgePages",
  {
    folder: text("Its folder at the commit that was read."),
    commit: text(),
    issues: text("Issues of the repository that name the module."),
    pull_requests: text("Pull requests, or merge requests, that name it."),
  },
  "Pages of the module on the repository's forge.",
);

const MODULE_DETAIL_PROPERTIES = {
  ...MODULE_PROPERTIES,
  port_requests: ownPortingRequests,
  line_url: lineUrl,
  forge: orNull(ForgePages),
  unresolved: listOf(
    UnresolvedModule,
    "The modules of `unresolved_dependencies`, each with its kind: of Odoo, of Enterprise or unknown.",
  ),
  ...IDENTITY,
  copy_of: orNull(CopyOf),
};

const ModuleDetail = namedObject("ModuleDetail", {
  ...MODULE_DETAIL_PROPERTIES,
  ...optionalAll(PART_PROPERTIES),
});
export type ModuleDetail = ValueOf<typeof ModuleDetail>;

const ModuleSelection = namedObject(
  "ModuleSelection",
  optionalAll({ ...MODULE_DETAIL_PROPERTIES, ...PART_PROPERTIES }),
  "Only the keys that `fields`, `view` and `include` name.",
);
export type ModuleSelection = ValueOf<typeof ModuleSelection>;

/** True unless `fields` or `view` of the question choose a part. */
export function isWhole(detail: ModuleDetail | ModuleSelection): detail is ModuleDetail {
  return detail.models !== undefined;
}

export const ModuleDetails = { ...listOf(anyOf(ModuleDetail, ModuleSelection)), minItems: 1 };

const ModuleRow = namedObject("ModuleRow", {
  technical_name: text(),
  found: constant(true),
  name: text("Display name."),
  summary: text(),
  version: text("Without the leading platform version."),
  platform_version: text(),
  category: text(),
  license: text(),
  development_status: orNull(text()),
  installable: flag(),
  application: flag(),
  organization: text(),
  repository: text(),
  source_path: text("Folder of the module inside the repository."),
  update_date: FACT_SHAPES.update_date,
  last_code_change: FACT_SHAPES.last_code_change,
  dependents: count("Number of modules that declare it as a dependency, at any platform version."),
  ...declareRenamed("providers", texts("Every `<org>/<repo>` that has the name at this version.")),
});
export type ModuleRow = ValueOf<typeof ModuleRow>;

const MissingModuleRow = namedObject("MissingModuleRow", {
  technical_name: text("As requested."),
  found: constant(false),
  available_versions: texts(
    "Platform versions at which it exists; empty if no module has the name.",
  ),
  kind: UnresolvedKind,
  near: texts(
    `Names like it that are known, of an unknown one; of the first ${MOST_NEAR} such names.`,
  ),
});
export type MissingModuleRow = ValueOf<typeof MissingModuleRow>;

export const ModuleRows = listOf(anyOf(ModuleRow, MissingModuleRow));
