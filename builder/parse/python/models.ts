// A Python file → the records of its model classes, in source order.

import type { ModelRecord } from "../../../data/records.js";
import type { Diagnostic, Parsed } from "../../diagnostics.js";
import type { SourceFile } from "../source-file.js";
import { BASE_CLASS_WORDS, findModelKind } from "./bases.js";
import { decodePythonSource } from "./decode.js";
import type { Scope } from "./fields.js";
import { findBodyColon, readBodyDocstring } from "./functions.js";
import { readImports } from "./imports.js";
import { createLineFinder } from "./lines.js";
import { evaluateLiteral } from "./literal.js";
import type { Literal } from "./literal-value.js";
import { type ModelClass, readModelClass } from "./model-class.js";
import { readPythonTree } from "./recover.js";
import { isOperator, splitAssignment } from "./split.js";
import { listStatements } from "./statements.js";
import { tokenise, tokeniseLine } from "./tokens.js";
import type { PythonNode } from "./tree.js";

/** Largest file that is read; the largest known, generated from a schema, have a tenth of it. */
export const PYTHON_LIMIT_BYTES = 2_000_000;

/** Folders that hold no models of a module: tests, upgrade scripts, files served as they are. */
const PASSED_OVER = new Set(["tests", "test", "migrations", "static", "i18n"]);
const NOT_MODELS = new Set(["setup.py", "__manifest__.py", "__openerp__.py"]);
const CLASS_LINE = /^[^\S\n]*class\b/m;

/** Whether the file at a path relative to its module folder may define models. */
export function isModelFile(path: string): boolean {
  const parts = path.split("/");
  const name = parts.pop() ?? "";
  return (
    name.toLowerCase().endsWith(".py") &&
    !NOT_MODELS.has(name) &&
    !parts.some((part) => PASSED_OVER.has(part))
  );
}

/** Every class of the file whose base is one of the platform's model classes. */
export function parseModels(file: SourceFile): Parsed<readonly ModelRecord[]> {
  const { path } = file;
  if (file.bytes.length > PYTHON_LIMIT_BYTES) {
    const detail = `${file.bytes.length} bytes`;
    return { value: [], diagnostics: [{ code: "file_too_large", path, line: 1, detail }] };
  }
  if (!mayHoldModels(file.bytes)) return { value: [], diagnostics: [] };
  const { text, fault } = decodePythonSource(file.bytes);
  const diagnostics: Diagnostic[] = [];
  if (fault !== null) diagnostics.push({ code: "text_undecodable", path, line: 1, detail: fault });
  if (!CLASS_LINE.test(text)) return { value: [], diagnostics };
  const { root, error } = readPythonTree(text);
  if (error !== undefined) {
    const line = createLineFinder(text)(error.start);
    diagnostics.push({ code: "python_recovered", path, line, detail: error.detail });
  }
  const value = root === undefined ? [] : readModels(text, root, path, diagnostics);
  return { value, diagnostics };
}

function mayHoldModels(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.includes("class") && BASE_CLASS_WORDS.some((word) => buffer.includes(word));
}

function readModels(
  text: string,
  root: PythonNode,
  path: string,
  diagnostics: Diagnostic[],
): readonly ModelRecord[] {
  const classes: PythonNode[] = [];
  const importSites: { start: number; end: number }[] = [];
  const wanted = ["class_definition", "import_statement", "import_from_statement"];
  for (const node of root.descendantsOfType(wanted)) {
    if (node.type === "class_definition") classes.push(node);
    else importSites.push({ start: node.startIndex, end: node.endIndex });
  }
  const imports = readImports(text, importSites);
  const models: ModelRecord[] = [];
  let scope: Scope | undefined;
  for (const node of classes) {
    const found = readClass(text, node, (tokens, open) => findModelKind(tokens, open, imports));
    if (found === undefined) continue;
    scope ??= { imports, constants: readConstants(text, root) };
    const { model, unresolved } = readModelClass(text, found, scope);
    models.push(model);
    for (const name of unresolved) {
      const line = node.startPosition.row + 1;
      const detail = `${name} of class ${found.name}`;
      diagnostics.push({ code: "python_name_unresolved", path, line, detail });
    }
  }
  return models;
}

function readClass(
  text: string,
  node: PythonNode,
  findKind: (tokens: ReturnType<typeof tokeniseLine>, open: number) => string | undefined,
): ModelClass | undefined {
  const end = node.endIndex;
  const tokens = tokeniseLine(text, node.startIndex, end);
  const open = tokens.findIndex((token) => isOperator(token, "("));
  const close = tokens[open]?.close ?? -1;
  const name = tokens[1];
  if (name?.kind !== "name" || close < open) return undefined;
  const kind = findKind(tokens, open);
  if (kind === undefined) return undefined;
  const colon = findBodyColon(tokens, close);
  const docstring = readBodyDocstring(text, tokens, colon + 1, end);
  const body = node.childForFieldName("body");
  return {
    name: name.text,
    kind,
    docstring,
    statements: body === null ? [] : listStatements(body),
  };
}

/** Constants that the file binds outside classes and functions; the last binding counts. */
function readConstants(text: string, root: PythonNode): Scope["constants"] {
  const constants = new Map<string, Literal>();
  const names = (name: string): Literal | undefined => constants.get(name);
  for (const { type, node } of listStatements(root)) {
    if (type !== "expression_statement" && type !== "assignment") continue;
    const assignment = splitAssignment(tokenise(text, node.startIndex, node.endIndex));
    if (assignment === undefined) continue;
    const value = evaluateLiteral(assignment.value, names);
    for (const target of assignment.targets) constants.set(target, value);
  }
  return names;
}
