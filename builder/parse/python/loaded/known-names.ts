// Names of a file for its classes: computed constants, attributes of its classes, and constants of
// Python packages that declarations use.

import { readString } from "../literal/string-value.js";
import { UNKNOWN, type Literal } from "../literal/literal-value.js";
import { evaluateLiteral, type Computation, type Environment } from "../literal/literal.js";
import type { ClassBody } from "../class-body.js";
import { resolveName, type Imports } from "../imports.js";
import type { TokenRange } from "../text/tokens.js";
import { findImported } from "./values.js";

/** The frequencies of `dateutil.rrule`, whose values are their places. */
const FREQUENCIES = ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"];

/** Constants of other packages by their dotted names; `NO_ACCESS` is of `odoo/fields.py`. */
const PACKAGE_CONSTANTS: ReadonlyMap<string, Literal> = new Map<string, Literal>([
  ["odoo.fields.NO_ACCESS", { kind: "str", value: "." }],
  ["odoo.models.NO_ACCESS", { kind: "str", value: "." }],
  ...FREQUENCIES.map((name, value): [string, Literal] => [
    `dateutil.rrule.${name}`,
    { kind: "number", value, text: String(value) },
  ]),
]);

/** Names in the order of their lookup. */
export interface KnownNames {
  readonly compute: Computation;
  /** Bindings in the body of a class of the file. */
  ofClass(body: ClassBody, docstring: string | undefined): Environment;
}

interface NamedFile {
  /** Plain constants, and what the others are bound to. */
  readonly constants: Environment;
  readonly expressions: ReadonlyMap<string, TokenRange>;
  readonly imports: Imports;
  /** Bodies of its classes by their names. */
  readonly bodies: ReadonlyMap<string, ClassBody>;
  readonly compute: Computation;
}

export function createKnownNames(file: NamedFile): KnownNames {
  const { compute } = file;
  const bodies = new Map<ClassBody, Environment>();
  const depth = { open: 0 };
  const ofFile = remember(depth, (name, self) => {
    const [owner = "", attribute] = name.split(".");
    const body = attribute === undefined ? undefined : file.bodies.get(owner);
    if (body !== undefined && attribute !== undefined) return ofBody(body)(attribute);
    const plain = file.constants(name);
    if (plain !== undefined && isWhole(plain)) return plain;
    const range = file.expressions.get(name);
    if (range !== undefined) return evaluateLiteral(range, self, compute);
    return plain ?? findElsewhere(name.split("."));
  });
  const findElsewhere = (names: readonly string[]): Literal | undefined => {
    const constant = PACKAGE_CONSTANTS.get(resolveName(names, file.imports).join("."));
    if (constant !== undefined) return constant;
    const imported = findImported(names, file);
    return imported && { kind: "imported", ...imported };
  };
  const ofBody = (body: ClassBody): Environment => {
    const known = bodies.get(body);
    if (known !== undefined) return known;
    const names = remember(depth, (name, self) => {
      const member = body.members.get(name);
      if (member === undefined) return ofFile(name);
      if (member.kind !== "value") return undefined;
      return isWhole(member.value) ? member.value : evaluateLiteral(member.range, self, compute);
    });
    bodies.set(body, names);
    return names;
  };
  return {
    compute,
    ofClass(body, docstring) {
      const names = ofBody(body);
      if (docstring === undefined) return names;
      const value = readString(docstring);
      const literal: Literal = value.kind === "source" ? UNKNOWN : value;
      return (name) => (name === "__doc__" ? literal : names(name));
    },
  };
}

/** Longest chain of constants that name each other. */
const MOST_NAMES_IN_A_CHAIN = 100;

/**
 * Looks each name up once; one that is asked for while it is looked up is not known, nor is the end of a long chain.
 * @param depth of names that are looked up, for all that may ask each other the same
 */
function remember(
  depth: { open: number },
  find: (name: string, self: Environment) => Literal | undefined,
): Environment {
  const known = new Map<string, Literal | undefined>();
  const self: Environment = (name) => {
    if (known.has(name)) return known.get(name);
    if (depth.open === MOST_NAMES_IN_A_CHAIN) return UNKNOWN;
    known.set(name, UNKNOWN);
    depth.open += 1;
    const value = find(name, self);
    depth.open -= 1;
    known.set(name, value);
    return value;
  };
  return self;
}

/** Whether nothing of a value is unknown; of what is nested deeply that is not asked. */
function isWhole(value: Literal, levels = 4): boolean {
  if (value.kind === "unknown") return false;
  if (levels === 0) return true;
  if ("items" in value) return value.items.every((item) => isWhole(item, levels - 1));
  if (value.kind !== "dict") return true;
  return value.entries.every(
    (entry) => isWhole(entry.key, levels - 1) && isWhole(entry.value, levels - 1),
  );
}
