// Model classes: those whose base is one of the platform's own base classes, however it was
// imported.

import type { ImportedName } from "../../../data/module/loaded-module.js";
import { resolveName, type Imports } from "./imports.js";
import { readDottedName, splitArguments, trimBrackets } from "./text/split.js";
import type { Token, TokenRange } from "./text/tokens.js";

const BASE_MODEL = "BaseModel";
const BASE_CLASSES = new Set([
  BASE_MODEL,
  "Model",
  "TransientModel",
  "AbstractModel",
  "osv",
  "osv_memory",
  "osv_abstract",
]);
/** Base classes in `odoo/models.py`; `AbstractModel` is another name of `BaseModel` there. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ["Model", "Model"],
  ["TransientModel", "TransientModel"],
  ["AbstractModel", "AbstractModel"],
  [BASE_MODEL, "AbstractModel"],
  ["osv", "Model"],
  ["osv_memory", "TransientModel"],
  ["osv_abstract", "AbstractModel"],
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
  for (const names of listBases(tokens, open)) {
    const base = findPlatformClass(names, imports);
    if (base === undefined || !BASE_CLASSES.has(base)) continue;
    // Others have classes of this name too, which a star import may bring.
    if (base !== BASE_MODEL || names.length > 1 || imports.has(base)) return base;
  }
  return undefined;
}

/** The bases that are dotted names, given the index of the bracket before them. */
export function listBases(tokens: readonly Token[], open: number): readonly (readonly string[])[] {
  return splitArguments(tokens, open).flatMap(({ key, value }) => {
    const names = key === null ? readBase(trimBrackets(value)) : undefined;
    return names === undefined ? [] : [names];
  });
}

/** A dotted name, or `getattr(models, "Model")`. */
function readBase(value: TokenRange): readonly string[] | undefined {
  const { tokens, from, to } = value;
  if (tokens[from]?.text !== "getattr" || tokens[from + 1]?.close !== to - 1)
    return readDottedName(value);
  const [owner, name] = splitArguments(tokens, from + 1);
  const path = owner && readDottedName(owner.value);
  const [, attribute] =
    /^["'](\w+)["']$/.exec(name?.value.tokens[name.value.from]?.text ?? "") ?? [];
  return path === undefined || attribute === undefined ? undefined : [...path, attribute];
}

/** The platform's kind of model that a base makes a class, `undefined` for any other base. */
export function toPlatformKind(names: readonly string[], imports: Imports): string | undefined {
  const base = findPlatformClass(names, imports);
  return base === undefined ? undefined : KINDS.get(base);
}

/** The same of a name as others import it. */
export function toImportedKind({ from, name }: ImportedName): string | undefined {
  return /^(?:odoo|openerp)(?:\.(?:models|osv|osv\.osv))?$|^osv(?:\.osv)?$/.test(from)
    ? KINDS.get(name)
    : undefined;
}

function findPlatformClass(names: readonly string[], imports: Imports): string | undefined {
  const path = resolveName(names, imports);
  // A name that nothing imports may come from a star import.
  if (imports.has(names[0] ?? "") && !PACKAGES.has(path[0] ?? "")) return undefined;
  return path.at(-1);
}
