// Fields: which calls declare one, and the record of such a call.

import type { FieldRecord } from "../../../data/module/records.js";
import { resolveName, type Imports } from "./imports.js";
import { evaluateLiteral, type Environment } from "./literal/literal.js";
import { normaliseExpression } from "./text/normalise.js";
import {
  type Argument,
  isOperator,
  readDottedName,
  splitArguments,
  splitItems,
  splitPair,
  trimBrackets,
} from "./text/split.js";
import type { TokenRange } from "./text/tokens.js";

/** Names at a field's declaration. */
export interface Scope {
  readonly imports: Imports;
  readonly constants: Environment;
  /** The line of a UTF-16 index. */
  readonly lineAt: (index: number) => number;
}

export interface DeclaredField {
  readonly record: FieldRecord;
  readonly given: readonly Argument[];
}

/** A name that is bound, and the UTF-16 index where it stands. */
interface BoundName {
  readonly name: string;
  readonly start: number;
}

const RELATIONAL = new Set(["many2one", "one2many", "many2many"]);
/** Types of the old API that name their comodel in a keyword. */
const OLD_COMPUTED = new Set(["related", "function", "property", "dummy"]);
/** Names of `odoo.fields` that are no field types. */
const NOT_FIELDS = new Set(["Command", "Domain", "first"]);

/** The field that `name = value` declares, `undefined` where the value calls no field type. */
export function readField(
  { name, start }: BoundName,
  value: TokenRange,
  scope: Scope,
): DeclaredField | undefined {
  const range = trimBrackets(value);
  const open = findCall(range);
  if (open === undefined) return undefined;
  const callee = readDottedName({ ...range, to: open });
  if (callee === undefined) return undefined;
  const path = resolveName(callee, scope.imports);
  const type = path.at(-1);
  if (type === undefined || path.at(-2) !== "fields" || NOT_FIELDS.has(type)) return undefined;
  const given = splitArguments(range.tokens, open);
  const record: FieldRecord = {
    name,
    field_type: type,
    relation: findComodel(type, given, scope.constants),
    line: scope.lineAt(start),
    attrs: toAttributes(given),
  };
  return { record, given };
}

/** The entries of an old model's `_columns`: a dictionary display or a `dict(…)` call. */
export function readColumns(value: TokenRange, scope: Scope): readonly DeclaredField[] {
  const range = trimBrackets(value);
  const { tokens, from, to } = range;
  if (isOperator(tokens[from], "{") && tokens[from]?.close === to - 1) {
    return splitItems({ tokens, from: from + 1, to: to - 1 }).flatMap((item) => {
      const pair = splitPair(item);
      const key = pair === undefined ? undefined : evaluateLiteral(pair[0], scope.constants);
      if (pair === undefined || key?.kind !== "str") return [];
      return readField({ name: key.value, start: startOf(pair[0]) }, pair[1], scope) ?? [];
    });
  }
  const open = findCall(range);
  if (open !== from + 1 || tokens[from]?.text !== "dict") return [];
  return splitArguments(tokens, open).flatMap(({ key: name, value: column }) =>
    name === null ? [] : (readField({ name, start: startOf(column) }, column, scope) ?? []),
  );
}

function startOf({ tokens, from }: TokenRange): number {
  return tokens[from]?.start ?? 0;
}

/** Index of the bracket that closes at the range's end, behind a name. */
function findCall(range: TokenRange): number | undefined {
  for (let at = range.from; at < range.to; at += 1) {
    const token = range.tokens[at];
    if (token === undefined) return undefined;
    if (isOperator(token, "(")) {
      return at > range.from && token.close === range.to - 1 ? at : undefined;
    }
    if (token.kind !== "name" && !isOperator(token, ".")) return undefined;
  }
  return undefined;
}

function findComodel(
  type: string,
  given: readonly Argument[],
  constants: Environment,
): string | null {
  const kind = type.toLowerCase();
  const isOld = kind === type;
  let from: Argument | undefined;
  if (RELATIONAL.has(kind)) {
    from =
      findKeyword(given, "comodel_name") ??
      (isOld ? findKeyword(given, "obj") : undefined) ??
      given.find(({ key }) => key === null || key === "*");
  } else if (isOld && OLD_COMPUTED.has(type)) {
    from = findKeyword(given, "relation") ?? findKeyword(given, "obj");
  }
  if (from === undefined || from.key === "*") return null;
  const value = evaluateLiteral(from.value, constants);
  return value.kind === "str" ? value.value : null;
}

function findKeyword(given: readonly Argument[], key: string): Argument | undefined {
  return given.find((argument) => argument.key === key);
}

function toAttributes(given: readonly Argument[]): FieldRecord["attrs"] {
  if (given.length === 0) return null;
  const attributes = new Map<string, string | readonly string[]>();
  const positional = given.filter(({ key }) => key === null || key === "*");
  if (positional.length > 0) {
    attributes.set(
      "args",
      positional.map(({ key, value }) => (key ?? "") + normaliseExpression(value)),
    );
  }
  for (const { key, value } of given) {
    if (key === null || key === "*") continue;
    const text = normaliseExpression(value);
    const before = attributes.get(key);
    // Only `**` and a keyword called `args` can stand beside another of their name.
    attributes.set(key, before === undefined ? text : [before, text].flat());
  }
  // A key such as `__proto__` becomes a plain property this way.
  return Object.fromEntries(attributes);
}
