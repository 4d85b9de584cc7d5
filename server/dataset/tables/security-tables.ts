// Who may do what: groups, access rights and rules, as data files have them.
import { toFullXmlId } from "../../../data/xml-id.js";
import {
  defineTable,
  ENTRY_PARENT,
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

export const groupTable = defineTable({
  name: "security_groups",
  description: "`res.groups` records.",
  from: "entry",
  columns: {
    ...OF_ENTRY,
    xml_id: xmlId,
    full_id: text("With the module before the point."),
    name: optional(text("As written.")),
    category: optional(text("Id of the application; since 19.0 of the privilege.")),
    comment: optional(text("As written.")),
    ...PLACE,
  },
  key: ["entry_id", "position"],
  parents: [ENTRY_PARENT],
  indexes: [["full_id"]],
  *listRows({ entry_id, record, parts }) {
    for (const [position, group] of parts.groups.entries()) {
      const { xml_id, name, category, comment, file, line } = group;
      const full_id = toFullXmlId(record.technical_name, xml_id);
      yield { entry_id, position, xml_id, full_id, name, category, comment, file, line };
    }
  },
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

export const accessTable = defineTable({
  name: "access_rights",
  description: "Rows of `ir.model.access`: what a group may do with a model.",
  from: "entry",
  columns: {
    ...OF_ENTRY,
    xml_id: xmlId,
    name: optional(text("As written.")),
    model: optional(text("Id of the model's record: `model_res_partner`.")),
    group_id: optional(text("Id of the group, as written; NULL for everyone.")),
    ...PERMISSIONS,
    ...PLACE,
  },
  key: ["entry_id", "position"],
  parents: [ENTRY_PARENT],
  indexes: [["model"]],
  *listRows({ entry_id, parts }) {
    for (const [position, { group, ...row }] of parts.access.entries()) {
      yield { entry_id, position, ...row, group_id: group };
    }
  },
});

export const ruleTable = defineTable({
  name: "access_rules",
  description: "`ir.rule` records: which records of a model a group may see or change.",
  from: "entry",
  columns: {
    ...OF_ENTRY,
    xml_id: xmlId,
    name: optional(text("As written.")),
    model: optional(text("Id of the model's record.")),
    domain: optional(text("Python source.")),
    ...PERMISSIONS,
    ...PLACE,
  },
  key: ["entry_id", "position"],
  parents: [ENTRY_PARENT],
  indexes: [["model"]],
  *listRows({ entry_id, parts }) {
    for (const [position, { groups: _groups, ...row }] of parts.rules.entries()) {
      yield { entry_id, position, ...row };
    }
  },
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
