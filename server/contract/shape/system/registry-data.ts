// Data of a system beside its views: rights, menus, actions and records, each with its writers.
import {
  anyOf,
  count,
  flag,
  integer,
  listOf,
  mapOf,
  namedObject,
  object,
  oneOf,
  optional,
  orNull,
  schemaOf,
  text,
  texts,
  type ValueOf,
} from "../../../../data/shape.js";
import { RECORD_TAGS } from "../../../../data/module/loaded-module.js";
import { OF_SYSTEM } from "../completeness.js";
import { lineUrls } from "../module.js";

const total = count("Of the whole list, of which this is a part.");

const Writer = namedObject("RecordWriter", {
  module: text("The module whose data file it is; the id may belong to another one."),
  file: text("Relative to the module's folder."),
  line: count("Of the element, or of the row."),
  tag: oneOf(
    RECORD_TAGS,
    "What it is there; `tag`: any other element that makes a record; `function`: a call that gives it its id.",
  ),
  noupdate: flag("Whether updates of the module leave it alone, by where it stands."),
});

const writers = listOf(
  Writer,
  "Who writes it, in load order; the last one that gives a field wins.",
);

const id = {
  xml_id: text("In full: `module.name`."),
  module: text("The module of the id."),
};

const permissions = text("Of `rwcu`: read, write, create, unlink.");

const AccessLine = namedObject("RegistryAccessLine", {
  ...id,
  name: orNull(text()),
  group: orNull(text("`null` for everyone.")),
  permissions,
  active: flag(),
  writers,
});

const groupName = {
  name: orNull(text()),
  full_name: orNull(
    text("As Odoo shows it: behind the name of its application, `Sales / Administrator`."),
  ),
};

const ruled = {
  domain: orNull(text("Python source.")),
  groups: texts("Empty for everyone."),
  permissions,
  active: flag(),
};

const AccessRule = namedObject("RegistryAccessRule", {
  ...id,
  name: orNull(text()),
  ...ruled,
  global: flag("Without groups: it holds beside all others."),
  writers,
});

export const RegistryAccess = namedObject("RegistryAccess", {
  ...OF_SYSTEM,
  model: text(),
  access: listOf(AccessLine, "In the order in which they are made."),
  rules: listOf(AccessRule, "Likewise."),
  by_group: listOf(
    object({
      group: text("In full."),
      ...groupName,
      permissions,
      because: mapOf(text(), "Permission → id of the first line that gives it."),
    }),
    "What a user with the group may do, by its lines, those of the groups that it implies and those for everyone; groups with no line are left out.",
  ),
  allowed: optional(
    object({
      groups: texts("Those of a user who has `groups`, as `with` of one group. Sorted."),
      permissions,
      because: mapOf(text(), "Permission → id of the first line that gives it."),
      rules: texts("Ids of the active rules of these groups, and of the global ones."),
    }),
  ),
});
export type RegistryAccess = ValueOf<typeof RegistryAccess>;

export const RegistryAccessModels = namedObject("RegistryAccessModels", {
  ...OF_SYSTEM,
  models: listOf(
    object({
      model: text(),
      access: listOf(
        object({
          xml_id: text("In full."),
          group: orNull(text("`null` for everyone.")),
          permissions,
          active: optional(flag("With `module`.")),
          before: optional(
            orNull(text("What it allows without what the module writes; `null` if it is its own.")),
          ),
        }),
        "Active lines, in the order in which they are made; with `module` all that it writes.",
      ),
      rules: texts("Ids of active rules, likewise."),
      written_rules: optional(
        listOf(
          object({
            xml_id: text("In full."),
            ...ruled,
            before: orNull(object(ruled, "Without what the module writes; `null` likewise.")),
          }),
          "With `module`: the same rules with what they say.",
        ),
      ),
    }),
    "By name: models with lines or rules, and those that need a line and have none, so that only the superuser may use them; with `module` those that it writes rights of, and those that it makes and nobody may use.",
  ),
  total,
});
export type RegistryAccessModels = ValueOf<typeof RegistryAccessModels>;

export const RegistryGroups = namedObject("RegistryGroups", {
  ...OF_SYSTEM,
  groups: listOf(
    object({
      ...id,
      ...groupName,
      category: orNull(text("Id of its application; since 19.0 of its privilege.")),
      implied: texts("Sorted."),
      closure: texts("All that it implies, through others too, sorted."),
    }),
  ),
  total,
});
export type RegistryGroups = ValueOf<typeof RegistryGroups>;

export const RegistryGroup = namedObject("RegistryGroup", {
  ...OF_SYSTEM,
  group: text(),
  ...groupName,
  implies: texts("Sorted."),
  closure: texts("All that it implies, through others too, sorted."),
  with: texts(
    "The groups of a user who has this one: with `base.group_user` unless it leads to another type of user. Sorted.",
  ),
  models: mapOf(permissions, "Model → what such a user may do."),
  rules: mapOf(texts(), "Model → ids of the active rules that these groups bring, sorted."),
  writers,
});
export type RegistryGroup = ValueOf<typeof RegistryGroup>;

const MENU = "RegistryMenu";

/** A menu has menus of its own shape in it. */
const children = listOf(
  schemaOf<object>({ $id: MENU }),
  "By sequence, then in the order in which they are made.",
);

const RegistryMenu = namedObject(MENU, {
  ...id,
  name: orNull(text("By default that of the action.")),
  complete_name: orNull(
    text("With the names above it; `null` where only running code knows one of them."),
  ),
  parent: orNull(text()),
  sequence: integer(),
  active: flag(),
  action: orNull(text()),
  groups: texts("Who sees it; empty for everyone who sees what is in it."),
  writers,
  children,
});
export type RegistryMenu = ValueOf<typeof RegistryMenu>;

export const RegistryMenus = namedObject("RegistryMenus", {
  ...OF_SYSTEM,
  menus: listOf(RegistryMenu, "The roots."),
  total,
});
export type RegistryMenus = ValueOf<typeof RegistryMenus>;

export const RegistryActions = namedObject("RegistryActions", {
  ...OF_SYSTEM,
  actions: listOf(
    object({
      ...id,
      type: text("`ir.actions.act_window`, …"),
      name: orNull(text()),
      res_model: orNull(text("What it shows or works on.")),
      view_mode: orNull(text()),
      view_id: orNull(text("Id of its view.")),
      report_name: orNull(text()),
      binding_model: orNull(text("The model in whose menu it is.")),
      writers,
    }),
  ),
  total,
});
export type RegistryActions = ValueOf<typeof RegistryActions>;

export const RegistryRecords = namedObject("RegistryRecords", {
  ...OF_SYSTEM,
  records: listOf(
    object({
      ...id,
      model: text(),
      noupdate: flag(),
      written_by: texts("Modules that write it, in load order."),
    }),
  ),
  total,
});
export type RegistryRecords = ValueOf<typeof RegistryRecords>;

const value = anyOf(orNull(text()), schemaOf<number>({ type: "number" }), flag(), texts());

export const RegistryRecord = namedObject("RegistryRecord", {
  ...OF_SYSTEM,
  ...id,
  model: text(),
  noupdate: flag("Of the first writer: what later ones say does not change it."),
  values: mapOf(
    value,
    "Fields that data files give, as they are after all of them: records by their ids (`ir.model:res.partner` and `ir.model.fields:res.partner.name` by name, `?` without an id), a reference as `model,xml_id`.",
  ),
  unknown: texts("Names of fields that they give and whose value only running code knows."),
  writers,
  line_urls: lineUrls,
});
export type RegistryRecord = ValueOf<typeof RegistryRecord>;
