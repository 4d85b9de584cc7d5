// References of a Python file's code: models, external ids, fields and methods of records of a
// certain model, calls of `super()`, and names given to methods of the ORM. What a `try` catches may
// be absent and is left out.
import { findAround, findChild, toSyntax, type Syntax } from "../../python/syntax.js";
import type { PythonNode } from "../../python/tree.js";
import { readAction } from "./actions.js";
import { readCall, readReturned } from "./calls.js";
import {
  createCode,
  type ClassOfCode,
  type Code,
  isAsked,
  toUntyped,
  type CodeReference,
  type Found,
  listImports,
  findMethodClass,
  isStatic,
  toClassModel,
} from "./code.js";
import { findGuard, isFieldAsked, isTried, readQuestions } from "./guards.js";
import { createOpener, OF_SOME_VERSIONS } from "./opened-nodes.js";
import { findGiven } from "./own-methods.js";
import { findModelName, findRecords, isFieldName, toAttribute } from "./records.js";
import {
  type Binding,
  COMPREHENSIONS,
  createLoopFinder,
  findBindings,
  listBindings,
  type Records,
  type Scope,
} from "./scopes.js";
import { readCompared } from "./values.js";

/** Words without which a file has nothing of it: most import no more of Odoo than what every version has. */
const WANTED = new RegExp(
  [
    /\benv\b|\bself\b|\bsuper\b|\bhas_group/,
    /^[ \t]*(?:from|import)[ \t]+(?:\.|(?:odoo|openerp)\.)/,
    OF_SOME_VERSIONS,
    /^[ \t]*from[ \t]+odoo[ \t]+import[ \t]+(?!(?:(?:_|api|exceptions|fields|models|tools)(?:[ \t]*,[ \t]*|[ \t]*$))+$)/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "m",
);
/** Code that wants one record, or asks how many there are. */
const OF_ONE = /\bensure_one\(|\blen\(self\)/;
/** A record in the address of a route (`ModelConverter` of ir_http.py). */
const CONVERTER = /<models?\(\s*\\?(["'])([\w.]+)\\?\1/g;
/** Methods of records whose first argument is a function of one of them. */
const OF_EACH: ReadonlySet<string> = new Set(["filtered", "mapped", "sorted", "grouped"]);

export function mayRefer(text: string): boolean {
  return WANTED.test(text);
}

/**
 * @param root of a text without errors
 * @param classes those of the file that are made when it runs
 * @param given names that are bound outside of the text
 */
export function listCodeReferences(
  text: string,
  root: PythonNode,
  classes: readonly ClassOfCode[],
  given: ReadonlyMap<string, Records> = new Map(),
): readonly CodeReference[] {
  const reading: Reading = {
    code: createCode(text, classes),
    found: [],
    imported: new Map(),
    scopes: new Map(),
  };
  const names = Array.from(
    given,
    ([name, records]) => [name, [{ kind: "records", records }]] as const,
  );
  const top: Scope = {
    outer: undefined,
    names: new Map(names),
    findScope: (node) => findScope(node, top, reading),
    findLoop: () => undefined,
    questions: undefined,
    isOfOne: false,
  };
  visitAll(toSyntax(text, root, createOpener(text)).children, top, reading);
  return reading.found;
}

interface Reading {
  readonly code: Code;
  readonly found: CodeReference[];
  /** Files of Odoo's Python packages, by the names that imports of the text gave them so far. */
  readonly imported: Map<string, string>;
  readonly scopes: Map<Syntax, Scope>;
}

const PLATFORM = /^(?:odoo|openerp)$/;

const SCOPES: ReadonlySet<string> = new Set(["function_definition", "lambda", ...COMPREHENSIONS]);

function findScope(node: Syntax, top: Scope, reading: Reading): Scope {
  const around = findAround(node, SCOPES);
  return around === undefined ? top : createScope(around, findScope(around, top, reading), reading);
}

function visitAll(nodes: readonly Syntax[], scope: Scope, reading: Reading): void {
  for (const node of nodes) visit(node, scope, reading);
}

function visit(node: Syntax, scope: Scope, reading: Reading): void {
  switch (node.type) {
    case "function_definition":
      // Values of parameters are computed outside.
      visitAll(findChild(node, "parameters")?.children ?? [], scope, reading);
      visitAll(findChild(node, "body")?.children ?? [], createScope(node, scope, reading), reading);
      return;
    case "lambda":
      visitAll(node.children, createScope(node, scope, reading), reading);
      return;
    case "import_statement":
    case "import_from_statement":
      for (const { bound, ...reference } of listImports(node, reading.code)) {
        add(node, scope, { reference }, reading);
        const isOfPlatform = PLATFORM.test(reference.from) && reference.name !== null;
        if (isOfPlatform) reading.imported.set(bound, `odoo.${reference.name}`);
        else reading.imported.delete(bound);
      }
      return;
    case "attribute":
      add(node, scope, readImported(node, scope, reading), reading);
      add(node, scope, readAttribute(node, scope, reading.code), reading);
      break;
    case "subscript":
      add(node, scope, readSubscript(node, scope, reading.code), reading);
      break;
    case "decorator":
      for (const [, , model = ""] of reading.code.toSourceText(node).matchAll(CONVERTER)) {
        add(node, scope, { reference: { kind: "model", model } }, reading);
      }
      break;
    case "assignment":
    case "comparison_operator":
      for (const one of readCompared(node, scope, reading.code)) add(node, scope, one, reading);
      break;
    case "dictionary":
      for (const one of [
        ...readAction(node, reading.code),
        ...readReturned(node, scope, reading.code),
      ])
        add(node, scope, one, reading);
      break;
    case "call":
      for (const one of readCall(node, scope, reading.code)) add(node, scope, one, reading);
      break;
    default:
  }
  const inner = COMPREHENSIONS.has(node.type) ? createScope(node, scope, reading) : scope;
  visitAll(node.children, inner, reading);
}

function add(
  node: Syntax,
  scope: Scope,
  found: Found | undefined,
  { code, found: all }: Reading,
): void {
  if (found === undefined) return;
  const { reference } = found;
  const { kind } = reference;
  if (kind !== "untyped" && isTried(node, kind, code)) return;
  const line = code.lineAt((found.node ?? node).start);
  const guard = findGuard(node, scope, code, kind === "record");
  all.push({ ...reference, line, ...(guard && { guard }) } as CodeReference);
}

function createScope(node: Syntax, outer: Scope, { code, scopes }: Reading): Scope {
  const before = scopes.get(node);
  if (before !== undefined) return before;
  const text =
    node.type === "function_definition" || outer.outer === undefined ? code.toSourceText(node) : "";
  const findParameter = (at: number, name: string): Binding => {
    const records = at === 0 ? findFirst(node, outer, code) : undefined;
    if (records !== undefined) return { kind: "records", records };
    let given: { readonly records: Records | undefined } | undefined;
    return {
      kind: "parameter",
      find: () =>
        (given ??= { records: findGiven(node, [at, name], outer, { code, findRecords }) }).records,
    };
  };
  const scope: Scope = {
    outer,
    findScope: outer.findScope,
    names: listBindings(node, code.toSourceText, findParameter),
    findLoop: createLoopFinder(node, code.toSourceText),
    questions: outer.outer === undefined ? readQuestions(text) : outer.questions,
    isOfOne: node.type === "function_definition" ? OF_ONE.test(text) : outer.isOfOne,
  };
  scopes.set(node, scope);
  return scope;
}

/**
 * Value of a function's first parameter: the records of a method, or of the caller it is given to.
 */
function findFirst(node: Syntax, outer: Scope, code: Code): Records | undefined {
  if (COMPREHENSIONS.has(node.type)) return undefined;
  const call = node.type === "lambda" ? findOwnerCall(node) : undefined;
  const called = call && findChild(call, "function");
  if (called?.type === "attribute" && OF_EACH.has(toAttribute(called, code))) {
    return findRecords(findChild(called, "object"), outer, code);
  }
  // An index of a table takes a function of the registry.
  if (called !== undefined && code.toSourceText(called).startsWith("models.")) return undefined;
  const found = findMethodClass(node, code);
  return found === undefined || isStatic(node, code)
    ? undefined
    : { model: toClassModel(found), via: [], isExact: false };
}

/** The call that a function is an argument of. */
function findOwnerCall(node: Syntax): Syntax | undefined {
  const around = node.field === "value" ? node.parent : node;
  const given = around?.parent;
  return given?.type === "argument_list" ? given.parent : undefined;
}

/** `record.name`, but for what is only on the way to another one. */
function readAttribute(node: Syntax, scope: Scope, code: Code): Found | undefined {
  const name = toAttribute(node, code);
  const { parent } = node;
  const isCalled = parent?.type === "call" && node.field === "function";
  const isOnTheWay =
    parent?.type === "attribute" &&
    node.field === "object" &&
    isFieldName(toAttribute(parent, code)) &&
    parent.field !== "function";
  if (isCalled || isOnTheWay || !isFieldName(name) || isAsked(name, code)) return undefined;
  const owner = findChild(node, "object");
  const records = findRecords(owner, scope, code);
  if (records === undefined) return toUntyped(name, owner, code);
  if (isFieldAsked(node, owner, code)) return undefined;
  const place = findChild(node, "attribute");
  const { root, count: chained } = findStart(owner, code);
  const isOfMany = !scope.isOfOne && isInLoopOverSelf(node, root, code);
  const reference = { kind: "attribute", ...records, name, chained, ...(isOfMany && { isOfMany }) };
  return { reference, ...(place && { node: place }) } as Found;
}

/**
 * Whether a member is read of `self`, or of what its fields lead to, for each record of `self` in turn.
 * @param root see findStart
 */
function isInLoopOverSelf(node: Syntax, root: Syntax | undefined, code: Code): boolean {
  if (root?.type !== "identifier" || code.toSourceText(root) !== "self" || isAssigned(node)) {
    return false;
  }
  let inner: Syntax = node;
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (at.type === "function_definition") return false;
    if (at.type === "for_statement" && inner.field === "body") {
      const [name, records] = [findChild(at, "left"), findChild(at, "right")].map(
        (one) => one && code.toSourceText(one),
      );
      if (records === "self" && name !== "self") return true;
    }
    inner = at;
  }
  return false;
}

/** Whether a value is set there: `a = …`, `a, b = …`. */
function isAssigned(node: Syntax): boolean {
  const target = node.parent?.type === "pattern_list" ? node.parent : node;
  return target.field === "left" && target.parent?.type === "assignment";
}

/** `api.model`, of a file of Odoo that the text imports under this name and binds to nothing else. */
function readImported(node: Syntax, scope: Scope, { code, imported }: Reading): Found | undefined {
  const owner = findChild(node, "object");
  if (owner?.type !== "identifier") return undefined;
  const called = code.toSourceText(owner);
  const from = imported.get(called);
  const name = toAttribute(node, code);
  if (
    from === undefined ||
    isAssigned(node) ||
    isAsked(name, code) ||
    isTried(node, "attribute", code)
  )
    return undefined;
  const isRebound = code.assigned.has(called) || findBindings(called, node, scope) !== undefined;
  return isRebound ? undefined : { reference: { kind: "import", from, name } };
}

/** Start of a path of fields, and their number: `self` and 2 of `self.a.b`. */
function findStart(
  owner: Syntax | undefined,
  code: Code,
): { readonly root: Syntax | undefined; readonly count: number } {
  let count = 0;
  let root = owner;
  while (root?.type === "attribute" && isFieldName(toAttribute(root, code))) {
    count += 1;
    root = findChild(root, "object");
  }
  return { root, count };
}

/** `self.env["x"]`, `record["name"]` */
function readSubscript(node: Syntax, scope: Scope, code: Code): Found | undefined {
  const model = findModelName(node, code);
  if (model !== undefined) {
    // No environment is assigned to.
    return isAssigned(node) || code.asked.has(model)
      ? undefined
      : { reference: { kind: "model", model } };
  }
  const [owner, key, more] = node.children;
  const name = key?.type === "string" && more === undefined ? code.readText(key) : undefined;
  if (name === undefined || !/^[a-z]\w*$/.test(name) || isAsked(name, code)) return undefined;
  const records = findRecords(owner, scope, code);
  return records && { reference: { kind: "field", ...records, path: [name] } };
}
