// What else modules contain: menus, actions, jobs, controllers, assets, texts and pictures.
import {
  defineInnerTable,
  defineListTable,
  json,
  listColumns,
  optional,
  PLACE,
  text,
  type Columns,
  type Table,
} from "../table.js";
import {
  Controller,
  PART_PROPERTIES,
  type ModuleParts,
  type PartName,
} from "../../../data/module/module-parts.js";
import { Script } from "../../../data/module/script-parts.js";

/** A table of a part of which all is told. */
const definePartTable = <P extends PartName>(
  part: P,
  table: Pick<Table, "name" | "description" | "indexes">,
): Table =>
  defineListTable({
    ...table,
    columns: listColumns(PART_PROPERTIES[part]) as Columns,
    listOf: ({ parts }) => parts[part],
  });

export const menuTable = definePartTable("menus", {
  name: "menus",
  description: "`<menuitem>`s and `ir.ui.menu` records.",
});

export const actionTable = definePartTable("actions", {
  name: "actions",
  description: "Records of `ir.actions.…`.",
  indexes: [["model"]],
});

export const cronTable = definePartTable("crons", {
  name: "cron_jobs",
  description: "`ir.cron` records.",
});

export const controllerTable = defineListTable({
  name: "controllers",
  description: "Classes whose methods answer HTTP requests.",
  columns: listColumns(PART_PROPERTIES.controllers, "routes"),
  listOf: ({ parts }) => parts.controllers.map(({ routes: _routes, ...row }) => row),
});

export const routeTable = defineInnerTable({
  name: "routes",
  description: "Methods of controllers that are decorated as routes.",
  within: ["controllers", "controller"],
  order: "From 0, in the order of the class.",
  columns: listColumns(Controller.properties.routes),
  listOuter: ({ controllers }) => controllers,
  listOf: ({ routes }) => routes,
});

export const assetTable = definePartTable("assets", {
  name: "assets",
  description: "Steps in the making of bundles: of the manifest, then `ir.asset` records.",
  indexes: [["bundle"]],
});

export const scriptTable = defineListTable({
  name: "scripts",
  description: "Modules of scripts: files of `static/src`, or each `odoo.define`.",
  columns: listColumns(PART_PROPERTIES.scripts, "classes", "patches", "registry"),
  indexes: [["module_id"]],
  listOf: ({ parts }) =>
    parts.scripts.map(({ classes: _classes, patches: _patches, registry: _keys, ...row }) => row),
});

const inScript = {
  within: ["scripts", "script"],
  order: "From 0, in the order of the script.",
  listOuter: ({ scripts }: ModuleParts) => scripts,
} as const;

export const scriptClassTable = defineInnerTable({
  ...inScript,
  name: "script_classes",
  description: "Classes of scripts: components, services, former widgets.",
  columns: listColumns(Script.properties.classes),
  indexes: [["name"]],
  listOf: ({ classes }) => classes,
});

export const scriptPatchTable = defineInnerTable({
  ...inScript,
  name: "script_patches",
  description: "What scripts change of code that is not theirs.",
  columns: listColumns(Script.properties.patches),
  indexes: [["name"]],
  listOf: ({ patches }) => patches,
});

export const registryKeyTable = defineInnerTable({
  ...inScript,
  name: "registry_keys",
  description: "Keys of registries of the browser that scripts add, read or remove.",
  columns: listColumns(Script.properties.registry),
  indexes: [["category", "key"]],
  listOf: ({ registry }) => registry,
});

export const readmeTable = definePartTable("readme", {
  name: "readme_sections",
  description: "Texts of the `readme/` folder beside the description.",
});

export const migrationStepTable = defineListTable({
  name: "migration_steps",
  description:
    "What migration scripts do to names: calls of openupgradelib and the like, SQL, and fields written through the ORM.",
  columns: {
    version: text("Name of the script's folder."),
    phase: text("`pre`, `post` or `end`."),
    call: text("`rename_fields`, …; of SQL the command."),
    thing: text("`column`, `table`, `model`, `record`, `module` or `statement`."),
    belongs_to: optional(text("Of columns their table or model; of SQL the table.")),
    names: json("Old and new name, or all names."),
    ...PLACE,
  },
  indexes: [["belongs_to"]],
  listOf: ({ parts }) =>
    parts.migrations.flatMap(({ version, phase, file, steps }) =>
      steps.map(({ on, ...step }) => ({ ...step, version, phase, file, belongs_to: on })),
    ),
});

export const imageTable = definePartTable("images", {
  name: "images",
  description: "Pictures in `static/description`: their paths.",
});
