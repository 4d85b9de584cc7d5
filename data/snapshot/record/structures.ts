// The key lists of what is packed: an object with one of them is packed as its number and its values. They are
// the same in every snapshot, so that the bytes of a row depend on the row alone; a snapshot holds them too.

import { PART_NAMES } from "../../part-names.js";

/** Key lists by number; of an object's keys in their order. */
export type Structures = readonly (readonly string[])[];

const PERMISSIONS = ["perm_read", "perm_write", "perm_create", "perm_unlink"] as const;

/** Objects with other keys cannot be packed; those of free keys are maps. At most 32 of one name. */
export const STRUCTURES = {
  records: [
    [
      "manifest_version",
      "summary",
      "description",
      "authors",
      "website",
      "auto_install",
      "auto_install_requires",
      "excludes",
      "countries",
      "maintainers",
      "committers",
      "developers",
      "translators",
      "declared_dependencies",
      "last_code_change",
      "branch",
      "folder_size",
    ],
    ["platform", "pip", "bin"],
    ["views", "models"],
    ["xml_id", "name", "model", "inherit_xml_id", "is_new", "view_type", "file", "line"],
    [
      "model_name",
      "class_name",
      "inherit_from",
      "is_new_model",
      "docstring",
      "attrs",
      "file",
      "line",
      "fields",
      "methods",
    ],
    ["name", "decorators", "signature", "docstring", "line"],
    ["name", "field_type", "relation", "line", "attrs"],
  ],
  parts: [
    PART_NAMES,
    ["class_name", "inherit_from", "routes", "file", "line"],
    ["name", "paths", "type", "auth", "methods", "csrf", "website", "cors", "attrs", "line"],
    ["xml_id", "name", "category", "implied", "comment", "file", "line"],
    ["xml_id", "name", "model", "group", ...PERMISSIONS, "file", "line"],
    ["xml_id", "name", "model", "domain", "groups", ...PERMISSIONS, "file", "line"],
    [
      "xml_id",
      "name",
      "model",
      "interval_number",
      "interval_type",
      "code",
      "function",
      "active",
      "file",
      "line",
    ],
    ["xml_id", "name", "parent", "action", "sequence", "groups", "file", "line"],
    ["xml_id", "name", "type", "model", "view_mode", "file", "line"],
    ["bundle", "directive", "path", "target", "xml_id", "file", "line"],
    ["kind", "file"],
    ["section", "format", "text", "file"],
  ],
  loaded: [["constants", "views"]],
  classes: [
    [
      "is_named",
      "inherit",
      "kind",
      "bases",
      "inherits",
      "values",
      "imported",
      "dynamic",
      "fields",
      "methods",
    ],
    ["name", "type", "line", "values", "imported", "dynamic"],
    ["name", "line", "decorators", "signature", "calls_super"],
    ["from", "name"],
  ],
  archs: [],
} as const satisfies Readonly<Record<string, Structures>>;

/** What the names of the sections of packed rows begin with. */
export type PackedName = keyof typeof STRUCTURES;
