// One model class: its names, attributes, fields and methods. Which classes are models, and where
// they are in a file, is decided elsewhere.

import type {
  FieldRecord,
  MethodRecord,
  ModelAttributes,
  ModelRecord,
} from "../../../data/records.js";
import { readColumns, readField, type Scope } from "./fields.js";
import { findDefinition, readFunction } from "./functions.js";
import { evaluateLiteral } from "./literal/literal.js";
import type { Literal } from "./literal/literal-value.js";
import { splitAssignment } from "./text/split.js";
import type { Statement } from "./statements.js";
import { tokenise } from "./text/tokens.js";

/** A class whose base is known to make it a model. */
export interface ModelClass {
  readonly name: string;
  /** The platform's name of the base class: `Model`, `osv_memory`, … */
  readonly kind: string;
  readonly docstring: string | null;
  readonly statements: readonly Statement[];
}

export interface ModelReading {
  readonly model: ModelRecord;
  /** `_name` or `_inherit`, where its value is neither a literal nor a constant of the file. */
  readonly unresolved: readonly string[];
}

interface ClassBody {
  /** The last value of each name that is no field. */
  readonly constants: ReadonlyMap<string, Literal>;
  readonly fields: readonly FieldRecord[];
  readonly methods: readonly MethodRecord[];
}

/** Reads a class; `outer` gives what names of the file mean. */
export function readModelClass(text: string, found: ModelClass, outer: Scope): ModelReading {
  const body = readBody(text, found.statements, outer);
  const name = body.constants.get("_name");
  const inherited = listInherited(body.constants.get("_inherit"));
  const inheritFrom = inherited.flatMap((item) => (item.kind === "str" ? [item.value] : []));
  const ownName = name?.kind === "str" && name.value !== "" ? name.value : undefined;
  const hasName = name !== undefined && name.kind !== "none";
  const unresolved: string[] = [];
  if (name?.kind === "unknown") unresolved.push("_name");
  if (inherited.some(({ kind }) => kind === "unknown")) unresolved.push("_inherit");
  return {
    unresolved,
    model: {
      model_name: ownName ?? inheritFrom[0] ?? found.name,
      class_name: found.name,
      inherit_from: inheritFrom,
      is_new_model: hasName && (ownName === undefined || !inheritFrom.includes(ownName)),
      docstring: found.docstring,
      attrs: toModelAttributes(found.kind, body.constants),
      fields: body.fields,
      methods: body.methods,
    },
  };
}

function readBody(text: string, statements: readonly Statement[], outer: Scope): ClassBody {
  const constants = new Map<string, Literal>();
  const fields = new Map<string, FieldRecord>();
  const methods: MethodRecord[] = [];
  const scope: Scope = {
    imports: outer.imports,
    constants: (name) => constants.get(name) ?? outer.constants(name),
  };
  for (const { type, node } of statements) {
    if (type === "expression_statement" || type === "assignment") {
      readAssignment(tokenise(text, node.startIndex, node.endIndex), scope, constants, fields);
    } else if (type === "function_definition" || type === "decorated_definition") {
      const definition = findDefinition(text, node, type);
      const method =
        definition.type === "function_definition" ? readFunction(text, definition) : undefined;
      if (method !== undefined) methods.push(method);
    }
  }
  return { constants, fields: [...fields.values()], methods };
}

function readAssignment(
  tokens: ReturnType<typeof tokenise>,
  scope: Scope,
  constants: Map<string, Literal>,
  fields: Map<string, FieldRecord>,
): void {
  const assignment = splitAssignment(tokens);
  if (assignment === undefined) return;
  for (const target of assignment.targets) {
    const field = readField(target, assignment.value, scope);
    if (field !== undefined) {
      fields.set(target, field);
      continue;
    }
    constants.set(target, evaluateLiteral(assignment.value, scope.constants));
    if (target !== "_columns") continue;
    for (const column of readColumns(assignment.value, scope)) fields.set(column.name, column);
  }
}

function listInherited(value: Literal | undefined): readonly Literal[] {
  if (value === undefined || value.kind === "none") return [];
  return "items" in value ? value.items : [value];
}

function toModelAttributes(kind: string, constants: ReadonlyMap<string, Literal>): ModelAttributes {
  const description = findText(constants, "_description");
  const recName = findText(constants, "_rec_name");
  const order = findText(constants, "_order");
  const table = findText(constants, "_table");
  const inherits = toInherits(constants.get("_inherits"));
  return {
    kind,
    ...(description !== undefined && { description }),
    ...(recName !== undefined && { rec_name: recName }),
    ...(order !== undefined && { order }),
    ...(table !== undefined && { table }),
    ...(inherits !== undefined && { inherits }),
  };
}

function findText(constants: ReadonlyMap<string, Literal>, name: string): string | undefined {
  const value = constants.get(name);
  return value?.kind === "str" ? value.value : undefined;
}

function toInherits(value: Literal | undefined): Readonly<Record<string, string>> | undefined {
  if (value?.kind !== "dict") return undefined;
  const pairs = value.entries.flatMap((entry) =>
    entry.key.kind === "str" && entry.value.kind === "str"
      ? [[entry.key.value, entry.value.value] as const]
      : [],
  );
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}
