// A JavaScript file → its modules of scripts: the file itself, or each `odoo.define` in it. What a module is called by
// others depends on where its file lies, which is added where modules are put together (place-scripts.ts).
import type { ScriptRecord } from "../../../data/module/script-parts.js";
import type { Parsed } from "../diagnostics.js";
import { createLineFinder } from "../python/text/lines.js";
import type { InFile } from "../source-file.js";
import { findLiteralText, findDottedName, isFunction } from "./expressions.js";
import { readScript } from "./script.js";
import { listNodes, parseJavaScript, type JsNode } from "./tree.js";

/** Largest file that is read; the largest of the platform's own, libraries in `static/src`, have as much. */
export const SCRIPT_LIMIT_BYTES = 2_000_000;

/** Whether a file says that it is a module, or that it is none: `ODOO_MODULE_RE` of odoo/tools/js_transpiler.py. */
const HEADER =
  /^\s*\/[*/][\s\S]{0,2000}?@odoo-module(?<ignore>\s+ignore)?(?:\s+alias=(?<alias>[^\s*]+))?/;

/** A module of scripts as far as its content tells. */
export interface FoundScript extends Omit<InFile<ScriptRecord>, "module_id"> {
  /** Name of `odoo.define`. */
  readonly name: string | null;
  readonly isFileModule: boolean;
}

export function parseScriptFile(bytes: Uint8Array): Parsed<readonly FoundScript[]> {
  const text = new TextDecoder().decode(bytes);
  const lineAt = createLineFinder(text);
  const tree = parseJavaScript(text);
  if ("fault" in tree) {
    const { offset, detail } = tree.fault;
    const line = lineAt(offset);
    return { value: [], diagnostics: [{ code: "javascript_unreadable", line, detail }] };
  }
  const { root, all } = tree;
  const header = HEADER.exec(text)?.groups;
  const definitions = root.body.flatMap((statement) => findDefinition(statement) ?? []);
  const defined = definitions.map((definition): FoundScript => {
    const { name, required, factory, at } = definition;
    const statements = listStatements(factory);
    const scope = { text, lineAt, all: listNodes([factory]), statements, required };
    const line = lineAt(at);
    return { name, alias: null, isFileModule: false, line, ...readScript(scope) };
  });
  const defining = new Set(definitions.map(({ statement }) => statement));
  const others = root.body.filter((statement) => !defining.has(statement));
  // Most files have none.
  const nodes = definitions.length === 0 ? all : listNodes(others);
  const rest = readScript({ text, lineAt, all: nodes, statements: others, required: [] });
  const isModule = root.body.some(({ type }) => MODULE_STATEMENTS.has(type));
  const isFileModule = header?.["ignore"] === undefined && (isModule || header !== undefined);
  const alias = header?.["alias"] ?? null;
  const isEmpty = Object.values(rest).every(({ length }) => length === 0);
  const whole = { name: null, alias, isFileModule, line: 1, ...rest };
  const value = isEmpty && !isFileModule ? defined : [whole, ...defined];
  return { value, diagnostics: [] };
}

const MODULE_STATEMENTS: ReadonlySet<string> = new Set<JsNode["type"]>([
  "ImportDeclaration",
  "ExportNamedDeclaration",
  "ExportDefaultDeclaration",
  "ExportAllDeclaration",
]);

/** `odoo.define("name", ["required"], function (require) { … })`; up to 8.0 `openerp.name = function (instance) { … }`. */
interface Definition {
  readonly statement: JsNode;
  readonly name: string;
  readonly required: readonly string[];
  readonly factory: JsNode;
  readonly at: number;
}

function findDefinition(statement: JsNode): Definition | undefined {
  if (statement.type !== "ExpressionStatement") return undefined;
  const { expression: call } = statement;
  if (call.type === "AssignmentExpression") {
    const { left, right: factory, start: at = 0 } = call;
    const name = findDottedName(left)?.join(".");
    if (name?.startsWith("openerp.") !== true || !isFunction(factory)) return undefined;
    return { statement, name, required: [], factory, at };
  }
  if (call.type !== "CallExpression") return undefined;
  if (findDottedName(call.callee)?.join(".") !== "odoo.define") return undefined;
  const name = findLiteralText(call.arguments[0]);
  const factory = call.arguments.find(isFunction);
  if (name === undefined || factory === undefined) return undefined;
  const list = call.arguments[1];
  const required =
    list?.type === "ArrayExpression"
      ? list.elements.flatMap((element) => findLiteralText(element) ?? [])
      : [];
  return { statement, name, required, factory, at: call.start ?? 0 };
}

function listStatements(factory: JsNode): readonly JsNode[] {
  const body = isFunction(factory) ? factory.body : null;
  return body?.type === "BlockStatement" ? body.body : [];
}
