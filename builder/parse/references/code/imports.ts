// Imports of a file from its own module or from others. Conditional imports may be absent.
import type { Reference } from "../../../../data/module/module-under-development.js";
import { resolveFrom } from "../../python/loaded/load-order.js";
import { findAround, findChild, type Syntax } from "../../python/syntax.js";
import type { Code } from "./code.js";

type ImportReference = Extract<Reference, { readonly kind: "import" }>;

const CONDITIONS: ReadonlySet<string> = new Set(["if_statement", "ERROR"]);

/** @param node an import statement */
export function listImports(node: Syntax, code: Code): readonly ImportReference[] {
  if (findAround(node, CONDITIONS) !== undefined) return [];
  const names = node.children
    .filter(({ field }) => field === "name")
    .map((one) =>
      code.toSourceText(one.type === "aliased_import" ? (findChild(one, "name") ?? one) : one),
    );
  const from = findChild(node, "module_name");
  if (from === undefined) return names.flatMap((name) => toReference(name, null, code));
  const isStar = node.children.some(({ type }) => type === "wildcard_import");
  const text = code.toSourceText(from).replaceAll(/\s/g, "");
  return isStar
    ? toReference(text, null, code)
    : names.flatMap((name) => toReference(text, name, code));
}

function toReference(from: string, name: string | null, code: Code): readonly ImportReference[] {
  const [odoo, addons, module, ...path] = resolveFrom(from, code) ?? [];
  if (odoo !== "odoo" || addons !== "addons" || module === undefined) return [];
  return [{ kind: "import", module, path, name }];
}
