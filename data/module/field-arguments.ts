// The arguments of a field by name, out of the source text that is written in its call.
import type { LiteralValue } from "./loaded-module.js";
import type { FieldRecord } from "./records.js";
import { parsePythonText } from "./python-text.js";

/** Names of positional arguments: the signatures of `__init__` in `odoo/fields.py`, `string` in all others. */
const POSITIONAL: ReadonlyMap<string, readonly string[]> = new Map([
  ["Float", ["string", "digits"]],
  ["Monetary", ["string", "currency_field"]],
  ["Selection", ["selection", "string"]],
  ["Reference", ["selection", "string"]],
  ["Many2one", ["comodel_name", "string"]],
  ["One2many", ["comodel_name", "inverse_name", "string"]],
  ["Many2many", ["comodel_name", "relation", "column1", "column2", "string"]],
  // The old API, `osv/fields.py`.
  ["selection", ["selection", "string"]],
  ["many2one", ["comodel_name", "string"]],
  ["one2many", ["comodel_name", "inverse_name", "string"]],
  ["many2many", ["comodel_name", "relation", "column1", "column2", "string"]],
  ["function", []],
  ["related", []],
]);
const ONLY_STRING: readonly string[] = ["string"];

/** Arguments that are a function, or the name of a method. */
export const COMPUTING_ARGUMENTS: ReadonlySet<string> = new Set(["compute", "inverse", "search"]);

/** A text for people alone, which is none of the arguments that the platform works with. */
export const LEFT_OUT = "help";

export function listPositional(type: string): readonly string[] {
  return POSITIONAL.get(type) ?? ONLY_STRING;
}

/** Arguments of a field as they are written, positional ones by their names; without the comodel, which `relation` has. */
export function nameArguments({
  field_type: type,
  relation,
  attrs,
}: Pick<FieldRecord, "field_type" | "relation" | "attrs">): NonNullable<FieldRecord["attrs"]> {
  const names = listPositional(type);
  const named = Object.entries(attrs ?? {}).flatMap(([key, value]) =>
    key === "args" && typeof value === "object"
      ? value.map(
          (one, at) => [one.startsWith("*") ? "*" : (names[at] ?? `args ${at + 1}`), one] as const,
        )
      : [[key, value] as const],
  );
  return Object.fromEntries(named.filter(([key]) => key !== "comodel_name" || relation === null));
}

/** Source text by name; the positional ones are a list under `args`. */
export type WrittenArguments = ReadonlyMap<string, string | readonly string[]>;

/** Each argument with what it is where its text alone tells; `undefined` for what only running code knows. */
export function eachArgument(
  type: string,
  given: WrittenArguments,
  take: (name: string, value: LiteralValue | undefined) => void,
): void {
  for (const [key, text] of given) {
    if (key === "args" && typeof text === "object") takePositional(type, text, take);
    else if (typeof text === "string" && key !== LEFT_OUT) take(key, toArgument(key, text));
  }
}

function takePositional(
  type: string,
  texts: readonly string[],
  take: (name: string, value: LiteralValue | undefined) => void,
): void {
  const names = listPositional(type);
  let at = 0;
  for (const text of texts) {
    const isUnpacked = text.startsWith("*");
    const name = isUnpacked ? "*" : names[at];
    if (!isUnpacked) at += 1;
    if (name !== undefined && name !== LEFT_OUT) {
      take(name, isUnpacked ? undefined : toArgument(name, text));
    }
  }
}

function toArgument(name: string, text: string): LiteralValue | undefined {
  return text.startsWith("lambda") && COMPUTING_ARGUMENTS.has(name)
    ? "lambda"
    : parsePythonText(text);
}
