// Constraints and indexes of the table of a model: the items of `_sql_constraints`, and since 19.0 attributes of the class
// (odoo/orm/table_objects.py). Which of them count is a matter of the platform version.

import type { LoadedTableObject } from "../../../../data/module/loaded-module.js";
import type { Member } from "../class-body.js";
import { resolveName } from "../imports.js";
import { evaluateLiteral } from "../literal/literal.js";
import type { Literal } from "../literal/literal-value.js";
import {
  isOperator,
  readDottedName,
  splitArguments,
  splitItems,
  trimBrackets,
} from "../text/split.js";
import type { TokenRange } from "../text/tokens.js";
import type { ClassValues } from "./values.js";

const LIST = "_sql_constraints";

/** The classes of an attribute, with the names of their positional arguments. */
const KINDS: ReadonlyMap<string, LoadedTableObject["kind"]> = new Map([
  ["Constraint", "constraint"],
  ["Index", "index"],
  ["UniqueIndex", "unique_index"],
]);
const ARGUMENTS = ["definition", "message"];

/** Limit for one class; real classes have a dozen. */
const OBJECT_LIMIT = 1_000;

/** In the order of the class. */
export function readTableObjects(
  members: ReadonlyMap<string, Member>,
  values: ClassValues,
): readonly LoadedTableObject[] {
  const found: LoadedTableObject[] = [];
  for (const [name, member] of members) {
    if (member.kind !== "value") continue;
    if (name === LIST) found.push(...readList(member.range, values));
    else if (name.startsWith("_")) found.push(...readAttribute(name, member.range, values));
  }
  return found.slice(0, OBJECT_LIMIT);
}

/** Items whose names are known. */
function readList(range: TokenRange, values: ClassValues): readonly LoadedTableObject[] {
  const { tokens, from, to } = range;
  const isList = isOperator(tokens[from], "[") || isOperator(tokens[from], "(");
  if (!isList || tokens[from]?.close !== to - 1) return [];
  return splitItems({ tokens, from: from + 1, to: to - 1 }).flatMap((item) => {
    const value = evaluateLiteral(item, values.names, values.compute);
    const [name, definition, message] = "items" in value ? value.items : [];
    if (name?.kind !== "str") return [];
    return [
      {
        name: name.value,
        kind: "sql_constraint",
        definition: takeText(definition, values),
        message: takeText(message, values),
        line: toLine(item, values),
      } as const,
    ];
  });
}

function readAttribute(
  name: string,
  value: TokenRange,
  values: ClassValues,
): readonly LoadedTableObject[] {
  const range = trimBrackets(value);
  const { tokens, from, to } = range;
  if (tokens[from]?.kind !== "name") return [];
  const open = tokens.findIndex((token, at) => at > from && at < to && isOperator(token, "("));
  if (open === -1 || tokens[open]?.close !== to - 1) return [];
  const path = resolveName(readDottedName({ tokens, from, to: open }) ?? [], values.scope.imports);
  const kind = path.at(-2) === "models" ? KINDS.get(path.at(-1) ?? "") : undefined;
  if (kind === undefined) return [];
  const given = new Map(
    splitArguments(tokens, open).map(
      ({ key, value: argument }, at) => [key ?? ARGUMENTS[at] ?? "", argument] as const,
    ),
  );
  const find = (argument: string): string | null => {
    const part = given.get(argument);
    return part === undefined
      ? null
      : takeText(evaluateLiteral(part, values.names, values.compute), values);
  };
  return [
    {
      name: name.slice(1),
      kind,
      definition: find("definition"),
      message: find("message"),
      line: toLine(range, values),
    },
  ];
}

function takeText(value: Literal | undefined, { allowance }: ClassValues): string | null {
  if (value?.kind !== "str") return null;
  allowance.units -= value.value.length;
  return allowance.units < 0 ? null : value.value;
}

function toLine({ tokens, from }: TokenRange, { scope }: ClassValues): number {
  return scope.lineAt(tokens[from]?.start ?? 0);
}
