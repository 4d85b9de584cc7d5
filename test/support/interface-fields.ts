// The fields of every resource with their types, word for word as the specification has them.

import { expect } from "vitest";

export type Json = Readonly<Record<string, unknown>>;

/** Type of a value, in the words of the specification. */
export function nameType(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) {
    return `Array[${[...new Set(value.map(nameType))].toSorted().join("|")}]`;
  }
  if (typeof value !== "object") return typeof value;
  return "Object";
}

/** Checks that an object has exactly these fields, each of its type. */
export function expectFields(value: Json, fields: Readonly<Record<string, string>>): void {
  expect(Object.keys(value).toSorted()).toEqual(Object.keys(fields).toSorted());
  const wrong = Object.entries(fields).flatMap(([name, types]) => {
    const type = nameType(value[name]);
    // An empty list is a list of anything.
    const isAllowed = types
      .split(" or ")
      .some((allowed) => type === allowed || (type === "Array[]" && allowed.startsWith("Array[")));
    return isAllowed ? [] : [`${name} is ${type}, not ${types}`];
  });
  expect(wrong).toEqual([]);
}

export const SUMMARY = {
  name: "string",
  technical_name: "string",
  platform_versions: "Array[string]",
  repos: "Array[string]",
  installable: "Object",
  copies: "Array[Object]",
};

export const DETAIL = {
  technical_name: "string",
  name: "string",
  version: "string",
  description: "string",
  authors: "Array[string]",
  website: "string",
  license: "string",
  category: "string",
  auto_install: "boolean",
  application: "boolean",
  installable: "boolean",
  maintainers: "Array[string]",
  committers: "Array[string]",
  dependencies: "Object",
  update_date: "string",
  git: "string",
  folder_size: "number",
  repository: "string",
  organization: "string",
  platform_version: "string",
  source_path: "string",
  views: "Array[Object]",
  models: "Array[Object]",
};

/** Additions of CONTRACT.md. */
export const ADDED_TO_DETAIL = {
  manifest_version: "string or null",
  summary: "string",
  needs: "Array[Object]",
  refused: "string or null",
  developers: "Array[string]",
  translators: "Array[string]",
  last_code_change: "string or null",
  copy_of: "Object or null",
  port_requests: "Array[Object]",
  first_commit_date: "string or null",
  declared_dependencies: "Object",
  unresolved_dependencies: "Array[string]",
  branch: "string",
  commit: "string",
  development_status: "string or null",
  auto_install_requires: "Array[string] or null",
  unresolved: "Array[Object]",
  excludes: "Array[string]",
  countries: "Array[string]",
  has_depends: "boolean",
  has_tests: "boolean",
  line_url: "string or null",
  forge: "object or null",
  license_spdx: "string",
  purl: "string",
  distribution_purl: "string or null",
  code_size: "Object or null",
};

export const VIEW = {
  xml_id: "string",
  name: "string",
  model: "string",
  inherit_xml_id: "string or null",
  is_new: "boolean",
  view_type: "string or null",
  file: "string",
  line: "number",
};

export const MODEL = {
  model_name: "string",
  class_name: "string",
  inherit_from: "Array[string]",
  is_new_model: "boolean",
  docstring: "string or null",
  attrs: "Object or null",
  file: "string",
  line: "number",
  fields: "Array[Object]",
  methods: "Array[Object]",
};

export const FIELD = {
  name: "string",
  field_type: "string",
  relation: "string or null",
  attrs: "Object or null",
  line: "number",
};

export const METHOD = {
  name: "string",
  decorators: "Array[string]",
  signature: "string",
  docstring: "string or null",
  line: "number",
};

export const FILTERED_HIT = {
  technical_name: "string",
  name: "string",
  category: "string or null",
  installable: "boolean",
  application: "boolean",
  organization: "string",
  repository: "string",
};

export const SEMANTIC_HIT = {
  technical_name: "string",
  name: "string",
  category: "string",
  platform_version: "string",
  org_name: "string",
  repository: "string",
  installable: "boolean",
  score: "number",
};
