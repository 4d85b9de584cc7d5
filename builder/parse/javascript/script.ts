// A module of scripts: what it imports, its classes and functions, what it patches, and its keys of registries.
import type {
  RegistryKeyRecord,
  ScriptClassRecord,
  ScriptRecord,
} from "../../../data/module/script-parts.js";
import { readBindings, type ScriptContext, type ScriptScope } from "./bindings.js";
import { readClass, readStatic } from "./classes.js";
import { findDottedName, findLiteralText, findKey, isFunction, toName } from "./expressions.js";
import { readPatch, type FoundPatch } from "./patches.js";
import { readRegistryKey } from "./registry-keys.js";
import type { JsNode } from "./tree.js";

type ReadScript = Omit<ScriptRecord, "module_id" | "alias" | "file" | "line">;

/** Owner of services: the class or patch that uses them. */
interface Owner {
  readonly services: string[];
}

/** Most nodes are of other types. */
const TELLING: ReadonlySet<string> = new Set<JsNode["type"]>([
  "ClassDeclaration",
  "ClassExpression",
  "CallExpression",
  "AssignmentExpression",
]);

export function readScript(scope: ScriptScope): ReadScript {
  const { nodes, parents } = scope.all;
  const bindings = readBindings(nodes, scope.required);
  const values = listValueNames(nodes, new Set(scope.statements));
  const context: ScriptContext = { ...scope, bindings, ...values };
  const classes: (ScriptClassRecord & Owner)[] = [];
  const patches: FoundPatch[] = [];
  const registry: RegistryKeyRecord[] = [];
  const owners: (Owner | undefined)[] = [];
  for (const [at, node] of nodes.entries()) {
    const outer = owners[parents[at] ?? -1];
    owners.push(outer);
    if (!TELLING.has(node.type)) continue;
    const found = readClass(node, context);
    const patch = found === undefined ? readPatch(node, context) : undefined;
    if (found !== undefined) classes.push(found);
    if (patch !== undefined) patches.push(patch);
    owners[at] = found ?? patch ?? outer;
    if (found !== undefined || patch !== undefined) continue;
    const key = readRegistryKey(node, context);
    if (key !== undefined) registry.push(key);
    const service = findService(node);
    if (service !== undefined && outer?.services.includes(service) === false) {
      outer.services.push(service);
    }
  }
  return {
    imports: Array.from(bindings.imports, ([from, names]) => ({ from, names })),
    exports: [...new Set(scope.statements.flatMap(listExported))],
    classes: addStatics(classes, nodes, context),
    functions: listFunctions(scope.statements, scope.lineAt),
    patches: patches.map(({ giver, ...patch }) => {
      // `Registries.Component.extend(Screen, MyScreen)` has what the class of the factory has.
      const given = patch.methods.length === 0 && classes.find(({ name }) => name === giver);
      return given ? { ...patch, methods: given.methods } : patch;
    }),
    registry: registry.toSorted((left, right) => left.line - right.line),
  };
}

function findService(node: JsNode): string | undefined {
  if (node.type !== "CallExpression" || node.callee.type !== "Identifier") return undefined;
  return node.callee.name === "useService" ? findLiteralText(node.arguments[0]) : undefined;
}

/** Until 15.0 what a component is made of is written below its class: `Screen.template = "Screen"`. */
function addStatics(
  classes: readonly ScriptClassRecord[],
  nodes: readonly JsNode[],
  context: ScriptContext,
): readonly ScriptClassRecord[] {
  const said = new Map<string, Partial<ScriptClassRecord>>();
  for (const node of nodes) {
    if (node.type !== "AssignmentExpression") continue;
    const [name = "", key, ...rest] = findDottedName(node.left) ?? [];
    if (key === undefined || rest.length > 0) continue;
    const found = readStatic(key, node.right, context);
    if (found !== undefined) said.set(name, { ...said.get(name), ...found });
  }
  return classes.map((one) => ({ ...one, ...said.get(one.name) }));
}

interface ValueNames {
  readonly names: ReadonlyMap<JsNode, string>;
  readonly objects: ReadonlyMap<string, JsNode>;
}

/**
 * Names of values: the variable, property or export that they are assigned to.
 * @param own statements of the module itself: a returned value is what others require
 */
function listValueNames(nodes: readonly JsNode[], own: ReadonlySet<JsNode>): ValueNames {
  const names = new Map<JsNode, string>();
  const objects = new Map<string, JsNode>();
  for (const node of nodes) {
    const [name, value] = findNamed(node, own) ?? [];
    if (name === undefined || value === undefined || value === null) continue;
    names.set(value, name);
    if (value.type === "ObjectExpression") objects.set(name, value);
    // `const Screen = (Base) => class extends Base {}`.
    if (value.type === "ArrowFunctionExpression") names.set(value.body, name);
  }
  return { names, objects };
}

function findNamed(
  node: JsNode,
  own: ReadonlySet<JsNode>,
): readonly [name: string | undefined, value: JsNode | null] | undefined {
  if (node.type === "VariableDeclarator") {
    return [node.id.type === "Identifier" ? node.id.name : undefined, node.init];
  }
  if (node.type === "AssignmentExpression") {
    return [findDottedName(node.left)?.join("."), node.right];
  }
  if (node.type === "Property") return [findKey(node), node.value];
  if (node.type === "ExportDefaultDeclaration") return ["default", node.declaration];
  return node.type === "ReturnStatement" && own.has(node) ? ["default", node.argument] : undefined;
}

/** Exports; for `odoo.define` the keys of the returned object, or `default`. */
function listExported(statement: JsNode): readonly string[] {
  if (statement.type === "ExportDefaultDeclaration") return ["default"];
  if (statement.type === "ExportAllDeclaration") {
    return [statement.exported === null ? "*" : toName(statement.exported)];
  }
  if (statement.type === "ExportNamedDeclaration") {
    return statement.declaration === null
      ? statement.specifiers.map(({ exported }) => toName(exported))
      : listDeclared(statement.declaration);
  }
  if (statement.type !== "ReturnStatement" || statement.argument === null) return [];
  const { argument } = statement;
  if (argument.type !== "ObjectExpression") return ["default"];
  return argument.properties.flatMap((property) => findKey(property) ?? []);
}

function listDeclared(declaration: JsNode): readonly string[] {
  if (declaration.type === "VariableDeclaration") {
    return declaration.declarations.flatMap(({ id }) => listBound(id));
  }
  const isNamed =
    declaration.type === "FunctionDeclaration" || declaration.type === "ClassDeclaration";
  return isNamed && declaration.id !== null ? [declaration.id.name] : [];
}

/** Patterns within patterns are left out: nobody exports them. */
function listBound(pattern: JsNode): readonly string[] {
  if (pattern.type === "Identifier") return [pattern.name];
  if (pattern.type !== "ObjectPattern") return [];
  return pattern.properties.flatMap((property) =>
    property.type === "Property" && property.value.type === "Identifier"
      ? [property.value.name]
      : [],
  );
}

/** Declared functions, and those that a variable is. */
function listFunctions(
  statements: readonly JsNode[],
  lineAt: (index: number) => number,
): readonly { readonly name: string; readonly line: number }[] {
  return statements.flatMap((statement) => {
    const exported =
      statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration";
    const declaration = exported ? statement.declaration : statement;
    // `export default () => …` has no name either.
    if (declaration?.type === "FunctionDeclaration" || (exported && isFunction(declaration))) {
      const name =
        (declaration.type !== "ArrowFunctionExpression" && declaration.id?.name) || "default";
      return [{ name, line: lineAt(declaration.start ?? 0) }];
    }
    if (declaration?.type !== "VariableDeclaration") return [];
    return declaration.declarations.flatMap(({ id, init, start }) =>
      id.type === "Identifier" && isFunction(init)
        ? [{ name: id.name, line: lineAt(start ?? 0) }]
        : [],
    );
  });
}
