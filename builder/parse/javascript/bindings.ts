// Bindings of a script module: imported or required names, and registries of one category. Blocks
// are not distinguished: a name has one meaning in the whole module.
import { addToGroup } from "../../../data/grouped.js";
import { findDottedName, findKey, findLiteralText, readMembers, toName } from "./expressions.js";
import type { JsNode, JsNodes } from "./tree.js";

/** Imported name: `default` for the module's own. */
interface Imported {
  readonly from: string;
  readonly name: string;
}

export interface Bindings {
  /** By local name. */
  readonly imported: ReadonlyMap<string, Imported>;
  /** Names by module, in source order. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
  /** Categories of registries by local name. */
  readonly categories: ReadonlyMap<string, string>;
}

/** A name with the module that it is from; `from` is `null` for what is of the file itself. */
interface Resolved {
  readonly name: string;
  readonly from: string | null;
}

/** @param nodes of the module, in source order */
export function readBindings(nodes: readonly JsNode[], required: readonly string[]): Bindings {
  const imported = new Map<string, Imported>();
  const imports = new Map<string, string[]>(required.map((from) => [from, []]));
  const categories = new Map<string, string>();
  const add = (local: string | undefined, from: string, name: string): void => {
    addToGroup(imports, from, name);
    if (local !== undefined) imported.set(local, { from, name });
  };
  for (const node of nodes) {
    if (node.type === "ImportDeclaration") readImport(node, add, imports);
    else if (node.type === "ExportNamedDeclaration" && node.source !== null) {
      for (const { local } of node.specifiers) add(undefined, node.source.value, toName(local));
    } else if (node.type === "ExportAllDeclaration") add(undefined, node.source.value, "*");
    else if (node.type === "VariableDeclarator")
      readDeclarator(node, { add, imported, categories });
    else if (node.type === "CallExpression") {
      const from = findRequired(node);
      if (from !== undefined && !imports.has(from)) imports.set(from, []);
    }
  }
  return {
    imported,
    imports: new Map([...imports].map(([from, names]) => [from, [...new Set(names)]])),
    categories,
  };
}

type AddImport = (local: string | undefined, from: string, name: string) => void;

function readImport(
  { source, specifiers }: Extract<JsNode, { type: "ImportDeclaration" }>,
  add: AddImport,
  imports: Map<string, string[]>,
): void {
  const from = source.value;
  if (specifiers.length === 0 && !imports.has(from)) imports.set(from, []);
  for (const specifier of specifiers) {
    const local = specifier.local.name;
    if (specifier.type === "ImportSpecifier") add(local, from, toName(specifier.imported));
    else add(local, from, specifier.type === "ImportNamespaceSpecifier" ? "*" : "default");
  }
}

/** `const a = require("m")`, `const { a } = require("m")`, `const a = require("m").a`, `const { a } = owl`. */
function readDeclarator(
  { id, init }: Extract<JsNode, { type: "VariableDeclarator" }>,
  {
    add,
    imported,
    categories,
  }: {
    readonly add: AddImport;
    readonly imported: Map<string, Imported>;
    readonly categories: Map<string, string>;
  },
): void {
  const value = init?.type === "AwaitExpression" ? init.argument : init;
  const category = value?.type === "CallExpression" ? findCategoryCall(value) : undefined;
  if (category !== undefined && id.type === "Identifier") categories.set(id.name, category);
  const [root, ...path] = readRequiredPath(value) ?? [];
  if (root !== undefined) {
    addPattern(id, { from: root, path }, add);
    return;
  }
  const [first = "", ...rest] = findDottedName(value) ?? [];
  const known = first === "owl" ? { from: OWL, name: "*" } : imported.get(first);
  if (known === undefined) return;
  const named = known.name === "default" || known.name === "*" ? [] : [known.name];
  // A rename is not a second import.
  const rename: AddImport = (local, from, name) => {
    if (local !== undefined) imported.set(local, { from, name });
  };
  addPattern(id, { from: known.from, path: [...named, ...rest] }, rename);
}

/** Until 16.0 a name of the page itself. */
const OWL = "@odoo/owl";

function addPattern(
  id: JsNode,
  { from, path }: { readonly from: string; readonly path: readonly string[] },
  add: AddImport,
): void {
  if (id.type === "Identifier") add(id.name, from, path.at(-1) ?? "default");
  if (id.type !== "ObjectPattern") return;
  for (const property of id.properties) {
    const key = findKey(property);
    if (key !== undefined && property.type === "Property")
      add(findLocal(property.value), from, key);
  }
}

function findLocal(pattern: JsNode): string | undefined {
  const bound = pattern.type === "AssignmentPattern" ? pattern.left : pattern;
  return bound.type === "Identifier" ? bound.name : undefined;
}

/** The module of `require("m").a.b`, and the names after it. */
function readRequiredPath(node: JsNode | null | undefined): readonly string[] | undefined {
  const { root, names = [] } = readMembers(node) ?? {};
  const from = root?.type === "CallExpression" ? findRequired(root) : undefined;
  return from === undefined ? undefined : [from, ...names];
}

function findRequired(node: Extract<JsNode, { type: "CallExpression" }>): string | undefined {
  const { callee } = node;
  const isRequire = callee.type === "Identifier" && callee.name === "require";
  return isRequire ? findLiteralText(node.arguments[0]) : undefined;
}

/** The category of `registry.category("…")`. */
export function findCategoryCall(node: JsNode): string | undefined {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return undefined;
  const { property, computed } = node.callee;
  const isCategory = !computed && property.type === "Identifier" && property.name === "category";
  return isCategory ? findLiteralText(node.arguments[0]) : undefined;
}

/** Resolves a dotted name: its last part, and the module of its first. */
export function resolveDotted(names: readonly string[], { imported }: Bindings): Resolved {
  const [root = "", ...rest] = names;
  const known = imported.get(root);
  const last = rest.at(-1);
  if (known === undefined) return { name: last ?? root, from: null };
  const own = known.name === "default" || known.name === "*" ? root : known.name;
  return { name: last ?? own, from: known.from };
}

/** One module of scripts. */
export interface ScriptScope {
  readonly text: string;
  readonly lineAt: (index: number) => number;
  readonly all: JsNodes;
  /** Top-level statements of the module, without those inside functions. */
  readonly statements: readonly JsNode[];
  /** Modules that it names in advance. */
  readonly required: readonly string[];
}

/** Facts of the module for readers of single nodes. */
export interface ScriptContext extends ScriptScope {
  readonly bindings: Bindings;
  /** Names of classes, functions and objects, by node. */
  readonly names: ReadonlyMap<JsNode, string>;
  /** Objects by what they are called. */
  readonly objects: ReadonlyMap<string, JsNode>;
}
