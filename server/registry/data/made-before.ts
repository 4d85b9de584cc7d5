// Records with external ids that a database has before any data file is loaded, so that updates leave them alone: what
// odoo/addons/base/data/base_data.sql makes, and the categories that manifests name (`create_categories` of
// odoo/modules/db.py).
import { getPlatformVersion, getProvider } from "../../lookup/entries.js";
import type { LoadedSystem } from "../loaded/loaded-system.js";

export const GROUP_OF_BASE = "base.group_user";

/** Full ids of categories, of all modules that could be installed. */
export function listCategories({
  snapshot,
  platformVersion,
  repositories,
}: LoadedSystem): ReadonlySet<string> {
  const { entries, texts } = snapshot;
  const categories = new Set<number>();
  for (let entry = 0; entry < entries.length; entry++) {
    if (getPlatformVersion(snapshot, entry) !== platformVersion) continue;
    const provider = getProvider(snapshot, entry).toLowerCase();
    if (repositories.has(provider)) categories.add(entries.category.get(entry));
  }
  return new Set([...categories].flatMap((category) => listCategoryIds(texts.get(category))));
}

/** A category and those above it: `Sales/CRM`. */
function listCategoryIds(category: string): readonly string[] {
  const words = category.split("/").map((word) => word.trim());
  return words.map((_, at) => {
    const path = words
      .slice(0, at + 1)
      .join("_")
      .toLowerCase();
    return `base.module_category_${path.replaceAll("&", "and").replaceAll(" ", "_")}`;
  });
}
