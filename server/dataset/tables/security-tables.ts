// Who may do what: groups, access rights and rules, as data files have them.
import { PART_PROPERTIES } from "../../../data/module-parts.js";
import { toFullXmlId } from "../../../data/xml-id.js";
import {
  defineListTable,
  defineTable,
  integer,
  listColumns,
  OF_ENTRY,
  optional,
  text,
} from "../table.js";

const { xml_id: groupId, ...ofGroup } = listColumns(PART_PROPERTIES.groups, "implied");

export const groupTable = defineListTable({
  name: "security_groups",
  description: "`res.groups` records.",
  columns: {
    xml_id: groupId,
    full_id: text("With the module before the point."),
    ...ofGroup,
  },
  indexes: [["full_id"]],
  listOf: ({ record, parts }) =>
    parts.groups.map(({ implied: _implied, ...group }) => ({
      ...group,
      full_id: toFullXmlId(record.technical_name, group.xml_id),
    })),
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

const { xml_id, name, model, ...others } = listColumns(PART_PROPERTIES.access, "group");

export const accessTable = defineListTable({
  name: "access_rights",
  description: "Rows of `ir.model.access`: what a group may do with a model.",
  columns: {
    xml_id,
    name,
    model,
    group_id: optional(text("Id of the group, as written; NULL for everyone.")),
    ...others,
  },
  indexes: [["model"]],
  listOf: ({ parts }) => parts.access.map(({ group, ...row }) => ({ ...row, group_id: group })),
});

export const ruleTable = defineListTable({
  name: "access_rules",
  description: "`ir.rule` records: which records of a model a group may see or change.",
  columns: listColumns(PART_PROPERTIES.rules, "groups"),
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
