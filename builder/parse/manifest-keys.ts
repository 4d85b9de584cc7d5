// The keys that a manifest may have.
import { MANIFEST_FACTS } from "../../data/module/facts.js";

/** Not one of them, though it is read. */
const MISSPELLED = "authors";

/** Keys that some version of the platform, or its publishing tools, read: those of facts, and others. */
export const MANIFEST_KEYS: ReadonlySet<string> = new Set([
  ...MANIFEST_FACTS.flatMap(([, { keys }]) => keys).filter((key) => key !== MISSPELLED),
  ...(
    "description contributors depends external_dependencies data demo demo_xml init_xml update_xml test css js qweb " +
    "assets images images_preview_theme icon sequence complexity certificate web url live_test_url price currency " +
    "support bootstrap bootstrap_theme configurator_snippets configurator_snippets_addons new_page_templates " +
    "theme_customizations snippet_lists cloc_exclude pre_init_hook post_init_hook uninstall_hook post_load " +
    "post_update_hook author_email shortdesc"
  ).split(" "),
]);
