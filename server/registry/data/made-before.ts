// Records with external ids that a database has before any data file is loaded, so that updates leave them alone: what
// odoo/addons/base/data/base_data.sql makes, and the categories that manifests name (`create_categories` of
// odoo/modules/db.py).
// Types of fields of Odoo's own models that rights and menus are made of, the same at all versions: what is asked of
// these needs no model, and an index may be without them.
import { getPlatformVersion, getProvider } from "../../lookup/entries.js";
import type { LoadedSystem } from "../loaded/loaded-system.js";
import type { GivenField } from "./field-value.js";

export const GROUP_OF_BASE = "base.group_user";

/** Names of categories by full id, of all modules that could be installed; of those of any repository if none are given. */
export function listCategories({
  snapshot,
  platformVersion,
  repositories,
}: Pick<LoadedSystem, "snapshot" | "platformVersion"> &
  Partial<Pick<LoadedSystem, "repositories">>): ReadonlyMap<string, string> {
  const { entries, texts } = snapshot;
  const categories = new Set<number>();
  for (let entry = 0; entry < entries.length; entry++) {
    if (getPlatformVersion(snapshot, entry) !== platformVersion) continue;
    const provider = getProvider(snapshot, entry).toLowerCase();
    if (repositories?.has(provider) !== false) categories.add(entries.category.get(entry));
  }
  return new Map([...categories].flatMap((category) => listCategoriesOf(texts.get(category))));
}

/** Full ids and names of a category and of those above it: `Sales/CRM`. */
export function listCategoriesOf(category: string): readonly (readonly [string, string])[] {
  const words = category.split("/").map((word) => word.trim());
  return words.map((name, at) => {
    const path = words
      .slice(0, at + 1)
      .join("_")
      .toLowerCase();
    return [`base.module_category_${path.replaceAll("&", "and").replaceAll(" ", "_")}`, name];
  });
}

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
  "res.groups": {
    char: ["name"],
    text: ["comment"],
    many2one: ["category_id ir.module.category", "privilege_id res.groups.privilege"],
    many2many: ["implied_ids res.groups"],
  },
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
