// The keys that a manifest may have, and the nearest of them to one that is misspelt.

/** Keys that some version of the platform, or its publishing tools, read. */
export const MANIFEST_KEYS: ReadonlySet<string> = new Set([
  "name",
  "version",
  "summary",
  "description",
  "author",
  "maintainer",
  "maintainers",
  "contributors",
  "website",
  "license",
  "category",
  "depends",
  "external_dependencies",
  "excludes",
  "data",
  "demo",
  "demo_xml",
  "init_xml",
  "update_xml",
  "test",
  "css",
  "js",
  "qweb",
  "assets",
  "images",
  "images_preview_theme",
  "icon",
  "installable",
  "auto_install",
  "active",
  "application",
  "sequence",
  "complexity",
  "certificate",
  "development_status",
  "web",
  "url",
  "live_test_url",
  "price",
  "currency",
  "support",
  "countries",
  "bootstrap",
  "bootstrap_theme",
  "configurator_snippets",
  "configurator_snippets_addons",
  "new_page_templates",
  "theme_customizations",
  "snippet_lists",
  "cloc_exclude",
  "pre_init_hook",
  "post_init_hook",
  "uninstall_hook",
  "post_load",
  "post_update_hook",
  "author_email",
  "shortdesc",
]);

/** Typing errors that still count as a misspelling. */
const DISTANCE_LIMIT_EDITS = 3;

/** The known key nearest to `key`, `undefined` where none is near. */
export function findNearestKey(key: string): string | undefined {
  // No known key is near one that is much longer, and the comparison is quadratic.
  if (key.length > 40) return undefined;
  let nearest: string | undefined;
  let least = Math.min(DISTANCE_LIMIT_EDITS, Math.floor(key.length / 3)) + 1;
  for (const known of MANIFEST_KEYS) {
    const distance = countEdits(key.toLowerCase(), known);
    if (distance < least) [nearest, least] = [known, distance];
  }
  return nearest;
}

/** Levenshtein distance. */
function countEdits(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_unused, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const inserted = (current[column - 1] ?? 0) + 1;
      const deleted = (previous[column] ?? 0) + 1;
      current.push(Math.min(replaced, inserted, deleted));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
