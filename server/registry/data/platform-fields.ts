// Types of fields of Odoo's own models that rights and menus are made of, for an index without these models.
import type { GivenField } from "./field-value.js";

const TYPES: ReadonlyMap<string, string> = new Map([
  ["ir.model.access perm_read", "boolean"],
  ["ir.model.access perm_write", "boolean"],
  ["ir.model.access perm_create", "boolean"],
  ["ir.model.access perm_unlink", "boolean"],
  ["ir.model.access active", "boolean"],
  ["ir.rule perm_read", "boolean"],
  ["ir.rule perm_write", "boolean"],
  ["ir.rule perm_create", "boolean"],
  ["ir.rule perm_unlink", "boolean"],
  ["ir.rule active", "boolean"],
  ["ir.rule groups", "many2many"],
  ["ir.ui.menu active", "boolean"],
  ["ir.ui.menu sequence", "integer"],
  ["ir.ui.menu action", "reference"],
  ["ir.ui.menu groups_id", "many2many"],
  ["ir.asset active", "boolean"],
  ["ir.asset sequence", "integer"],
  ["res.groups implied_ids", "many2many"],
]);

export function findPlatformField(model: string, name: string): GivenField | undefined {
  const type = TYPES.get(`${model} ${name}`);
  return type === undefined ? undefined : { type, selection: null, comodel_name: null };
}
