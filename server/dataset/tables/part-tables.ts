// What else modules contain: menus, actions, jobs, controllers, assets, texts and pictures.
import {
  defineTable,
  ENTRY_PARENT,
  flag,
  integer,
  json,
  OF_ENTRY,
  optional,
  PLACE,
  text,
} from "../table.js";

const xmlId = text("As written.");

export const menuTable = defineTable({
  name: "menus",
  description: "`<menuitem>`s and `ir.ui.menu` records.",
  from: "entry",
  columns: {
    ...OF_ENTRY,
    xml_id: xmlId,
    name: optional(text("NULL: that of the action.")),
    parent: optional(text("Id of the menu around it.")),
    action: optional(text("Id of the action that it starts.")),
    sequence: optional(integer("As written.")),
    groups: json("Ids as written; one that is taken away has a `-` before it."),
    ...PLACE,
  },
  key: ["entry_id", "position"],
  parents: [ENTRY_PARENT],
  *listRows({ entry_id, parts }) {
    for (const [position, menu] of parts.menus.entries()) yield { entry_id, position, ...menu };
  },
});

export const actionTable = defineTable({
  name: "actions",
  description: "Records of `ir.actions.…`.",
  from: "entry",
  columns: {
    ...OF_ENTRY,
    xml_id: xmlId,
    name: optional(text("As written.")),
    type: text("`ir.actions.act_window`, …"),
    model: optional(text("The model; of a server action the id of its record.")),
    view_mode: optional(text("`list,form`, …")),
    ...PLACE,
  },
  key: ["entry_id", "position"],
  parents: [ENTRY_PARENT],
  indexes: [["model"]],
  *listRows({ entry_id, parts }) {
    for (const [position, row] of parts.actions.entries()) yield { entry_id, position, ...row };
  },
});

export const cronTable = defineTable({
  name: "cron_jobs",
  description: "`ir.cron` records.",
  from: "entry",
  columns: {
    ...OF_ENTRY,
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
  key: ["entry_id", "position"],
  parents: [ENTRY_PARENT],
  *listRows({ entry_id, parts }) {
    for (const [position, row] of parts.crons.entries()) yield { entry_id, position, ...row };
  },
});

export const controllerTable = defineTable({
  name: "controllers",
  description: "Classes whose methods answer HTTP requests.",
  from: "entry",
  columns: {
    ...OF_ENTRY,
    class_name: text("Name of the Python class."),
    inherit_from: json("List of its bases as Python source."),
    ...PLACE,
  },
  key: ["entry_id", "position"],
  parents: [ENTRY_PARENT],
  *listRows({ entry_id, parts }) {
    for (const [position, { routes: _routes, ...row }] of parts.controllers.entries()) {
      yield { entry_id, position, ...row };
    }
  },
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

export const assetTable = defineTable({
  name: "assets",
  description: "Steps in the making of bundles: of the manifest, then `ir.asset` records.",
  from: "entry",
  columns: {
    ...OF_ENTRY,
    bundle: text("`web.assets_backend`, …"),
    directive: text("`append`, `prepend`, `before`, `after`, `replace`, `remove` or `include`."),
    path: text("A file, a pattern, or with `include` a bundle."),
    target: optional(text("What `before`, `after` and `replace` are about.")),
    xml_id: optional(text("Of an `ir.asset`.")),
    ...PLACE,
  },
  key: ["entry_id", "position"],
  parents: [ENTRY_PARENT],
  indexes: [["bundle"]],
  *listRows({ entry_id, parts }) {
    for (const [position, row] of parts.assets.entries()) yield { entry_id, position, ...row };
  },
});

export const readmeTable = defineTable({
  name: "readme_sections",
  description: "Texts of the `readme/` folder beside the description.",
  from: "entry",
  columns: {
    ...OF_ENTRY,
    section: text("`usage`, `configure`, `install`, `context`, `roadmap` or `history`."),
    format: text("`md` or `rst`."),
    text: text("As written."),
    file: PLACE.file,
  },
  key: ["entry_id", "position"],
  parents: [ENTRY_PARENT],
  *listRows({ entry_id, parts }) {
    for (const [position, row] of parts.readme.entries()) yield { entry_id, position, ...row };
  },
});

export const imageTable = defineTable({
  name: "images",
  description: "Pictures in `static/description`: their paths.",
  from: "entry",
  columns: { ...OF_ENTRY, kind: text("`icon` or `screenshot`."), file: PLACE.file },
  key: ["entry_id", "position"],
  parents: [ENTRY_PARENT],
  *listRows({ entry_id, parts }) {
    for (const [position, row] of parts.images.entries()) yield { entry_id, position, ...row };
  },
});
