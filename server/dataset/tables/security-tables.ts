// Who may do what: groups, access rights and rules, as data files have them.
import { toFullXmlId } from "../../../data/xml-id.js";
import {
  defineListTable,
  defineTable,
  flag,
  integer,
  OF_ENTRY,
  optional,
  PLACE,
  text,
} from "../table.js";

const xmlId = text("As written.");

const PERMISSIONS = {
  perm_read: optional(flag("NULL where it is not said.")),
  perm_write: optional(flag("NULL where it is not said.")),
  perm_create: optional(flag("NULL where it is not said.")),
  perm_unlink: optional(flag("NULL where it is not said.")),
};

export const groupTable = defineListTable({
  name: "security_groups",
  description: "`res.groups` records.",
  columns: {
    xml_id: xmlId,
    full_id: text("With the module before the point."),
    name: optional(text("As written.")),
    category: optional(text("Id of the application; since 19.0 of the privilege.")),
    comment: optional(text("As written.")),
    ...PLACE,
  },
  indexes: [["full_id"]],
  listOf: ({ record, parts }) =>
    parts.groups.map(({ xml_id, name, category, comment, file, line }) => {
      const full_id = toFullXmlId(record.technical_name, xml_id);
      return { xml_id, full_id, name, category, comment, file, line };
    }),
});

export const impliedGroupTable = defineTable({
  name: "implied_groups",
  description: "Groups that come with a group.",
  from: "entry",
  columns: {
    entry_id: OF_ENTRY.entry_id,
    group_position: integer("The group."),
    position: integer("From 0."),
    implied: text("Id of the other group, as written."),
  },
  key: ["entry_id", "group_position", "position"],
  parents: [{ table: "security_groups", columns: ["entry_id", "group_position"] }],
  *listRows({ entry_id, parts }) {
    for (const [group_position, group] of parts.groups.entries()) {
      for (const [position, implied] of group.implied.entries()) {
        yield { entry_id, group_position, position, implied };
      }
    }
  },
});

export const accessTable = defineListTable({
  name: "access_rights",
  description: "Rows of `ir.model.access`: what a group may do with a model.",
  columns: {
    xml_id: xmlId,
    name: optional(text("As written.")),
    model: optional(text("Id of the model's record: `model_res_partner`.")),
    group_id: optional(text("Id of the group, as written; NULL for everyone.")),
    ...PERMISSIONS,
    ...PLACE,
  },
  indexes: [["model"]],
  listOf: ({ parts }) => parts.access.map(({ group, ...row }) => ({ ...row, group_id: group })),
});

export const ruleTable = defineListTable({
  name: "access_rules",
  description: "`ir.rule` records: which records of a model a group may see or change.",
  columns: {
    xml_id: xmlId,
    name: optional(text("As written.")),
    model: optional(text("Id of the model's record.")),
    domain: optional(text("Python source.")),
    ...PERMISSIONS,
    ...PLACE,
  },
  indexes: [["model"]],
  listOf: ({ parts }) => parts.rules.map(({ groups: _groups, ...row }) => row),
});

export const ruleGroupTable = defineTable({
  name: "access_rule_groups",
  description: "Groups that a rule is for; one without any is for everyone.",
  from: "entry",
  columns: {
    entry_id: OF_ENTRY.entry_id,
    rule_position: integer("The rule."),
    position: integer("From 0."),
    group_id: text("As written; one that is taken away has a `-` before it."),
  },
  key: ["entry_id", "rule_position", "position"],
  parents: [{ table: "access_rules", columns: ["entry_id", "rule_position"] }],
  *listRows({ entry_id, parts }) {
    for (const [rule_position, { groups }] of parts.rules.entries()) {
      for (const [position, group_id] of groups.entries()) {
        yield { entry_id, rule_position, position, group_id };
      }
    }
  },
});
