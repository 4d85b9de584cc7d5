// Words of fields: the title of a field and whether it is code, in any answer. A layout says it only where its answer has
// other words.

/** Titles; other fields have their own names. */
const TITLES: Readonly<Record<string, string>> = {
  technical_name: "Module",
  provider: "Repository",
  dependents: "Direct dependents at any version",
  near: "Did you mean",
  model_name: "Model",
  class_name: "Class",
  docstring: "About",
  rec_name: "Record name",
  string: "Label",
  field_type: "Type",
  view_type: "Type",
  relation: "Comodel",
  attrs: "Attributes",
  inherit_xml_id: "Extends",
  implied: "Implies",
  domain: "Domain",
  update_date: "Last commit",
  license: "Licence",
  subject: "Says",
  dynamic: "Set by code: value unknown",
  "meaning.is_moved": "Vectors follow needs of similar modules",
  not_indexed: "Not in the index",
  successors: "Successor",
  no_migration: "Not to be migrated",
};

/** Names and expressions of code: of modules, models, files. */
const CODES: ReadonlySet<string> = new Set([
  "technical_name",
  "near",
  "module",
  "model",
  "model_name",
  "xml_id",
  "inherit_xml_id",
  "class_name",
  "signature",
  "decorators",
  "field",
  "relation",
  "related",
  "compute",
  "attrs",
  "domain",
  "table",
  "rec_name",
  "inherit_from",
  "implied",
  "closure",
  "action",
  "path",
  "file",
  "where",
  "place",
  "depends",
  "required_by",
  "blocked_by",
  "not_indexed",
  "dynamic",
  "commit",
]);

/** `counts.models` → `Counts: models` */
export function toFieldTitle(key: string): string {
  const words = TITLES[key] ?? key.replaceAll("_", " ").replaceAll(".", ": ");
  return capitalise(words);
}

export function capitalise(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

export function isFieldOfCode(key: string): boolean {
  return CODES.has(key);
}
