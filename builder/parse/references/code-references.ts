// What the code of a Python file refers to: `env["x"]`, `env.ref("module.id")`, `self.method()` and `super().method()`. What is
// tried, or asked for before, may as well not be there and is left out.
import type { LoadedClass } from "../../../data/module/loaded-module.js";
import type { WrittenReference } from "../../../data/module/module-under-development.js";
import { evaluateLiteral, NO_NAMES } from "../python/literal/literal.js";
import { PYTHON_LIMIT_BYTES } from "../python/python-file.js";
import { decodePythonSource } from "../python/text/decode.js";
import { createLineFinder } from "../python/text/lines.js";
import { readPythonTree } from "../python/text/recover.js";
import { tokenise } from "../python/text/tokens.js";
import type { PythonNode } from "../python/tree.js";
import type { SourceFile } from "../source-file.js";

/** Scripts that run while a database is upgraded speak of what was there before. */
const OF_UPGRADES = /^(?:migrations|upgrades)\//;

interface Code {
  readonly text: string;
  readonly file: string;
  readonly lineAt: (index: number) => number;
  /** Texts that the file asks something about: `"x" in env`, `env.get("x")`. */
  readonly asked: ReadonlySet<string>;
  /** Names of attributes that the file gives to classes it has made before: `Order._total = total`. */
  readonly given: ReadonlySet<string>;
  /** Classes of models by the line of the word `class`. */
  readonly classes: ReadonlyMap<number, LoadedClass>;
}

/** Names of models; a plain `env` may be something else, where keys have no point. */
const MODEL_NAME = /^[a-z_]\w*(?:\.+\w+)+$/;
const XML_ID = /^\w+\.[\w.-]+$/;
/** Words without which a file has nothing of it. */
const WANTED = /\benv\b|\bself\b|\bsuper\b|\bhas_group/;
/** Others are of Python, or classes that stand in one; `env` can be called, too. */
const METHOD_NAME = /^_?(?!env$)[a-z]/;
/** Methods that are asked whether somebody is of a group. */
const GROUP_QUESTIONS: ReadonlySet<string> = new Set(["has_group", "user_has_groups"]);
/**
 * What asks whether a module, and what asks whether a model, a field or a method is there; who takes one of `_fields` asks
 * nothing.
 */
const RECORD_GUARD = /\binstalled\b/;
const GUARD = /\bhasattr\(|\b_fields\b(?!\[)|\binstalled\b/;
const GIVEN = /^\w+\.(\w+) *=(?!=)/gm;
const ASKED = /(["'])([\w.]+)\1\s*(?:not\s+)?in\b|\.get\(\s*(["'])([\w.]+)\3/g;

/** @param classes those of the file that are models without doubt */
export function listCodeReferences(
  { path: file, bytes }: SourceFile,
  classes: readonly LoadedClass[],
): readonly WrittenReference[] {
  if (bytes.length > PYTHON_LIMIT_BYTES || OF_UPGRADES.test(file)) return [];
  const { text } = decodePythonSource(bytes);
  if (!WANTED.test(text)) return [];
  const { root, error } = readPythonTree(text);
  if (root === undefined || error !== undefined) return [];
  const asked = Array.from(text.matchAll(ASKED), ([, , one, , other]) => one ?? other ?? "");
  const code: Code = {
    text,
    file,
    lineAt: createLineFinder(text),
    asked: new Set(asked),
    given: new Set(Array.from(text.matchAll(GIVEN), ([, name = ""]) => name)),
    classes: new Map(classes.map((one) => [one.line, one])),
  };
  return root.descendantsOfType(["subscript", "call"]).flatMap((node) => {
    const found = node.type === "subscript" ? readModel(node, code) : readCall(node, code);
    return found === undefined ||
      isTried(node, found.kind, code) ||
      isGuarded(node, found.kind, code)
      ? []
      : [found];
  });
}

/** `self.env["x"]` */
function readModel(node: PythonNode, code: Code): WrittenReference | undefined {
  const subscripts = node.namedChildren.slice(1);
  const [key] = subscripts;
  if (!isEnvironment(node.childForFieldName("value"), code)) return undefined;
  if (key?.type !== "string" || subscripts.length !== 1) return undefined;
  const model = readText(key, code);
  if (model === undefined || !MODEL_NAME.test(model) || code.asked.has(model)) return undefined;
  // No environment is assigned to.
  if (node.parent?.type === "assignment" && node.parent.namedChildren[0]?.id === node.id) {
    return undefined;
  }
  return { kind: "model", model, ...toPlace(node, code) };
}

function readCall(node: PythonNode, code: Code): WrittenReference | undefined {
  const called = node.childForFieldName("function");
  if (called?.type !== "attribute") return undefined;
  const name = called.childForFieldName("attribute");
  const owner = called.childForFieldName("object");
  if (name === null || owner === null) return undefined;
  const method = toText(name, code);
  if (method === "ref" && isEnvironment(owner, code)) return readReference(node, code);
  if (GROUP_QUESTIONS.has(method)) return readQuestion(node, code);
  const isSuper =
    owner.type === "call" && toText(owner.childForFieldName("function"), code) === "super";
  if (isSuper) return readSuper({ node, owner, method }, code);
  return toText(owner, code) === "self" ? readOwn(node, method, code) : undefined;
}

/** `self.method()` in a method of a model. */
function readOwn(node: PythonNode, name: string, code: Code): WrittenReference | undefined {
  const found = findClass(node, code);
  const isMethod = METHOD_NAME.test(name) && !code.given.has(name) && !isStatic(node, code);
  if (found === undefined || !isMethod) return undefined;
  return { kind: "method", model: found.model, name, ...toPlace(node, code) };
}

/** `env.ref("module.id")`; one that need not be there has a second argument. */
function readReference(node: PythonNode, code: Code): WrittenReference | undefined {
  const given = node.childForFieldName("arguments")?.namedChildren ?? [];
  const [first] = given;
  if (first?.type !== "string" || given.length !== 1) return undefined;
  const xmlId = readText(first, code);
  if (xmlId === undefined || !XML_ID.test(xmlId)) return undefined;
  return {
    kind: "record",
    xmlId,
    isView: false,
    from: isDemo(code) ? "demo" : "code",
    ...toPlace(node, code),
  };
}

/** `user.has_group("module.id")` */
function readQuestion(node: PythonNode, code: Code): WrittenReference | undefined {
  const [first] = node.childForFieldName("arguments")?.namedChildren ?? [];
  const xmlId = first?.type === "string" ? readText(first, code) : undefined;
  if (xmlId === undefined || !XML_ID.test(xmlId)) return undefined;
  return { kind: "record", xmlId, isView: false, from: "question", ...toPlace(node, code) };
}

/** Code that only makes demo data. */
function isDemo({ file }: Code): boolean {
  return file.startsWith("demo/");
}

interface SuperCall {
  readonly node: PythonNode;
  /** The call of `super` itself. */
  readonly owner: PythonNode;
  readonly method: string;
}

function readSuper({ node, owner, method }: SuperCall, code: Code): WrittenReference | undefined {
  const isPlain = owner.childForFieldName("arguments")?.namedChildCount === 0;
  const found = isPlain ? findClass(node, code) : undefined;
  if (found === undefined || method.startsWith("__")) return undefined;
  return {
    kind: "super",
    model: found.model,
    name: method,
    classLine: found.line,
    ...toPlace(node, code),
  };
}

/** Whether the first argument of the method around a node is no record. */
function isStatic(node: PythonNode, code: Code): boolean {
  const decorated = findMethod(node)?.method.parent;
  if (decorated?.type !== "decorated_definition") return false;
  return /^@(?:staticmethod|classmethod)\b/m.test(toText(decorated, code));
}

/** The class of a model in a method of which a node stands; none where a base that is of no add-on may have any method. */
function findClass(
  node: PythonNode,
  code: Code,
): (LoadedClass & { readonly model: string }) | undefined {
  const owner = findMethod(node)?.owner;
  const found = owner && code.classes.get(code.lineAt(owner.startIndex));
  const bases = owner?.childForFieldName("superclasses")?.namedChildCount ?? 0;
  if (found === undefined || found.model === null || bases !== found.bases.length + 1) {
    return undefined;
  }
  return { ...found, model: found.model };
}

/** The method around a node, or the lambda of a field, and its class; none where it is in a function of its own. */
function findMethod(
  node: PythonNode,
): { readonly method: PythonNode; readonly owner: PythonNode } | undefined {
  let lambda: PythonNode | null = null;
  let method = node.parent;
  while (method !== null && !SCOPES.has(method.type)) {
    if (method.type === "lambda") lambda = method;
    method = method.parent;
  }
  if (method?.type === "class_definition") {
    return lambda === null ? undefined : { method: lambda, owner: method };
  }
  let outer = method?.parent ?? null;
  while (outer !== null && !SCOPES.has(outer.type)) outer = outer.parent;
  return method === null || outer?.type !== "class_definition"
    ? undefined
    : { method, owner: outer };
}

const SCOPES: ReadonlySet<string> = new Set(["function_definition", "class_definition"]);

/** What is raised where there is no model, record or method, and what stands for all of it. */
const RAISED: Readonly<Record<string, RegExp>> = {
  model: /\b(?:KeyError|LookupError|Exception)\b|^except\s*:/,
  record: /\b(?:ValueError|Exception)\b|^except\s*:/,
  method: /\b(?:AttributeError|Exception)\b|^except\s*:/,
  super: /\b(?:AttributeError|Exception)\b|^except\s*:/,
};

/** Whether it stands in what a `try` tries that catches what would be raised. */
function isTried(node: PythonNode, kind: WrittenReference["kind"], code: Code): boolean {
  let inner = node;
  for (let outer = node.parent; outer !== null; outer = outer.parent) {
    const isBody =
      outer.type === "try_statement" && outer.childForFieldName("body")?.id === inner.id;
    const clauses = isBody ? outer.namedChildren.slice(1) : [];
    const isCaught = clauses.some(
      ({ type, startIndex, endIndex }) =>
        type === "except_clause" &&
        RAISED[kind]?.test(code.text.slice(startIndex, endIndex).split("\n", 1)[0] ?? ""),
    );
    if (isCaught) return true;
    if (outer.type === "function_definition" || outer.type === "class_definition") return false;
    inner = outer;
  }
  return false;
}

/** Whether the function around it, or the lambda, asks what there is. */
function isGuarded(node: PythonNode, kind: WrittenReference["kind"], code: Code): boolean {
  let outer: PythonNode | null = null;
  for (let at = node.parent; at !== null && at.type !== "class_definition"; at = at.parent) {
    if (at.type === "function_definition" || at.type === "lambda") outer = at;
    if (at.type === "function_definition") break;
  }
  return (kind === "record" ? RECORD_GUARD : GUARD).test(toText(outer, code));
}

/** `env`, `self.env`, `request.env`, …; what a function is given may have another one, as a connection to another server. */
function isEnvironment(node: PythonNode | null, code: Code): boolean {
  const isAttribute = node?.type === "attribute";
  const name = isAttribute ? node.childForFieldName("attribute") : node;
  if (name?.type !== "identifier" || toText(name, code) !== "env") return false;
  const owner = isAttribute ? node.childForFieldName("object") : null;
  return owner?.type !== "identifier" || !isGiven(owner, code);
}

/** Whether a name is a parameter of the function around it, other than its first one. */
function isGiven(name: PythonNode, code: Code): boolean {
  let outer = name.parent;
  while (outer !== null && outer.type !== "function_definition") outer = outer.parent;
  const [, ...parameters] = outer?.childForFieldName("parameters")?.namedChildren ?? [];
  return parameters.some((one) => /^\w+/.exec(toText(one, code))?.[0] === toText(name, code));
}

function readText(node: PythonNode, { text }: Code): string | undefined {
  const tokens = tokenise(text, node.startIndex, node.endIndex);
  const value = evaluateLiteral({ tokens, from: 0, to: tokens.length }, NO_NAMES);
  return value.kind === "str" ? value.value : undefined;
}

function toText(node: PythonNode | null, { text }: Code): string {
  return node === null ? "" : text.slice(node.startIndex, node.endIndex);
}

function toPlace(node: PythonNode, { file, lineAt }: Code) {
  return { file, line: lineAt(node.startIndex) };
}
