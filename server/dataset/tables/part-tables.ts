// What else modules contain: menus, actions, jobs, controllers, assets, texts and pictures.
import {
  defineListTable,
  defineTable,
  integer,
  json,
  listColumns,
  OF_ENTRY,
  optional,
  PLACE,
  text,
} from "../table.js";
import {
  Controller,
  PART_PROPERTIES,
  Script,
  type ModuleParts,
} from "../../../data/module-parts.js";

export const menuTable = defineListTable({
  name: "menus",
  description: "`<menuitem>`s and `ir.ui.menu` records.",
  columns: listColumns(PART_PROPERTIES.menus),
  listOf: ({ parts }) => parts.menus,
});

export const actionTable = defineListTable({
  name: "actions",
  description: "Records of `ir.actions.…`.",
  columns: listColumns(PART_PROPERTIES.actions),
  indexes: [["model"]],
  listOf: ({ parts }) => parts.actions,
});

export const cronTable = defineListTable({
  name: "cron_jobs",
  description: "`ir.cron` records.",
  columns: listColumns(PART_PROPERTIES.crons),
  listOf: ({ parts }) => parts.crons,
});

export const controllerTable = defineListTable({
  name: "controllers",
  description: "Classes whose methods answer HTTP requests.",
  columns: listColumns(PART_PROPERTIES.controllers, "routes"),
  listOf: ({ parts }) => parts.controllers.map(({ routes: _routes, ...row }) => row),
});

export const routeTable = defineTable({
  name: "routes",
  description: "Methods of controllers that are decorated as routes.",
  from: "entry",
  columns: {
    entry_id: OF_ENTRY.entry_id,
    controller_position: integer("The controller."),
    position: integer("From 0, in the order of the class."),
    ...listColumns(Controller.properties.routes),
  },
  key: ["entry_id", "controller_position", "position"],
  parents: [{ table: "controllers", columns: ["entry_id", "controller_position"] }],
  *listRows({ entry_id, parts }) {
    for (const [controller_position, { routes }] of parts.controllers.entries()) {
      for (const [position, row] of routes.entries()) {
        yield { entry_id, controller_position, position, ...row };
      }
    }
  },
});

export const assetTable = defineListTable({
  name: "assets",
  description: "Steps in the making of bundles: of the manifest, then `ir.asset` records.",
  columns: listColumns(PART_PROPERTIES.assets),
  indexes: [["bundle"]],
  listOf: ({ parts }) => parts.assets,
});

export const scriptTable = defineListTable({
  name: "scripts",
  description: "Modules of scripts: files of `static/src`, or each `odoo.define`.",
  columns: listColumns(PART_PROPERTIES.scripts, "classes", "patches", "registry"),
  indexes: [["module_id"]],
  listOf: ({ parts }) =>
    parts.scripts.map(({ classes: _classes, patches: _patches, registry: _keys, ...row }) => row),
});

/** Rows of what stands in the scripts of an entry. */
function* listInScripts<Row>(
  entry_id: number,
  scripts: ModuleParts["scripts"],
  list: (script: ModuleParts["scripts"][number]) => readonly Row[],
) {
  for (const [script_position, script] of scripts.entries()) {
    for (const [position, row] of list(script).entries()) {
      yield { entry_id, script_position, position, ...row };
    }
  }
}

const inScript = {
  entry_id: OF_ENTRY.entry_id,
  script_position: integer("The script."),
  position: integer("From 0, in the order of the script."),
};

const ofScript = {
  from: "entry",
  key: ["entry_id", "script_position", "position"],
  parents: [{ table: "scripts", columns: ["entry_id", "script_position"] }],
} as const;

export const scriptClassTable = defineTable({
  ...ofScript,
  name: "script_classes",
  description: "Classes of scripts: components, services, former widgets.",
  columns: { ...inScript, ...listColumns(Script.properties.classes) },
  indexes: [["name"]],
  listRows: ({ entry_id, parts }) =>
    listInScripts(entry_id, parts.scripts, ({ classes }) => classes),
});

export const scriptPatchTable = defineTable({
  ...ofScript,
  name: "script_patches",
  description: "What scripts change of code that is not theirs.",
  columns: { ...inScript, ...listColumns(Script.properties.patches) },
  indexes: [["name"]],
  listRows: ({ entry_id, parts }) =>
    listInScripts(entry_id, parts.scripts, ({ patches }) => patches),
});

export const registryKeyTable = defineTable({
  ...ofScript,
  name: "registry_keys",
  description: "Keys of registries of the browser that scripts add, read or remove.",
  columns: { ...inScript, ...listColumns(Script.properties.registry) },
  indexes: [["category", "key"]],
  listRows: ({ entry_id, parts }) =>
    listInScripts(entry_id, parts.scripts, ({ registry }) => registry),
});

export const readmeTable = defineListTable({
  name: "readme_sections",
  description: "Texts of the `readme/` folder beside the description.",
  columns: listColumns(PART_PROPERTIES.readme),
  listOf: ({ parts }) => parts.readme,
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

export const imageTable = defineListTable({
  name: "images",
  description: "Pictures in `static/description`: their paths.",
  columns: listColumns(PART_PROPERTIES.images),
  listOf: ({ parts }) => parts.images,
});
