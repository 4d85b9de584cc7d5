// Who may do what: `res.groups`, `ir.model.access` and `ir.rule` records.
import type { AccessRecord, GroupRecord, RuleRecord } from "../../../data/module-parts.js";
import type { Unplaced } from "../source-file.js";
import { normaliseSource } from "../python/text/normalise.js";
import {
  findFieldValue,
  findFlag,
  findReference,
  findValue,
  listReferences,
  type RecordFields,
} from "./record-fields.js";

export function toGroupRecord(fields: RecordFields, xmlId: string): Unplaced<GroupRecord> {
  return {
    xml_id: xmlId,
    name: findFieldValue(fields.get("name")),
    category: findReference(fields.get("category_id") ?? fields.get("privilege_id")),
    implied: listReferences(fields.get("implied_ids")),
    comment: findFieldValue(fields.get("comment")),
  };
}

export function toAccessRecord(fields: RecordFields, xmlId: string): Unplaced<AccessRecord> {
  return {
    xml_id: xmlId,
    name: findFieldValue(fields.get("name")),
    model: findReference(fields.get("model_id")),
    group: findReference(fields.get("group_id")),
    ...toPermissions(fields),
  };
}

export function toRuleRecord(fields: RecordFields, xmlId: string): Unplaced<RuleRecord> {
  const field = fields.get("domain_force");
  // A domain is Python, which the platform evaluates when it needs it.
  const domain = findFieldValue(field) ?? (field && findValue(field, "eval")) ?? null;
  return {
    xml_id: xmlId,
    name: findFieldValue(fields.get("name")),
    model: findReference(fields.get("model_id")),
    domain: domain === null ? null : normaliseSource(domain),
    groups: listReferences(fields.get("groups")),
    ...toPermissions(fields),
  };
}

function toPermissions(fields: RecordFields) {
  return {
    perm_read: findFlag(fields.get("perm_read")),
    perm_write: findFlag(fields.get("perm_write")),
    perm_create: findFlag(fields.get("perm_create")),
    perm_unlink: findFlag(fields.get("perm_unlink")),
  };
}
