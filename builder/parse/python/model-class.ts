// The record of a model class: its names and attributes, out of its body. Which classes are models is
// decided elsewhere.

import type { ModelAttributes, ModelRecord } from "../../../data/records.js";
import type { ClassBody } from "./class-body.js";
import type { Literal } from "./literal/literal-value.js";

/** A model as its file alone tells it. */
export type FileModel = Omit<ModelRecord, "file">;

/** A class whose base is known to make it a model. */
export interface ModelClass {
  readonly name: string;
  /** The platform's name of the base class: `Model`, `osv_memory`, … */
  readonly kind: string;
  readonly docstring: string | null;
  /** Of the word `class`. */
  readonly line: number;
}

export interface ModelReading {
  readonly model: FileModel;
  /** `_name` or `_inherit`, where its value is neither a literal nor a constant of the file. */
  readonly unresolved: readonly string[];
}

/** The record of a class whose body was read. */
export function toModelRecord(found: ModelClass, body: ClassBody): ModelReading {
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
      line: found.line,
      fields: body.fields,
      methods: body.methods,
    },
  };
}

export function listInherited(value: Literal | undefined): readonly Literal[] {
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

export function toInherits(
  value: Literal | undefined,
): Readonly<Record<string, string>> | undefined {
  if (value?.kind !== "dict") return undefined;
  const pairs = value.entries.flatMap((entry) =>
    entry.key.kind === "str" && entry.value.kind === "str"
      ? [[entry.key.value, entry.value.value] as const]
      : [],
  );
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}
