// Tables of other parts: rights, menus, actions, jobs, controllers, assets, texts and pictures.
import {
  Controller,
  PART_PROPERTIES,
  type ModuleParts,
  type PartName,
} from "../../../data/module/module-parts.js";
import { Script } from "../../../data/module/script-parts.js";
import { toFullXmlId } from "../../../data/module/xml-id.js";
import { orNull, text, texts, type Properties } from "../../../data/shape.js";
import {
  columnsOf,
  defineListTable,
  ENTRY,
  omit,
  ownedBy,
  PLACE,
  type EntrySource,
  type Row,
  type Table,
} from "../table.js";

/** Lists inside a part become tables of their own. */
interface PartTable {
  readonly name: string;
  readonly description: string;
  readonly indexes?: readonly (readonly string[])[];
  /** Lists in its rows that have tables of their own. */
  readonly without?: readonly string[];
}

const definePart = (part: PartName, { without = [], ...table }: PartTable): Table =>
  defineListTable<EntrySource, Properties>(ENTRY, {
    ...table,
    columns: omit<Properties, string>(columnsOf(PART_PROPERTIES[part]), ...without),
    listOf: ({ parts }) => parts[part] as readonly Row[],
  });

const { xml_id: groupId, ...ofGroup } = columnsOf(PART_PROPERTIES.groups);

const groupTable = defineListTable(ENTRY, {
  name: "security_groups",
  description: "`res.groups` records.",
  columns: {
    xml_id: groupId,
    full_id: text("With the module before the point."),
    ...omit(ofGroup, "implied"),
  },
  indexes: [["full_id"]],
  listOf: ({ record, parts }) =>
    parts.groups.map((group) => ({
      ...group,
      full_id: toFullXmlId(record.technical_name, group.xml_id),
    })),
});

const { xml_id, name, model, ...ofAccess } = columnsOf(PART_PROPERTIES.access);

const accessTable = defineListTable(ENTRY, {
  name: "access_rights",
  description: "Rows of `ir.model.access`: what a group may do with a model.",
  columns: {
    xml_id,
    name,
    model,
    group_id: orNull(text("Id of the group, as written; NULL for everyone.")),
    ...omit(ofAccess, "group"),
  },
  indexes: [["model"]],
  listOf: ({ parts }) => parts.access.map((row) => ({ ...row, group_id: row.group })),
});

const GROUP = ownedBy("security_groups", "group", "From 0.", ({ groups }) => groups);
const RULE = ownedBy("access_rules", "rule", "From 0.", ({ rules }) => rules);
const CONTROLLER = ownedBy(
  "controllers",
  "controller",
  "From 0, in the order of the class.",
  ({ controllers }) => controllers,
);
const SCRIPT = ownedBy(
  "scripts",
  "script",
  "From 0, in the order of the script.",
  ({ scripts }: ModuleParts) => scripts,
);

export const PART_TABLES = [
  groupTable,
  defineListTable(GROUP, {
    name: "implied_groups",
    description: "Groups that come with a group.",
    columns: { implied: text("Id of the other group, as written.") },
    listOf: (group) => group.implied.map((implied) => ({ implied })),
  }),
  accessTable,
  definePart("rules", {
    name: "access_rules",
    description: "`ir.rule` records: which records of a model a group may see or change.",
    without: ["groups"],
    indexes: [["model"]],
  }),
  defineListTable(RULE, {
    name: "access_rule_groups",
    description: "Groups that a rule is for; one without any is for everyone.",
    columns: { group_id: text("As written; one that is taken away has a `-` before it.") },
    listOf: ({ groups }) => groups.map((group_id) => ({ group_id })),
  }),
  definePart("menus", {
    name: "menus",
    description: "`<menuitem>`s and `ir.ui.menu` records.",
  }),
  definePart("actions", {
    name: "actions",
    description: "Records of `ir.actions.…`.",
    indexes: [["model"]],
  }),
  definePart("crons", { name: "cron_jobs", description: "`ir.cron` records." }),
  definePart("controllers", {
    name: "controllers",
    description: "Classes whose methods answer HTTP requests.",
    without: ["routes"],
  }),
  defineListTable(CONTROLLER, {
    name: "routes",
    description: "Methods of controllers that are decorated as routes.",
    columns: columnsOf(Controller.properties.routes),
    listOf: ({ routes }) => routes,
  }),
  definePart("assets", {
    name: "assets",
    description: "Steps in the making of bundles: of the manifest, then `ir.asset` records.",
    indexes: [["bundle"]],
  }),
  definePart("scripts", {
    name: "scripts",
    description: "Modules of scripts: files of `static/src`, or each `odoo.define`.",
    without: ["classes", "patches", "registry"],
    indexes: [["module_id"]],
  }),
  defineListTable(SCRIPT, {
    name: "script_classes",
    description: "Classes of scripts: components, services, former widgets.",
    columns: columnsOf(Script.properties.classes),
    indexes: [["name"]],
    listOf: ({ classes }) => classes,
  }),
  defineListTable(SCRIPT, {
    name: "script_patches",
    description: "What scripts change of code that is not theirs.",
    columns: columnsOf(Script.properties.patches),
    indexes: [["name"]],
    listOf: ({ patches }) => patches,
  }),
  defineListTable(SCRIPT, {
    name: "registry_keys",
    description: "Keys of registries of the browser that scripts add, read or remove.",
    columns: columnsOf(Script.properties.registry),
    indexes: [["category", "key"]],
    listOf: ({ registry }) => registry,
  }),
  definePart("readme", {
    name: "readme_sections",
    description: "Texts of the `readme/` folder beside the description.",
  }),
  defineListTable(ENTRY, {
    name: "migration_steps",
    description:
      "What migration scripts do to names: calls of openupgradelib and the like, SQL, and fields written through the ORM.",
    columns: {
      version: text("Name of the script's folder."),
      phase: text("`pre`, `post` or `end`."),
      call: text("`rename_fields`, …; of SQL the command."),
      thing: text("`column`, `table`, `model`, `record`, `module` or `statement`."),
      belongs_to: orNull(text("Of columns their table or model; of SQL the table.")),
      names: texts("Old and new name, or all names."),
      ...PLACE,
    },
    indexes: [["belongs_to"]],
    listOf: ({ parts }) =>
      parts.migrations.flatMap(({ version, phase, file, steps }) =>
        steps.map(({ on, ...step }) => ({ ...step, version, phase, file, belongs_to: on })),
      ),
  }),
  definePart("images", {
    name: "images",
    description: "Pictures in `static/description`: their paths.",
  }),
];
