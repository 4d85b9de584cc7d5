// A class as the platform loads it, as far as its file alone tells.

import {
  CLASS_ATTRIBUTES,
  type ImportedName,
  type LoadedClass,
  type LoadedMethod,
} from "../../../../data/loaded-module.js";
import { toPlatformKind } from "../bases.js";
import type { ClassBody, MethodSite } from "../class-body.js";
import type { CallEvaluator } from "../literal/computation.js";
import type { Literal } from "../literal/literal-value.js";
import { listInherited, toInherits } from "../model-class.js";
import { toLoadedField } from "./field-arguments.js";
import type { KnownNames } from "./known-names.js";
import { addValue, openValues, toImportedName, type Allowance } from "./values.js";

/**
 * A class of a file whose place is not known: `file` is empty, names that it imports are from where it
 * says, a class of the same file is from `""`.
 */
export interface FileClass extends LoadedClass {
  readonly file: "";
}

/** A class whose body was read. */
export interface ClassSite {
  readonly name: string;
  /** Of the word `class`. */
  readonly line: number;
  /** Dotted names. */
  readonly bases: readonly (readonly string[])[];
  readonly body: ClassBody;
  /** Source text of its docstring, `undefined` where it has none. */
  readonly docstring: string | undefined;
}

export interface ClassContext {
  /** Names of the classes, and of the functions, of the file. */
  readonly classNames: ReadonlySet<string>;
  readonly functionNames: () => ReadonlySet<string>;
  readonly known: KnownNames;
  readonly allowance: Allowance;
  readonly evaluateCall: CallEvaluator;
  /** Whether a text calls `super`, by its UTF-16 indices. */
  readonly callsSuper: (start: number, end: number) => boolean;
}

/** Attributes that are read to something of their own where they are literals. */
const READ_APART = ["_name", "_inherit"] as const;

/** A class; `model` is what it would be if it takes part in one (`MetaModel` in `odoo/models.py`). */
export function toFileClass(
  { name, line, bases, body, docstring }: ClassSite,
  { classNames, functionNames, allowance, known, evaluateCall, callsSuper }: ClassContext,
): FileClass {
  const { constants, members, scope } = body;
  const names = known.ofClass(body, docstring);
  const values = { scope, names, compute: known.compute, allowance, functionNames };
  const attributes = openValues();
  for (const attribute of [...READ_APART, ...CLASS_ATTRIBUTES]) {
    const member = members.get(attribute);
    if (member?.kind !== "value") continue;
    addValue(attributes, attribute, member.range, values);
  }
  for (const attribute of READ_APART) attributes.values.delete(attribute);
  const inherit = listInherited(constants.get("_inherit")).flatMap((item) =>
    item.kind === "str" ? [item.value] : [],
  );
  const ownName = findName(body, evaluateCall);
  const isNamed = ownName !== undefined && ownName.kind !== "none";
  const [onlyParent] = inherit.length === 1 ? inherit : [];
  const kinds = bases.map((base) => toPlatformKind(base, scope.imports));
  return {
    class_name: name,
    file: "",
    line,
    model: ownName?.kind === "str" && ownName.value !== "" ? ownName.value : (onlyParent ?? name),
    is_named: isNamed,
    inherit,
    kind: kinds.find((kind) => kind !== undefined) ?? null,
    bases: bases.flatMap((base, position): readonly ImportedName[] => {
      if (kinds[position] !== undefined) return [];
      const [first = "", ...rest] = base;
      if (rest.length === 0 && classNames.has(first)) return [{ from: "", name: first }];
      const imported = toImportedName(base, scope.imports);
      return imported === undefined ? [] : [imported];
    }),
    inherits: new Map(Object.entries(toInherits(constants.get("_inherits")) ?? {})),
    ...attributes,
    fields: [...members.values()].flatMap((member) =>
      member.kind === "field" ? [toLoadedField(member.field, body, values)] : [],
    ),
    methods: Array.from(members, ([bound, member]) =>
      member.kind === "method"
        ? [toLoadedMethod(mangle(bound, name), member.method, callsSuper)]
        : [],
    ).flat(),
  };
}

/** What `_name` is bound to; some names are made by a function of the file. */
function findName(
  { constants, members, scope }: ClassBody,
  evaluateCall: CallEvaluator,
): Literal | undefined {
  const known = constants.get("_name");
  const member = members.get("_name");
  if (known?.kind !== "unknown" || member?.kind !== "value") return known;
  return evaluateCall(member.range, scope.constants) ?? known;
}

function toLoadedMethod(
  name: string,
  { record, start, end }: MethodSite,
  callsSuper: ClassContext["callsSuper"],
): LoadedMethod {
  const { line, decorators, signature } = record;
  return { name, line, decorators, signature, calls_super: callsSuper(start, end) };
}

/** The attribute that Python makes of a private name, `__x` of class `_A` is `_A__x`. */
function mangle(name: string, className: string): string {
  const owner = className.replace(/^_+/, "");
  return name.startsWith("__") && !name.endsWith("__") && owner !== "" ? `_${owner}${name}` : name;
}
