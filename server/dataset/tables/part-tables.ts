// What else modules contain: menus, actions, jobs, controllers, assets, texts and pictures.
import {
  defineListTable,
  defineTable,
  flag,
  integer,
  json,
  OF_ENTRY,
  optional,
  PLACE,
  text,
} from "../table.js";
import type { ModuleParts } from "../../../data/module-parts.js";

const xmlId = text("As written.");

export const menuTable = defineListTable({
  name: "menus",
  description: "`<menuitem>`s and `ir.ui.menu` records.",
  columns: {
    xml_id: xmlId,
    name: optional(text("NULL: that of the action.")),
    parent: optional(text("Id of the parent menu.")),
    action: optional(text("Id of its action.")),
    sequence: optional(integer("As written.")),
    groups: json("Ids as written; one that is taken away has a `-` before it."),
    ...PLACE,
  },
  listOf: ({ parts }) => parts.menus,
});

export const actionTable = defineListTable({
  name: "actions",
  description: "Records of `ir.actions.…`.",
  columns: {
    xml_id: xmlId,
    name: optional(text("As written.")),
    type: text("`ir.actions.act_window`, …"),
    model: optional(text("The model; of a server action the id of its record.")),
    view_mode: optional(text("`list,form`, …")),
    ...PLACE,
  },
  indexes: [["model"]],
  listOf: ({ parts }) => parts.actions,
});

export const cronTable = defineListTable({
  name: "cron_jobs",
  description: "`ir.cron` records.",
  columns: {
    xml_id: xmlId,
    name: optional(text("As written.")),
    model: optional(text("Id of the model's record; up to 10.0 the model's name.")),
    interval_number: optional(integer("As written.")),
    interval_type: optional(text("`minutes`, `hours`, `days`, …")),
    code: optional(text("Python source.")),
    function: optional(text("Up to 10.0 the method that is called.")),
    active: optional(flag("NULL where it is not said.")),
    ...PLACE,
  },
  listOf: ({ parts }) => parts.crons,
});

export const controllerTable = defineListTable({
  name: "controllers",
  description: "Classes whose methods answer HTTP requests.",
  columns: {
    class_name: text("Name of the Python class."),
    inherit_from: json("List of its bases as Python source."),
    ...PLACE,
  },
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
    name: text("Of the method."),
    paths: json("List; empty where those of the base hold."),
    type: optional(text("`http`, `json`, …")),
    auth: optional(text("`user`, `public`, `none`, …")),
    methods: optional(json("List of HTTP methods; NULL for all.")),
    csrf: optional(flag("NULL where it is not said.")),
    website: optional(flag("NULL where it is not said.")),
    cors: optional(text("As written.")),
    attrs: optional(json("Further arguments as Python source.")),
    line: integer("Of its first decorator, in the file of the controller."),
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
  columns: {
    bundle: text("`web.assets_backend`, …"),
    directive: text("`append`, `prepend`, `before`, `after`, `replace`, `remove` or `include`."),
    path: text("A file, a pattern, or with `include` a bundle."),
    target: optional(text("The path that `before`, `after` and `replace` refer to.")),
    xml_id: optional(text("Of an `ir.asset`.")),
    ...PLACE,
  },
  indexes: [["bundle"]],
  listOf: ({ parts }) => parts.assets,
});

export const scriptTable = defineListTable({
  name: "scripts",
  description: "Modules of scripts: files of `static/src`, or each `odoo.define`.",
  columns: {
    module_id: optional(text("By which others import it; NULL for a script that is no module.")),
    alias: optional(text("A second name for others.")),
    imports: json("List of `{ from, names }`."),
    exports: json("List of names; `default` for its own."),
    functions: json("List of `{ name, line }`: those of the file itself."),
    ...PLACE,
  },
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
  columns: {
    ...inScript,
    name: text("`default` for one that is exported without a name."),
    extends: optional(text("As written.")),
    extends_from: optional(text("Module of scripts from which that is imported.")),
    template: optional(text("Name of its QWeb template.")),
    props: json("Names of what a component takes."),
    components: json("Names of the components that its template may use."),
    services: json("Names of the services that it uses."),
    methods: json("Names."),
    line: integer("Where it begins."),
  },
  indexes: [["name"]],
  listRows: ({ entry_id, parts }) =>
    listInScripts(entry_id, parts.scripts, ({ classes }) => classes),
});

export const scriptPatchTable = defineTable({
  ...ofScript,
  name: "script_patches",
  description: "What scripts change of code that is not theirs.",
  columns: {
    ...inScript,
    target: text("As written: `PaymentScreen.prototype`."),
    name: text("By the name that it has where it is from."),
    from: optional(text("Module of scripts from which it is imported; NULL for one of the file.")),
    services: json("Names of the services that it uses."),
    methods: json("Names of what is overridden or added."),
    line: integer("Of the call."),
  },
  indexes: [["name"]],
  listRows: ({ entry_id, parts }) =>
    listInScripts(entry_id, parts.scripts, ({ patches }) => patches),
});

export const registryKeyTable = defineTable({
  ...ofScript,
  name: "registry_keys",
  description: "Keys of registries of the browser that scripts add, read or remove.",
  columns: {
    ...inScript,
    category: text("`fields`, `services`, …"),
    key: text("As written."),
    use: text("`add`, `get` or `remove`."),
    value: optional(text("What is added, where it is a name.")),
    force: flag("Whether it replaces what another one added."),
    line: integer("Of its key."),
  },
  indexes: [["category", "key"]],
  listRows: ({ entry_id, parts }) =>
    listInScripts(entry_id, parts.scripts, ({ registry }) => registry),
});

export const readmeTable = defineListTable({
  name: "readme_sections",
  description: "Texts of the `readme/` folder beside the description.",
  columns: {
    section: text("`usage`, `configure`, `install`, `context`, `roadmap` or `history`."),
    format: text("`md` or `rst`."),
    text: text("As written."),
    file: PLACE.file,
  },
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
  columns: { kind: text("`icon` or `screenshot`."), file: PLACE.file },
  listOf: ({ parts }) => parts.images,
});
