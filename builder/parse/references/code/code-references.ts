// References of a Python file's code: models, external ids, fields and methods of records of a
// certain model, calls of `super()`, and names given to methods of the ORM. Guarded references
// (`try`, `if`) may be absent and are left out.
import type { LoadedClass } from "../../../../data/module/loaded-module.js";
import type {
  CallShape,
  Reference,
  WrittenReference,
} from "../../../../data/module/module-under-development.js";
import { resolveFrom } from "../../python/loaded/load-order.js";
import { findAround, findChild, FUNCTIONS, toSyntax, type Syntax } from "../../python/syntax.js";
import type { PythonNode } from "../../python/tree.js";
import { isOfPlatform } from "../class-references.js";
import { createCode, type ClassOfCode, type Code } from "./code.js";
import { listGivenPaths } from "./given-names.js";
import { isTried } from "./guards.js";
import { listImports, type ImportOfCode } from "./imports.js";
import { findModelName, findRecords, isEnvironment, isFieldName, toAttribute } from "./records.js";
import {
  COMPREHENSIONS,
  createLoopFinder,
  listBindings,
  type Records,
  type Scope,
} from "./scopes.js";

const XML_ID = /^\w+\.[\w.-]+$/;
/** Words without which a file has nothing of it. */
const WANTED =
  /\benv\b|\bself\b|\bsuper\b|\bhas_group|^[ \t]*(?:from|import)[ \t]+(?:\.|odoo\.addons|openerp\.addons)/m;
/** Others are of Python, or classes that stand in one; `env` can be called, too. */
const METHOD_NAME = /^_?(?!env$)[a-z]/;
/** Methods that are asked whether somebody is of a group. */
const GROUP_QUESTIONS: ReadonlySet<string> = new Set(["has_group", "user_has_groups"]);
/**
 * Guards that ask whether a module is installed, and those that ask for a model, a field or a
 * method; taking one of `_fields` is no guard.
 */
const RECORD_GUARD = /\binstalled\b/;
const GUARD = /\bhasattr\(|\b_fields\b(?!\[)|\binstalled\b/;
/** Methods of records whose first argument is a function of one of them. */
const OF_EACH: ReadonlySet<string> = new Set(["filtered", "mapped", "sorted", "grouped"]);

/** Reference in the text of a file; `#12` stands for the model of the class in line 12. */
export type CodeReference = (
  | Exclude<Reference, { readonly kind: "import" }>
  | ImportOfCode
  | UntypedMember
) & { readonly line: number };

/** A member of something of which nobody knows what it is. */
export interface UntypedMember {
  readonly kind: "untyped";
  readonly name: string;
  readonly isCalled: boolean;
}

/** Whether a file may refer to anything. */
export function mayRefer(text: string): boolean {
  return WANTED.test(text);
}

/** @param root of a text without errors @param classes those of the file that are made when it runs */
export function listCodeReferences(
  text: string,
  root: PythonNode,
  classes: readonly ClassOfCode[],
): readonly CodeReference[] {
  const reading: Reading = { code: createCode(text, classes), found: [] };
  visitAll(toSyntax(text, root, createOpener(text)).children, TOP, reading);
  return reading.found;
}

/** Nodes with nothing inside that anybody asks for. */
const CLOSED: ReadonlySet<string> = new Set([
  "identifier",
  "integer",
  "float",
  "true",
  "false",
  "none",
  "type",
]);
/** Without these a statement outside of functions, or a function with `self`, refers to nothing. */
const WORDS = /\b(?:self|env|super|has_group|user_has_groups|lambda)\b/;
const OF_SELF = /^(?:async\s+)?def\s+\w+\s*\(\s*self\b/;

/** Most of a file is definitions of fields, and texts. */
function createOpener(text: string): (node: Syntax) => boolean {
  return ({ type, start, end, parent }) => {
    switch (type) {
      case "string":
        return /^[^"']*f/i.test(text.slice(start, start + 3));
      case "argument_list":
      case "parameters":
        return end - start > 2;
      case "decorator":
        return WORDS.test(text.slice(start, end));
      case "expression_statement":
        return isInFunction(parent) || WORDS.test(text.slice(start, end));
      case "function_definition": {
        const source = text.slice(start, end);
        const [signature = ""] = OF_SELF.exec(source) ?? [];
        return signature === "" || WORDS.test(source.slice(signature.length));
      }
      default:
        return !CLOSED.has(type);
    }
  };
}

/** Whether a statement in some node stands in a function, or in what else is not a class or the file itself. */
function isInFunction(parent: Syntax | undefined): boolean {
  return parent?.type !== "module" && parent?.parent?.type !== "class_definition";
}

/**
 * Gives the references of a file the models of its module.
 * @param classes loaded classes of the module; only certain models count
 */
export function placeCodeReferences(
  references: readonly CodeReference[],
  place: { readonly file: string; readonly technicalName: string },
  classes: readonly LoadedClass[],
): readonly WrittenReference[] {
  const { file } = place;
  const models = new Map(
    classes
      .filter((one) => one.file === file && isOfPlatform(one))
      .map((one) => [toClassModel(one), one.model] as const),
  );
  return references.flatMap((reference): readonly WrittenReference[] => {
    if (reference.kind === "untyped") return [];
    if (reference.kind === "import") {
      const { from, name, line } = reference;
      const [odoo, addons, module, ...path] = resolveFrom(from, place) ?? [];
      if (odoo !== "odoo" || addons !== "addons" || module === undefined) return [];
      return [{ kind: "import", module, path, name, file, line }];
    }
    // Code that only makes demo data.
    if (reference.kind === "record" && reference.from === "code" && file.startsWith("demo/")) {
      return [{ ...reference, from: "demo", file }];
    }
    if (!("model" in reference) || !reference.model.startsWith("#"))
      return [{ ...reference, file }];
    const model = models.get(reference.model) ?? undefined;
    return model === undefined ? [] : [{ ...reference, model, file }];
  });
}

const toClassModel = ({ line }: Pick<ClassOfCode, "line">): string => `#${line}`;

interface Reading {
  readonly code: Code;
  readonly found: CodeReference[];
}

const TOP: Scope = {
  outer: undefined,
  names: new Map(),
  findLoop: () => undefined,
  isGuarded: () => false,
};

function visitAll(nodes: readonly Syntax[], scope: Scope, reading: Reading): void {
  for (const node of nodes) visit(node, scope, reading);
}

function visit(node: Syntax, scope: Scope, reading: Reading): void {
  switch (node.type) {
    case "function_definition":
      // Values of parameters are computed outside.
      visitAll(findChild(node, "parameters")?.children ?? [], scope, reading);
      visitAll(
        findChild(node, "body")?.children ?? [],
        createScope(node, scope, reading.code),
        reading,
      );
      return;
    case "lambda":
      visitAll(node.children, createScope(node, scope, reading.code), reading);
      return;
    case "import_statement":
    case "import_from_statement":
      for (const reference of listImports(node, reading.code)) {
        add(node, scope, { reference }, reading);
      }
      return;
    case "attribute":
      add(node, scope, readAttribute(node, scope, reading.code), reading);
      break;
    case "subscript":
      add(node, scope, readSubscript(node, scope, reading.code), reading);
      break;
    case "call":
      for (const one of readCall(node, scope, reading.code)) add(node, scope, one, reading);
      break;
    default:
  }
  const inner = COMPREHENSIONS.has(node.type) ? createScope(node, scope, reading.code) : scope;
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
  const isGuarded = scope.isGuarded(kind === "record" ? "record" : "other");
  if (kind !== "untyped" && (isGuarded || isTried(node, kind, code))) return;
  const line = code.lineAt((found.node ?? node).start);
  all.push({ ...reference, line } as CodeReference);
}

type Unplaced<T> = T extends unknown ? Omit<T, "line"> : never;

interface Found {
  readonly reference: Unplaced<CodeReference>;
  /** Place of the reference, if another. */
  readonly node?: Syntax;
}

function createScope(node: Syntax, outer: Scope, code: Code): Scope {
  const text = node.type === "function_definition" || outer === TOP ? code.toSourceText(node) : "";
  const isOfRecord = RECORD_GUARD.test(text);
  const isOfOther = GUARD.test(text);
  return {
    outer,
    names: listBindings(node, code.toSourceText, findFirst(node, outer, code)),
    findLoop: createLoopFinder(node, code.toSourceText),
    isGuarded: (kind) => (kind === "record" ? isOfRecord : isOfOther) || outer.isGuarded(kind),
  };
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
  const place = findChild(node, "attribute");
  const reference = { kind: "attribute", ...records, name, chained: countChained(owner, code) };
  return { reference, ...(place && { node: place }) } as Found;
}

/** Shorter names are of anything. */
const COMPOUND = /^_?[a-z][a-z\d]*_\w+$/;
/** Values that are certainly no records. */
const NO_RECORDS =
  /^(?:fields|api|odoo|models|tools|os|sys|re|json|datetime|request|cr|_cr|logging|_logger)\b/;

function toUntyped(
  name: string,
  owner: Syntax | undefined,
  code: Code,
  isCalled = false,
): Found | undefined {
  if (owner === undefined || !COMPOUND.test(name)) return undefined;
  return NO_RECORDS.test(code.text.slice(owner.start, owner.start + 12))
    ? undefined
    : { reference: { kind: "untyped", name, isCalled } };
}

/** Number of fields before a member: `self.a.b` of `self.a.b.c`. */
function countChained(owner: Syntax | undefined, code: Code): number {
  let count = 0;
  let at = owner;
  while (at?.type === "attribute" && isFieldName(toAttribute(at, code))) {
    count += 1;
    at = findChild(at, "object");
  }
  return count;
}

/** A name that the file tests for, or adds to its classes, may be absent. */
function isAsked(name: string, { asked, given }: Code): boolean {
  return asked.has(name) || given.has(name);
}

/** `self.env["x"]`, `record["name"]` */
function readSubscript(node: Syntax, scope: Scope, code: Code): Found | undefined {
  const model = findModelName(node, code);
  if (model !== undefined) {
    // No environment is assigned to.
    const isAssigned = node.field === "left" && node.parent?.type === "assignment";
    return isAssigned || code.asked.has(model)
      ? undefined
      : { reference: { kind: "model", model } };
  }
  const [owner, key, more] = node.children;
  const name = key?.type === "string" && more === undefined ? code.readText(key) : undefined;
  if (name === undefined || !/^[a-z]\w*$/.test(name) || isAsked(name, code)) return undefined;
  const records = findRecords(owner, scope, code);
  return records && { reference: { kind: "field", ...records, path: [name] } };
}

function readCall(node: Syntax, scope: Scope, code: Code): readonly Found[] {
  const called = findChild(node, "function");
  const owner = findChild(called, "object");
  if (called?.type !== "attribute" || owner === undefined) return [];
  const method = toAttribute(called, code);
  if (method === "ref" && isEnvironment(owner, code)) return readReference(node, code);
  if (GROUP_QUESTIONS.has(method)) return readQuestion(node, code);
  const isSuper =
    owner.type === "call" && code.toSourceText(findChild(owner, "function") ?? owner) === "super";
  if (isSuper) return readSuper({ node, owner, method }, scope, code);
  const records = findRecords(owner, scope, code);
  if (records === undefined) {
    const untyped = toUntyped(method, owner, code, true);
    return untyped === undefined ? [] : [untyped];
  }
  const isMethod = METHOD_NAME.test(method) && !isAsked(method, code);
  const place = findChild(called, "attribute") ?? node;
  return [
    ...(isMethod
      ? [
          {
            reference: { kind: "method", ...records, name: method, call: readShape(node, code) },
            node: place,
          } as const,
        ]
      : []),
    ...listGivenPaths({ node, method, records }, scope, code)
      .filter(({ path }) => !isAsked(path.at(-1) ?? "", code))
      .map(({ records: from, path, node: at }) => ({
        reference: { kind: "field", ...from, path } as const,
        node: at,
      })),
  ];
}

/** Number of arguments of a call, and names of its keywords. */
function readShape(node: Syntax, code: Code): CallShape | null {
  const given = findChild(node, "arguments");
  if (given?.type !== "argument_list") return null;
  const names: string[] = [];
  let places = 0;
  for (const one of given.children) {
    if (one.type === "list_splat" || one.type === "dictionary_splat") return null;
    const name = one.type === "keyword_argument" ? findChild(one, "name") : undefined;
    if (name === undefined) places += 1;
    else names.push(code.toSourceText(name));
  }
  return { places, names };
}

/** `env.ref("module.id")`; one that need not be there has a second argument. */
function readReference(node: Syntax, code: Code): readonly Found[] {
  const given = findChild(node, "arguments")?.children ?? [];
  const [first] = given;
  if (first?.type !== "string" || given.length !== 1) return [];
  const xmlId = code.readText(first);
  if (xmlId === undefined || !XML_ID.test(xmlId)) return [];
  return [{ reference: { kind: "record", xmlId, isView: false, from: "code" } }];
}

/** `user.has_group("module.id")` */
function readQuestion(node: Syntax, code: Code): readonly Found[] {
  const [first] = findChild(node, "arguments")?.children ?? [];
  const xmlId = first?.type === "string" ? code.readText(first) : undefined;
  if (xmlId === undefined || !XML_ID.test(xmlId)) return [];
  return [{ reference: { kind: "record", xmlId, isView: false, from: "question" } }];
}

interface SuperCall {
  readonly node: Syntax;
  /** The call of `super` itself. */
  readonly owner: Syntax;
  readonly method: string;
}

/** `super().method()`, `super(Class, self.with_context(…)).method()` in the class of that name. */
function readSuper({ node, owner, method }: SuperCall, scope: Scope, code: Code): readonly Found[] {
  const outer = findAround(node, FUNCTIONS);
  const found = outer && findMethodClass(outer, code);
  if (found === undefined || method.startsWith("__")) return [];
  const model = toClassModel(found);
  const [named, first] = findChild(owner, "arguments")?.children ?? [];
  if (named !== undefined) {
    const records = findRecords(first, scope, code);
    const isOwn = records?.model === model && records.via.length === 0 && !records.isExact;
    if (code.toSourceText(named) !== found.class_name || !isOwn) return [];
  }
  return [
    {
      reference: {
        kind: "super",
        model,
        name: method,
        classLine: found.line,
        call: readShape(node, code),
      },
    },
  ];
}

const CLASSES: ReadonlySet<string> = new Set(["class_definition", "function_definition"]);

/** Whether the first argument of a method is no record. */
function isStatic(method: Syntax, code: Code): boolean {
  const decorated = method.parent;
  if (decorated?.type !== "decorated_definition") return false;
  return decorated.children.some(
    (one) =>
      one.type === "decorator" && /^@(?:staticmethod|classmethod)\b/.test(code.toSourceText(one)),
  );
}

/**
 * The class of a model that a function is a method of, or a lambda in one of its fields; none where a base that is of no
 * add-on may have any method.
 */
function findMethodClass(node: Syntax, code: Code): ClassOfCode | undefined {
  const owner = findAround(node, CLASSES);
  if (owner?.type !== "class_definition") return undefined;
  const found = code.classes.get(code.lineAt(owner.start));
  const bases = findChild(owner, "superclasses")?.children.length ?? 0;
  return bases === (found?.bases.length ?? 0) + 1 ? found : undefined;
}
