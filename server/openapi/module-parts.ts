// What a module contains beside models and views, given with `include` or `fields`.
import { flag, listOf, mapOf, object, orNull, ref, text, type Schema } from "./schema.js";

const optionalText = (description?: string) => orNull({ ...text(description), type: "string" });

const optionalFlag = (description?: string) => orNull({ ...flag(description), type: "boolean" });

const optionalNumber = (description?: string) =>
  orNull({ type: "integer", ...describe(description) });

function describe(description: string | undefined): { readonly description?: string } {
  return description === undefined ? {} : { description };
}

const XML_ID = text("As written.");

const controller = object({
  class_name: text("Name of the Python class."),
  inherit_from: listOf(text(), "Its bases as Python source."),
  routes: listOf(ref("Route"), "Its methods that are decorated as routes."),
});

const route = object({
  name: text("Name of the method."),
  paths: listOf(text(), "None where those of the base hold; one that is no literal is source."),
  type: optionalText("`http`, `json`, `jsonrpc`, …; not said: `http`, or as in the base."),
  auth: optionalText("`user`, `public`, `none`, …; not said: `user`, or as in the base."),
  methods: {
    type: ["array", "null"],
    items: text(),
    description: "HTTP methods; not said: all.",
  },
  csrf: optionalFlag(),
  website: optionalFlag(),
  cors: optionalText(),
  attrs: {
    ...mapOf(text(), "Further keyword arguments, and those that are no literal: Python source."),
    type: ["object", "null"],
  },
});

const permissions = {
  perm_read: optionalFlag(),
  perm_write: optionalFlag(),
  perm_create: optionalFlag(),
  perm_unlink: optionalFlag(),
};

const access = object({
  xml_id: XML_ID,
  name: optionalText(),
  model: optionalText("Id of the model's record: `model_res_partner`."),
  group: optionalText("Id of the group; none for everyone."),
  ...permissions,
});

const rule = object({
  xml_id: XML_ID,
  name: optionalText(),
  model: optionalText("Id of the model's record."),
  domain: optionalText("Python source."),
  groups: listOf(text(), "Ids; none for everyone. One that is taken away has a `-` before it."),
  ...permissions,
});

const cron = object({
  xml_id: XML_ID,
  name: optionalText(),
  model: optionalText("Id of the model's record; up to 10.0 the model's name."),
  interval_number: optionalNumber(),
  interval_type: optionalText("`minutes`, `hours`, `days`, …"),
  code: optionalText("Python source."),
  function: optionalText("Up to 10.0 the method that is called."),
  active: optionalFlag(),
});

const menu = object({
  xml_id: XML_ID,
  name: optionalText("Not said: that of the action."),
  parent: optionalText("Id of the menu around it."),
  action: optionalText("Id of the action that it starts."),
  sequence: optionalNumber(),
  groups: listOf(text(), "Ids; one that is taken away has a `-` before it."),
});

const action = object({
  xml_id: XML_ID,
  name: optionalText(),
  type: text("`ir.actions.act_window`, `ir.actions.report`, …"),
  model: optionalText("The model that it is about; of a server action the id of its record."),
  view_mode: optionalText("`list,form`, …"),
});

const asset = object({
  bundle: text("`web.assets_backend`, …"),
  directive: text("`append`, `prepend`, `before`, `after`, `replace`, `remove` or `include`."),
  path: text("A file, a pattern of files, or with `include` a bundle."),
  target: optionalText("What `before`, `after` and `replace` are about."),
  xml_id: optionalText("Of an `ir.asset`; none in the manifest."),
});

/** The keys of a module that are given only to who asks for them. */
export const PART_PROPERTIES: Readonly<Record<string, Schema>> = {
  controllers: listOf(ref("Controller"), "Classes that answer HTTP requests."),
  access: listOf(ref("AccessRight"), "Rows of `ir.model.access`."),
  rules: listOf(ref("AccessRule"), "`ir.rule` records."),
  crons: listOf(ref("CronJob"), "`ir.cron` records."),
  menus: listOf(ref("Menu"), "`<menuitem>`s and `ir.ui.menu` records."),
  actions: listOf(ref("Action"), "Records of `ir.actions.…`, and the tags that stand for them."),
  assets: listOf(ref("Asset"), "Steps of bundles: of the manifest, then `ir.asset` records."),
};

export const PART_SCHEMAS: Readonly<Record<string, Schema>> = {
  Controller: controller,
  Route: route,
  AccessRight: access,
  AccessRule: rule,
  CronJob: cron,
  Menu: menu,
  Action: action,
  Asset: asset,
};
