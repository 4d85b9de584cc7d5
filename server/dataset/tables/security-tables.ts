// Who may do what: groups, access rights and rules, as data files have them.
import { PART_PROPERTIES } from "../../../data/module/module-parts.js";
import { toFullXmlId } from "../../../data/module/xml-id.js";
import { defineInnerTable, defineListTable, listColumns, optional, text } from "../table.js";

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

export const impliedGroupTable = defineInnerTable({
  name: "implied_groups",
  description: "Groups that come with a group.",
  within: ["security_groups", "group"],
  order: "From 0.",
  columns: { implied: text("Id of the other group, as written.") },
  listOuter: ({ groups }) => groups,
  listOf: (group) => group.implied.map((implied) => ({ implied })),
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

export const ruleGroupTable = defineInnerTable({
  name: "access_rule_groups",
  description: "Groups that a rule is for; one without any is for everyone.",
  within: ["access_rules", "rule"],
  order: "From 0.",
  columns: { group_id: text("As written; one that is taken away has a `-` before it.") },
  listOuter: ({ rules }) => rules,
  listOf: ({ groups }) => groups.map((group_id) => ({ group_id })),
});
