// A Python class: the written one, and the one that the platform loads. Most of the loaded class
// follows from the written one. So a snapshot has the written class and the differences: a value
// from a constant of another file, the position of a rebound name, methods that call `super()`.
import { eachArgument, type WrittenArguments } from "./field-arguments.js";
import {
  CLASS_ATTRIBUTES,
  type LiteralValue,
  type LoadedClass,
  type LoadedField,
  type LoadedMethod,
  type LoadedTableObject,
  type LoadedValues,
} from "./loaded-module.js";
import { listKeys } from "../shape.js";
import type { FieldRecord, MethodRecord, ModelRecord } from "./records.js";

/** Facts of a record from which loaded classes follow, with maps for free keys. */
export interface WrittenClass extends Pick<
  ModelRecord,
  "model_name" | "class_name" | "inherit_from" | "is_new_model" | "file" | "line"
> {
  readonly attrs: ReadonlyMap<string, string | ReadonlyMap<string, string>> | null;
  readonly fields: readonly WrittenField[];
  readonly methods: readonly Omit<MethodRecord, "docstring">[];
}

interface WrittenField extends Pick<FieldRecord, "name" | "field_type" | "line"> {
  readonly attrs: WrittenArguments | null;
}

/** Facts of a loaded class that do not follow from the written one. */
export interface LoadedDifference {
  /** Facts of the class, `null` for none; `values` lists only those beside the written ones. */
  readonly facts: Partial<ClassFacts> | null;
  /** One difference for each field in order; `null` if they are as written. */
  readonly fields: readonly FieldDifference[] | null;
  readonly methods: readonly MethodDifference[];
  readonly table_objects: readonly LoadedTableObject[];
}

export type ClassFacts = Omit<
  LoadedClass,
  "file" | "line" | "fields" | "methods" | "table_objects"
>;

/**
 * Number of written fields skipped since the previous one, negative to go back; with values that do
 * not follow from the text, and imports. Or a field that is written nowhere.
 */
export type FieldDifference =
  | number
  | readonly [passed: number, values: LoadedValues["values"], imported: LoadedValues["imported"]]
  | LoadedField;

/**
 * Number of written methods skipped, times 4, plus 1 if it calls `super()` and 2 if it calls
 * `sudo()`. Or a method of another class.
 */
export type MethodDifference = number | LoadedMethod;

/** A class that nothing is written of in a record. */
const NOTHING_WRITTEN: WrittenClass = {
  model_name: "",
  class_name: "",
  inherit_from: [],
  is_new_model: false,
  attrs: null,
  file: "",
  line: 0,
  fields: [],
  methods: [],
};

/** @returns input of `toLoadedClass`; `undefined` if differences cannot express the class */
export function findDifference(
  written: WrittenClass,
  loaded: LoadedClass,
): LoadedDifference | undefined {
  const difference = differ(written, loaded);
  return isSame(joinValues(written, difference.facts), loaded.values) ? difference : undefined;
}

/** Describes a loaded class without a written one. */
export function describeAlone(loaded: LoadedClass): LoadedDifference {
  return differ(NOTHING_WRITTEN, loaded);
}

function differ(written: WrittenClass, loaded: LoadedClass): LoadedDifference {
  const fields = differFields(written.fields, loaded.fields);
  const isWritten = fields.length === written.fields.length && fields.every((one) => one === 0);
  return {
    facts: differFacts(written, loaded),
    fields: isWritten ? null : fields,
    methods: differMethods(written, loaded.methods),
    table_objects: loaded.table_objects,
  };
}

/** @param location for a class that nothing is written of */
export function toLoadedClass(
  written: WrittenClass = NOTHING_WRITTEN,
  { facts, fields, methods, table_objects }: LoadedDifference,
  { file, line }: Pick<LoadedClass, "file" | "line"> = written,
): LoadedClass {
  const { class_name, model, is_named, inherit, kind, bases, inherits, imported, dynamic } =
    facts === null ? toFacts(written) : { ...toFacts(written), ...facts };
  return {
    class_name,
    file,
    line,
    model,
    is_named,
    inherit,
    kind,
    bases,
    inherits,
    values: joinValues(written, facts),
    imported,
    dynamic,
    fields: joinFields(written.fields, fields),
    methods: joinMethods(written, methods),
    table_objects,
  };
}

/** Names of the platform's base classes → the kind of class they make, see `LoadedClass`. */
const KINDS: ReadonlySet<string> = new Set(["Model", "TransientModel", "AbstractModel"]);

function toFacts({
  attrs,
  class_name,
  inherit_from: inherit,
  is_new_model: is_named,
  model_name: model,
}: WrittenClass): Omit<ClassFacts, "values"> {
  const kind = attrs?.get("kind");
  const inherits = attrs?.get("inherits");
  return {
    class_name,
    model,
    is_named,
    inherit,
    kind: typeof kind === "string" && KINDS.has(kind) ? kind : null,
    bases: NONE,
    inherits: typeof inherits === "object" ? inherits : NOTHING,
    imported: NOTHING,
    dynamic: NONE,
  };
}

function differFacts(written: WrittenClass, loaded: LoadedClass): LoadedDifference["facts"] {
  const follows = toFacts(written);
  const names = listKeys(follows).filter((name) => !isSame(follows[name], loaded[name]));
  const facts: Partial<ClassFacts> = Object.fromEntries(names.map((name) => [name, loaded[name]]));
  const known = joinValues(written, facts);
  const values = listOthers(known, loaded.values);
  if (names.length === 0 && values.size === 0) return null;
  return values.size === 0 ? facts : { ...facts, values };
}

function joinValues(
  { attrs }: WrittenClass,
  facts: LoadedDifference["facts"],
): LoadedClass["values"] {
  const values = new Map<string, LiteralValue>();
  for (const name of CLASS_ATTRIBUTES) {
    const value = attrs?.get(name.slice(1));
    const isElsewhere =
      facts?.imported?.has(name) === true || facts?.dynamic?.includes(name) === true;
    if (typeof value === "string" && !isElsewhere) values.set(name, value);
  }
  for (const [name, value] of facts?.values ?? []) values.set(name, value);
  return values.size === 0 ? NOTHING : values;
}

function listOthers(
  known: LoadedValues["values"],
  values: LoadedValues["values"],
): LoadedValues["values"] {
  return new Map([...values].filter(([name, value]) => !isSame(known.get(name), value)));
}

/** One object for all empty ones: of what is decoded a tenth would be others. */
const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();
const NONE: readonly never[] = [];

/** Loaded field as its text implies. */
function toLoadedField(written: WrittenField): LoadedField {
  return joinField(written, NOTHING, NOTHING);
}

function joinField(
  written: WrittenField,
  values: LoadedValues["values"],
  imported: LoadedValues["imported"],
): LoadedField {
  const all = new Map<string, LiteralValue>();
  const dynamic: string[] = [];
  const { name, field_type: type, line, attrs } = written;
  eachArgument(type, attrs ?? NOTHING, (argument, value) => {
    if (values.has(argument) || imported.has(argument)) return;
    if (value !== undefined) all.set(argument, value);
    else dynamic.push(argument);
  });
  for (const [argument, value] of values) all.set(argument, value);
  return {
    name,
    type,
    line,
    values: all,
    imported,
    dynamic: dynamic.length === 0 ? NONE : dynamic,
  };
}

function differFields(
  written: readonly WrittenField[],
  loaded: readonly LoadedField[],
): readonly FieldDifference[] {
  const indexes = new Map(written.map(({ name }, at) => [name, at]));
  let next = 0;
  return loaded.map((field): FieldDifference => {
    const index = indexes.get(field.name);
    const one = index === undefined ? undefined : written[index];
    if (index === undefined || one === undefined) return field;
    const follows = toLoadedField(one);
    const passed = index - next;
    if (isSameField(follows, field)) {
      next = index + 1;
      return passed;
    }
    const values = listOthers(follows.values, field.values);
    if (!isSameField(joinField(one, values, field.imported), field)) return field;
    next = index + 1;
    return [passed, values, field.imported];
  });
}

function joinFields(
  written: readonly WrittenField[],
  differences: LoadedDifference["fields"],
): readonly LoadedField[] {
  if (differences === null) return written.map(toLoadedField);
  const fields: LoadedField[] = [];
  let next = 0;
  for (const one of differences) {
    if (typeof one === "object" && "name" in one) fields.push(one);
    else {
      const [passed, values, imported] = typeof one === "number" ? [one, NOTHING, NOTHING] : one;
      const field = written[next + passed];
      next += passed + 1;
      if (field !== undefined) fields.push(joinField(field, values, imported));
    }
  }
  return fields;
}

const toMethodKey = (name: string, line: number): string => `${line} ${name}`;

function differMethods(
  { class_name: owner, methods: written }: WrittenClass,
  loaded: readonly LoadedMethod[],
): readonly MethodDifference[] {
  const indexes = new Map(
    written.map(({ name, line }, at) => [toMethodKey(mangle(name, owner), line), at]),
  );
  let next = 0;
  return loaded.map((method): MethodDifference => {
    const { name, line, calls_super, calls_sudo } = method;
    const index = indexes.get(toMethodKey(name, line)) ?? -1;
    const one = written[index];
    if (one === undefined || !isSame(toLoadedMethod(one, owner, method), method)) return method;
    const passed = index - next;
    next = index + 1;
    return 4 * passed + (calls_super ? 1 : 0) + (calls_sudo ? 2 : 0);
  });
}

function joinMethods(
  { class_name: owner, methods: written }: WrittenClass,
  differences: readonly MethodDifference[],
): readonly LoadedMethod[] {
  const methods: LoadedMethod[] = [];
  let next = 0;
  for (const one of differences) {
    if (typeof one === "object") methods.push(one);
    else {
      next += one >> 2;
      const method = written[next];
      next += 1;
      const flags = { calls_super: (one & 1) !== 0, calls_sudo: (one & 2) !== 0 };
      if (method !== undefined) methods.push(toLoadedMethod(method, owner, flags));
    }
  }
  return methods;
}

function toLoadedMethod(
  { name, line, decorators, signature }: WrittenClass["methods"][number],
  owner: string,
  { calls_super, calls_sudo }: Pick<LoadedMethod, "calls_super" | "calls_sudo">,
): LoadedMethod {
  const own = decorators.length === 0 ? NONE : decorators;
  return { name: mangle(name, owner), line, decorators: own, signature, calls_super, calls_sudo };
}

/** The attribute that Python makes of a private name, `__x` of class `_A` is `_A__x`. */
export function mangle(name: string, className: string): string {
  if (!name.startsWith("__") || name.endsWith("__")) return name;
  const owner = className.replace(/^_+/, "");
  return owner === "" ? name : `_${owner}${name}`;
}

function isSameField(left: LoadedField, right: LoadedField): boolean {
  return (
    left.type === right.type &&
    left.line === right.line &&
    isSame(left.values, right.values) &&
    isSame(left.imported, right.imported) &&
    isSame(left.dynamic.toSorted(), right.dynamic.toSorted())
  );
}

/** Compares two values; maps in any order. */
function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object") return false;
  if (!(left instanceof Map)) return JSON.stringify(left) === JSON.stringify(right);
  if (!(right instanceof Map) || left.size !== right.size) return false;
  const others = right as ReadonlyMap<unknown, unknown>;
  return [...(left as ReadonlyMap<unknown, unknown>)].every(
    ([key, value]) => others.has(key) && isSame(value, others.get(key)),
  );
}
