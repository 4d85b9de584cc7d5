// A class of a Python file, described once and as far as its file alone tells: what its record says, and what the
// platform loads of it. Which classes are described is decided elsewhere.

import { mangle } from "../../../data/module/loaded-class.js";
import {
  CLASS_ATTRIBUTES,
  type ImportedName,
  type LoadedClass,
  type LoadedMethod,
} from "../../../data/module/loaded-module.js";
import type { ModelAttributes, ModelRecord } from "../../../data/module/records.js";
import { toPlatformKind } from "./bases.js";
import type { ClassBody, MethodSite } from "./class-body.js";
import type { CallEvaluator } from "./literal/computation.js";
import { findText } from "./literal/literal-operations.js";
import type { Literal } from "./literal/literal-value.js";
import { toLoadedField } from "./loaded/field-arguments.js";
import type { KnownNames } from "./loaded/known-names.js";
import { readTableObjects } from "./loaded/table-objects.js";
import { ALL_NAMES, resolveName } from "./imports.js";
import { addValue, createValues, toImportedName, type Allowance } from "./loaded/values.js";

/** A class whose file is not known. */
export interface PythonClass {
  /** UTF-16 index where its body ends: there Python makes it, after the classes that stand in it. */
  readonly end: number;
  /** Facts of the model; its kind is missing if none of its own bases is the platform's. */
  readonly record: ModelClass;
  /**
   * Names that it imports are from where it says, a class of the same file is from `""`; `model` is what it would be
   * if it takes part in one (`MetaModel` in `odoo/models.py`). `null` for a class that is not made when its file runs.
   */
  readonly loaded: PendingClass | null;
  /**
   * The name of its model from 19.0 on, where neither `_name` nor a parent that is no list says one: its own, a dot
   * before each capital (`MetaModel` in `odoo/orm/models.py`).
   */
  readonly dotted: string | undefined;
  /** `_name` or `_inherit` of a record, where its value is neither a literal nor a constant of the file. */
  readonly unresolved: readonly string[];
}

/** A class whose file is not known, and perhaps not of which kind it is. */
interface ModelClass extends Omit<ModelRecord, "file" | "attrs"> {
  readonly attrs: Omit<ModelAttributes, "kind"> & { readonly kind: string | undefined };
}

/** A name that a file binds in a class behind its body, as a function of another class has it. */
export interface AssignedMethod {
  readonly name: string;
  readonly line: number;
  readonly value: ImportedName;
}

/** A class whose file is not known, and what is still to be looked up. */
interface PendingClass extends Omit<LoadedClass, "file"> {
  readonly assigned: readonly AssignedMethod[];
}

/** A class whose body was read. */
export interface ClassSite {
  readonly name: string;
  /** With the names of the classes around it; `undefined` for one that is not made when its file runs. */
  readonly qualifiedName: string | undefined;
  /** UTF-16 index. */
  readonly end: number;
  /** Line of the `class` keyword. */
  readonly line: number;
  /** Dotted names. */
  readonly bases: readonly (readonly string[])[];
  /** The platform's name of the base class that makes it a model: `Model`, `osv_memory`, … */
  readonly kind: string | undefined;
  readonly body: ClassBody;
  /** Methods that the file assigns behind its body. */
  readonly assigned: readonly AssignedMethod[];
  readonly docstring: string | null;
  /** Source text of it, `undefined` where it has none. */
  readonly docstringSource: string | undefined;
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
  /** Likewise whether it calls a method `sudo`. */
  readonly callsSudo: (start: number, end: number) => boolean;
}

/** `_inherit` and `_inherits` of a class. */
interface Parents {
  readonly inherit: readonly string[];
  readonly inherits: Readonly<Record<string, string>> | undefined;
}

/** Attributes that are read to something of their own where they are literals. */
const READ_APART = ["_name", "_inherit"] as const;

export function describeClass(site: ClassSite, context: ClassContext): PythonClass {
  const { constants } = site.body;
  const inherited = listInherited(constants.get("_inherit"));
  const parents: Parents = {
    inherit: inherited.flatMap((item) => (item.kind === "str" ? [item.value] : [])),
    inherits: toInherits(constants.get("_inherits")),
  };
  const ownName = findName(site.body, context.evaluateCall);
  const isUnknown = {
    _name: ownName?.kind === "unknown",
    _inherit: inherited.some(({ kind }) => kind === "unknown"),
  };
  return {
    end: site.end,
    record: toRecord(site, parents, ownName),
    loaded: toLoaded(site, parents, ownName, context),
    dotted: findDottedName(site),
    unresolved: READ_APART.filter((name) => site.kind !== undefined && isUnknown[name]),
  };
}

function toRecord(
  { name: class_name, kind, line, docstring, body }: ClassSite,
  { inherit, inherits }: Parents,
  name: Literal | undefined,
): PythonClass["record"] {
  const ownName = findText(name) || undefined;
  const hasName = name !== undefined && name.kind !== "none";
  return {
    model_name: ownName ?? inherit[0] ?? class_name,
    class_name,
    inherit_from: inherit,
    is_new_model: hasName && (ownName === undefined || !inherit.includes(ownName)),
    docstring,
    attrs: { kind, ...readAttributes(body.constants), ...(inherits && { inherits }) },
    line,
    fields: body.fields,
    methods: body.methods,
  };
}

/** Attributes that are literals, or constants of the file. */
function readAttributes(
  constants: ReadonlyMap<string, Literal>,
): Omit<ModelAttributes, "kind" | "inherits"> {
  const names = ["description", "rec_name", "order", "table"] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = findText(constants.get(`_${name}`));
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function toLoaded(
  { name, qualifiedName, line, bases, body, assigned, docstringSource }: ClassSite,
  { inherit, inherits }: Parents,
  ownName: Literal | undefined,
  context: ClassContext,
): PythonClass["loaded"] {
  if (qualifiedName === undefined) return null;
  const { classNames, functionNames, allowance, known } = context;
  const { members, scope } = body;
  const names = known.ofClass(body, docstringSource);
  const values = { scope, names, compute: known.compute, allowance, functionNames };
  const attributes = createValues();
  for (const attribute of [...READ_APART, ...CLASS_ATTRIBUTES]) {
    const member = members.get(attribute);
    if (member?.kind !== "value") continue;
    addValue(attributes, attribute, member.range, values);
  }
  for (const attribute of READ_APART) attributes.values.delete(attribute);
  const isNamed = ownName !== undefined && ownName.kind !== "none";
  const [onlyParent] = inherit.length === 1 ? inherit : [];
  const kinds = bases.map((base) => toPlatformKind(base, scope.imports));
  return {
    class_name: qualifiedName,
    line,
    model: ownName?.kind === "unknown" ? null : findText(ownName) || (onlyParent ?? name),
    is_named: isNamed,
    inherit,
    kind: kinds.find((kind) => kind !== undefined) ?? null,
    bases: bases.flatMap((base, position): readonly ImportedName[] => {
      if (kinds[position] !== undefined) return [];
      const [first = "", ...rest] = resolveName(base, scope.imports);
      if (classNames.has(first)) return [{ from: "", name: [first, ...rest].join(".") }];
      const isOfAll = !scope.imports.has(first) && scope.imports.has(ALL_NAMES);
      const imported = toImportedName(isOfAll ? [ALL_NAMES, ...base] : base, scope.imports);
      return imported === undefined ? [] : [imported];
    }),
    inherits: new Map(Object.entries(inherits ?? {})),
    ...attributes,
    fields: [...members.values()].flatMap((member) =>
      member.kind === "field" ? [toLoadedField(member.field, body, values)] : [],
    ),
    methods: Array.from(members, ([bound, member]) =>
      member.kind === "method" ? [toLoadedMethod(mangle(bound, name), member.method, context)] : [],
    ).flat(),
    table_objects: readTableObjects(members, values),
    assigned,
  };
}

function findDottedName({ name, body: { constants } }: ClassSite): string | undefined {
  const own = constants.get("_name");
  const isNamed = own?.kind === "unknown" || Boolean(findText(own));
  const parent = constants.get("_inherit");
  const isFromParent = own === undefined && (parent?.kind === "unknown" || findText(parent));
  return isNamed || isFromParent ? undefined : name.replace(/(?<=[^_])[A-Z]/g, ".$&").toLowerCase();
}

/** Value of `_name`; some names are made by a function of the file. */
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
  { callsSuper, callsSudo }: ClassContext,
): LoadedMethod {
  const { line, decorators, signature } = record;
  const calls_super = callsSuper(start, end);
  return { name, line, decorators, signature, calls_super, calls_sudo: callsSudo(start, end) };
}

function listInherited(value: Literal | undefined): readonly Literal[] {
  if (value === undefined || value.kind === "none") return [];
  return "items" in value ? value.items : [value];
}

function toInherits(value: Literal | undefined): Parents["inherits"] {
  if (value?.kind !== "dict") return undefined;
  const pairs = value.entries.flatMap((entry) =>
    entry.key.kind === "str" && entry.value.kind === "str"
      ? [[entry.key.value, entry.value.value] as const]
      : [],
  );
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}
