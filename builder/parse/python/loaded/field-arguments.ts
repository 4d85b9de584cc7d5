// The arguments of a field by name.

import {
  COMPUTING_ARGUMENTS,
  LEFT_OUT,
  listPositional,
} from "../../../../data/module/field-arguments.js";
import type { LoadedField } from "../../../../data/module/loaded-module.js";
import type { ClassBody } from "../class-body.js";
import type { DeclaredField } from "../fields.js";
import { readDottedName } from "../text/split.js";
import { addValue, createValues, type ClassValues } from "./values.js";

/** Arguments that may be a function, treated as a method name. */
const METHOD_ARGUMENTS = new Set(["selection", "group_expand"]);
interface FieldContext extends ClassValues {
  /** Functions of the file itself. */
  readonly functionNames: () => ReadonlySet<string>;
}

/**
 * A field. What computes it is the name of a method, `callable:` and the name of a function that is given
 * itself, or `lambda`.
 */
export function toLoadedField(
  { record, given }: DeclaredField,
  { members }: ClassBody,
  { functionNames, ...values }: FieldContext,
): LoadedField {
  const { name, field_type: type, line } = record;
  const positional = listPositional(type);
  const found = createValues();
  let at = 0;
  for (const { key, value: range } of given) {
    const argument = key ?? positional[at];
    if (key === null) at += 1;
    if (argument === undefined || argument === LEFT_OUT) continue;
    if (argument === "*" || argument === "**") {
      found.dynamic.push(argument);
      continue;
    }
    const isComputing = COMPUTING_ARGUMENTS.has(argument);
    const [bound = "", ...rest] =
      isComputing || METHOD_ARGUMENTS.has(argument) ? (readDottedName(range) ?? []) : [];
    const member = rest.length === 0 ? members.get(bound) : undefined;
    if (isComputing && range.tokens[range.from]?.text === "lambda") {
      found.values.set(argument, "lambda");
    } else if (member?.kind === "method") {
      const { name: method } = member.method.record;
      found.values.set(argument, isComputing ? `callable:${method}` : method);
    } else if (
      isComputing &&
      rest.length === 0 &&
      member === undefined &&
      functionNames().has(bound)
    ) {
      found.values.set(argument, `callable:${bound}`);
    } else addValue(found, argument, range, values);
    // A function that translates a value in parts is of the platform (odoo/tools/translate.py).
    const translator = argument === "translate" ? readDottedName(range)?.at(-1) : undefined;
    if (translator !== undefined && found.dynamic.at(-1) === argument) {
      found.dynamic.pop();
      found.values.set(argument, `callable:${translator}`);
    }
  }
  return { name, type, line, ...found };
}
