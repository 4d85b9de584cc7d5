// Types of fields of Odoo's own models that rights and menus are made of, the same at all versions: what is asked of
// these needs no model, and an index may be without them.
import type { GivenField } from "./field-value.js";

const GROUPS = ["groups_id res.groups", "group_ids res.groups"];

/** By type; behind the name of a link the model that it leads to. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "ir.model.access": {
    boolean: ["perm_read", "perm_write", "perm_create", "perm_unlink", "active"],
    char: ["name"],
    many2one: ["model_id ir.model", "group_id res.groups"],
  },
  "ir.rule": {
    boolean: ["perm_read", "perm_write", "perm_create", "perm_unlink", "active"],
    char: ["name"],
    text: ["domain_force"],
    many2one: ["model_id ir.model"],
    many2many: ["groups res.groups"],
  },
  "ir.ui.menu": {
    boolean: ["active"],
    char: ["name", "web_icon"],
    integer: ["sequence"],
    many2one: ["parent_id ir.ui.menu"],
    many2many: GROUPS,
    reference: ["action"],
  },
  "ir.actions.act_window": { char: ["name"] },
  "ir.actions.client": { char: ["name"] },
  "ir.actions.server": { char: ["name"] },
  "ir.asset": { boolean: ["active"], integer: ["sequence"] },
  "res.groups": { char: ["name"], text: ["comment"], many2many: ["implied_ids res.groups"] },
  "res.users": { many2many: GROUPS },
};

const TYPES = new Map(
  Object.entries(FIELDS).flatMap(([model, types]) =>
    Object.entries(types).flatMap(([type, fields]) =>
      fields.map((field): readonly [string, GivenField] => {
        const [name, comodel = null] = field.split(" ");
        return [`${model} ${name}`, { type, selection: null, comodel_name: comodel }];
      }),
    ),
  ),
);

export function findPlatformField(model: string, name: string): GivenField | undefined {
  return TYPES.get(`${model} ${name}`);
}
