// Arguments of fields and attributes of classes as literal values, as names of other files, or as what only
// running code knows.

import type {
  BoundValue,
  ImportedName,
  ImportedValue,
  LiteralValue,
  LoadedValues,
} from "../../../../data/module/loaded-module.js";
import type { Scope } from "../fields.js";
import { resolveName, type Imports } from "../imports.js";
import { evaluateLiteral, type Computation, type Environment } from "../literal/literal.js";
import type { Literal } from "../literal/literal-value.js";
import { readDottedName } from "../text/split.js";
import type { TokenRange } from "../text/tokens.js";

/** Characters and items that the values of one file may have, those of its constants counted at each use. */
const FILE_LIMIT_UNITS = 2_000_000;
/** Deeper literals are none: those that fields use have three levels. */
const DEPTH_LIMIT_LEVELS = 8;

/** Modules of Python have small letters. */
const CLASS_NAME = /^[A-Z]/;

/** Rest of a limit. */
export interface Allowance {
  units: number;
}

export function createAllowance(units = FILE_LIMIT_UNITS): Allowance {
  return { units };
}

/** Values that are being gathered. */
interface OpenValues extends LoadedValues {
  readonly values: Map<string, LiteralValue>;
  readonly imported: Map<string, ImportedValue>;
  readonly dynamic: string[];
}

export function createValues(): OpenValues {
  return { values: new Map(), imported: new Map(), dynamic: [] };
}

/**
 * The value as data; `undefined` for one that holds a dictionary or anything that is no constant, and
 * where nothing is left of the allowance.
 */
export function toLiteralValue(
  value: Literal,
  allowance: Allowance,
  depth = 0,
): LiteralValue | undefined {
  allowance.units -= 1;
  if (allowance.units < 0 || depth > DEPTH_LIMIT_LEVELS) return undefined;
  switch (value.kind) {
    case "none":
      return null;
    case "bool":
      return value.value;
    case "number":
      return Number.isFinite(value.value) ? value.value : undefined;
    case "str":
      allowance.units -= value.value.length;
      return allowance.units < 0 ? undefined : value.value;
    case "list":
    case "tuple": {
      const items: LiteralValue[] = [];
      for (const item of value.items) {
        const known = toLiteralValue(item, allowance, depth + 1);
        if (known === undefined) return undefined;
        items.push(known);
      }
      return items;
    }
    case "bytes":
    case "dict":
    case "set":
    case "imported":
    case "sum":
    case "unknown":
      return undefined;
    default:
      return value satisfies never;
  }
}

/** A value that names of other files are part of, likewise. */
function toImportedValue(
  value: Literal,
  allowance: Allowance,
  depth = 0,
): ImportedValue | undefined {
  if (allowance.units < 0) return undefined;
  if (value.kind === "imported") return { from: value.from, name: value.name };
  const isList = value.kind === "list" || value.kind === "tuple";
  if ((!isList && value.kind !== "sum") || depth > DEPTH_LIMIT_LEVELS) return undefined;
  const bound: BoundValue[] = [];
  for (const one of value.kind === "sum" ? value.parts : value.items) {
    allowance.units -= 1;
    const known =
      toImportedValue(one, allowance, depth + 1) ?? toLiteralValue(one, allowance, depth + 1);
    if (known === undefined) return undefined;
    bound.push(known);
  }
  return value.kind === "sum" ? { parts: bound } : { items: bound };
}

/** Reader of expressions in a class. */
export interface ClassValues {
  readonly scope: Scope;
  /** Bindings for computed expressions. */
  readonly names: Environment;
  readonly compute: Computation;
  readonly allowance: Allowance;
}

/** Puts what is given under a name where it belongs. */
export function addValue(
  given: OpenValues,
  name: string,
  range: TokenRange,
  { scope, names, compute, allowance }: ClassValues,
): void {
  const counted: Environment = (constant) => {
    const value = names(constant);
    // The next operation may copy all of it.
    if (value !== undefined) allowance.units -= countUnits(value);
    return allowance.units < 0 ? undefined : value;
  };
  const found = evaluateLiteral(range, counted, compute);
  const value = toLiteralValue(found, allowance);
  if (value !== undefined) given.values.set(name, value);
  else {
    const imported =
      findImported(readDottedName(range), scope) ?? toImportedValue(found, allowance);
    if (imported !== undefined) given.imported.set(name, imported);
    else given.dynamic.push(name);
  }
}

function countUnits(value: Literal): number {
  if ("items" in value) return value.items.length;
  return value.kind === "str" ? value.value.length : 1;
}

export function findImported(
  names: readonly string[] | undefined,
  { constants, imports }: Pick<Scope, "constants" | "imports">,
): ImportedName | undefined {
  const [first] = names ?? [];
  if (names === undefined || first === undefined || constants(first) !== undefined)
    return undefined;
  const imported = toImportedName(names, imports);
  const owner = imports.get(first)?.at(-1) ?? "";
  // An attribute of a class, whose file has it under both names.
  if (imported === undefined || names.length !== 2 || !CLASS_NAME.test(owner)) return imported;
  const from = imported.from.slice(0, -owner.length).replace(/([^.])\.$/, "$1");
  return { from, name: `${owner}.${imported.name}` };
}

/**
 * The name that an import binds, if it may be one of an add-on; relative ones begin with as many dots as
 * written, so that they depend on where the file is.
 */
export function toImportedName(
  names: readonly string[],
  imports: Imports,
): ImportedName | undefined {
  if (!imports.has(names[0] ?? "")) return undefined;
  const path = resolveName(names, imports);
  const name = path.at(-1);
  const dots = path.findIndex((part) => part !== "");
  const isAddOn = (path[0] === "odoo" || path[0] === "openerp") && path[1] === "addons";
  if (name === undefined || (dots === 0 && !isAddOn)) return undefined;
  const from = ".".repeat(Math.max(dots, 0)) + path.slice(Math.max(dots, 0), -1).join(".");
  return { from, name };
}
