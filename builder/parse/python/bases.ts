// Which classes are models: those whose base is one of the platform's own base classes, however
// it was imported.

import { resolveName, type Imports } from "./imports.js";
import { readDottedName, splitArguments } from "./text/split.js";
import type { Token } from "./text/tokens.js";

const BASE_CLASSES = new Set([
  "Model",
  "TransientModel",
  "AbstractModel",
  "osv",
  "osv_memory",
  "osv_abstract",
]);
/** Top-level packages that the base classes come from; `""` is a relative import. */
const PACKAGES = new Set(["odoo", "openerp", "osv", "orm", "models", ""]);

/** A base class never occurs without one of these words, so a text without them has no model. */
export const BASE_CLASS_WORDS: readonly string[] = ["Model", "osv"];

/** The platform's name of the first base that makes a class a model. */
export function findModelKind(
  tokens: readonly Token[],
  open: number,
  imports: Imports,
): string | undefined {
  for (const { key, value } of splitArguments(tokens, open)) {
    const names = key === null ? readDottedName(value) : undefined;
    if (names === undefined) continue;
    const path = resolveName(names, imports);
    const last = path.at(-1);
    if (last === undefined || !BASE_CLASSES.has(last)) continue;
    // A name that nothing imports may come from a star import.
    if (imports.has(names[0] ?? "") && !PACKAGES.has(path[0] ?? "")) continue;
    return last;
  }
  return undefined;
}
