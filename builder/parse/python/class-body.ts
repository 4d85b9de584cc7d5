// The body of a class, statement by statement: what each name of it is bound to. What is made of that is
// decided elsewhere.

import type { FieldRecord, MethodRecord } from "../../../data/module/records.js";
import { readColumns, readField, type DeclaredField, type Scope } from "./fields.js";
import { findDefinition, readFunction } from "./functions.js";
import { evaluateLiteral } from "./literal/literal.js";
import type { Literal } from "./literal/literal-value.js";
import type { Statement } from "./statements.js";
import { readDottedName, splitAssignment } from "./text/split.js";
import { tokenise, type TokenRange } from "./text/tokens.js";

export type Member =
  | { readonly kind: "field"; readonly field: DeclaredField }
  | { readonly kind: "method"; readonly method: MethodSite }
  | { readonly kind: "value"; readonly value: Literal; readonly range: TokenRange };

/** A function of a class, and where its text stands. */
export interface MethodSite {
  readonly record: MethodRecord;
  readonly start: number;
  readonly end: number;
}

export interface ClassBody {
  /** The last value of each name that is no field. */
  readonly constants: ReadonlyMap<string, Literal>;
  /** In the order of their first definition; the last one counts. */
  readonly fields: readonly FieldRecord[];
  /** All functions, those of one name too. */
  readonly methods: readonly MethodRecord[];
  /** Bindings at the end of the body, in the order in which they happened. */
  readonly members: ReadonlyMap<string, Member>;
  /** Scope of the body. */
  readonly scope: Scope;
}

/** Decorator of a property's second function; the name stays bound to the property. */
const ACCESSOR = /^\w+\.(?:setter|deleter|getter)$/;

interface OpenBody {
  readonly constants: Map<string, Literal>;
  readonly fields: Map<string, FieldRecord>;
  readonly methods: MethodRecord[];
  readonly members: Map<string, Member>;
  readonly scope: Scope;
}

/** Reads the statements of a class; `outer` gives what names of the file mean. */
export function readClassBody(
  text: string,
  statements: readonly Statement[],
  outer: Scope,
): ClassBody {
  const constants = new Map<string, Literal>();
  const scope: Scope = {
    ...outer,
    constants: (name) => constants.get(name) ?? outer.constants(name),
  };
  const body: OpenBody = { constants, fields: new Map(), methods: [], members: new Map(), scope };
  for (const { type, node } of statements) {
    if (type === "expression_statement" || type === "assignment") {
      readAssignment(tokenise(text, node.startIndex, node.endIndex), body);
    } else if (type === "function_definition" || type === "decorated_definition") {
      const definition = findDefinition(text, node, type);
      const found =
        definition.type === "function_definition" ? readFunction(text, definition) : undefined;
      if (found === undefined) continue;
      const record: MethodRecord = { ...found, line: scope.lineAt(node.startIndex) };
      const { start, end } = definition;
      body.methods.push(record);
      if (record.decorators.some((decorator) => ACCESSOR.test(decorator))) continue;
      bind(body, record.name, { kind: "method", method: { record, start, end } });
    }
  }
  return { ...body, fields: [...body.fields.values()] };
}

function readAssignment(tokens: ReturnType<typeof tokenise>, body: OpenBody): void {
  const assignment = splitAssignment(tokens);
  if (assignment === undefined) return;
  const { constants, fields, scope } = body;
  const { value: range } = assignment;
  const start = tokens[0]?.start ?? 0;
  for (const target of assignment.targets) {
    const field = readField({ name: target, start }, range, scope);
    if (field !== undefined) {
      fields.set(target, field.record);
      bind(body, target, { kind: "field", field });
      continue;
    }
    const value = evaluateLiteral(range, scope.constants);
    constants.set(target, value);
    bind(body, target, toMember(value, range, body));
    if (target !== "_columns") continue;
    for (const column of readColumns(range, scope)) {
      fields.set(column.record.name, column.record);
      bind(body, column.record.name, { kind: "field", field: column });
    }
  }
}

/** A name of a method above it is that method. */
function toMember(value: Literal, range: TokenRange, { members }: OpenBody): Member {
  const [name = "", ...rest] = readDottedName(range) ?? [];
  const same = rest.length === 0 ? members.get(name) : undefined;
  return same?.kind === "method" ? same : { kind: "value", value, range };
}

function bind({ members }: OpenBody, name: string, member: Member): void {
  members.delete(name);
  members.set(name, member);
}
