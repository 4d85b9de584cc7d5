// Loaded classes of inline Python files.

import { parseModule } from "../../../support/parse-module.js";
import { isLiteral } from "../../../../data/module/imported-value.js";
import type {
  BoundValue,
  LoadedClass,
  LoadedModule,
  LoadedValues,
} from "../../../../data/module/loaded-module.js";
import { toBytes } from "./outline.js";

export const HEAD = "from odoo import api, fields, models\n";

export function load(files: Readonly<Record<string, string>>): LoadedModule {
  const all = { "__manifest__.py": "{}", ...files };
  const sources = Object.entries(all).map(([path, text]) => ({ path, bytes: toBytes(text) }));
  const place = { technicalName: "shop", manifestPath: "__manifest__.py" };
  return parseModule(sources, place).value.loaded;
}

/** The classes of one file of models that the module imports. */
export function loadOne(text: string): readonly LoadedClass[] {
  return load({ "__init__.py": "from . import a\n", "a.py": HEAD + text }).classes;
}

export function model(name: string): string {
  return `${HEAD}class ${name}(models.Model):\n    _name = "${name.toLowerCase()}"\n`;
}

export function listClasses({ classes }: LoadedModule): readonly string[] {
  return classes.map(({ file, class_name }) => `${file} ${class_name}`);
}

/** The arguments of each field of a class body, given without indentation. */
export function outlineFields(body: string, above = ""): readonly string[] {
  const indented = body.replace(/^(?=[^\n])/gm, "    ");
  const found = loadOne(`${above}\nclass A(models.Model):\n    _name = "a"\n${indented}\n`).at(-1);
  return (found?.fields ?? []).map(
    ({ name, type, ...given }) => `${name}: ${type} ${outlineValues(given)}`,
  );
}

export function outlineValues({ values, imported, dynamic }: LoadedValues): string {
  return [
    ...Array.from(values, ([name, value]) => `${name}=${JSON.stringify(value)}`),
    ...Array.from(imported, ([name, one]) => `${name}<${outlineBound(one)}`),
    ...dynamic.map((name) => `${name}?`),
  ].join(" ");
}

function outlineBound(value: BoundValue): string {
  if (isLiteral(value)) return JSON.stringify(value);
  if ("name" in value) return `${value.from}:${value.name}`;
  return "items" in value
    ? `[${value.items.map(outlineBound).join(", ")}]`
    : value.parts.map(outlineBound).join(" + ");
}
