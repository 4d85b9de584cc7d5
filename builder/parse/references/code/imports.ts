// Imports of a file from its own module or from others. Conditional imports may be absent.
import { findAround, findChild, type Syntax } from "../../python/syntax.js";
import type { Code } from "./code.js";

/** An import as it is written: from where it leads depends on where the file is. */
export interface ImportOfCode {
  readonly kind: "import";
  readonly from: string;
  /** `null` where the file itself is imported. */
  readonly name: string | null;
}

const CONDITIONS: ReadonlySet<string> = new Set(["if_statement", "ERROR"]);

/** @param node an import statement */
export function listImports(node: Syntax, code: Code): readonly ImportOfCode[] {
  if (findAround(node, CONDITIONS) !== undefined) return [];
  const names = node.children
    .filter(({ field }) => field === "name")
    .map((one) =>
      code.toSourceText(one.type === "aliased_import" ? (findChild(one, "name") ?? one) : one),
    );
  const module = findChild(node, "module_name");
  if (module === undefined) return names.map((from) => ({ kind: "import", from, name: null }));
  const isStar = node.children.some(({ type }) => type === "wildcard_import");
  const from = code.toSourceText(module).replaceAll(/\s/g, "");
  return (isStar ? [null] : names).map((name) => ({ kind: "import", from, name }));
}
