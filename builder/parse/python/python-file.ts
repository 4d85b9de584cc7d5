// A Python file → the records of its model classes and of its controllers, in source order.

import type { ControllerRecord } from "../../../data/module-parts.js";
import type { ModelRecord } from "../../../data/records.js";
import type { Diagnostic, Parsed } from "../diagnostics.js";
import type { InFile, SourceFile } from "../source-file.js";
import { BASE_CLASS_WORDS, findModelKind } from "./bases.js";
import { readConstants } from "./constants.js";
import { readController, ROUTE_LINE, ROUTE_WORDS } from "./controllers.js";
import { decodePythonSource } from "./text/decode.js";
import type { Scope } from "./fields.js";
import { findBodyColon, readBodyDocstring } from "./functions.js";
import { readImports } from "./imports.js";
import { createLineFinder } from "./text/lines.js";
import { NO_NAMES } from "./literal/literal.js";
import { readModelClass } from "./model-class.js";
import { readPythonTree } from "./text/recover.js";
import { isOperator } from "./text/split.js";
import { listStatements } from "./statements.js";
import { type Token, tokeniseLine } from "./text/tokens.js";
import type { PythonNode } from "./tree.js";

/** What is read of a Python file. */
export interface PythonFile {
  readonly models: readonly ModelRecord[];
  readonly controllers: readonly InFile<ControllerRecord>[];
}

/** Largest file that is read; the largest known, generated from a schema, have a tenth of it. */
export const PYTHON_LIMIT_BYTES = 2_000_000;

/** Folders that hold no code of a module: tests, upgrade scripts, files served as they are. */
const PASSED_OVER = new Set(["tests", "test", "migrations", "static", "i18n"]);
const NO_CODE = new Set(["setup.py", "__manifest__.py", "__openerp__.py"]);
const CLASS_LINE = /^[^\S\n]*class\b/m;

/** Whether the file at a path relative to its module folder may define models or controllers. */
export function isPythonFile(path: string): boolean {
  const parts = path.split("/");
  const name = parts.pop() ?? "";
  return (
    name.toLowerCase().endsWith(".py") &&
    !NO_CODE.has(name) &&
    !parts.some((part) => PASSED_OVER.has(part))
  );
}

/**
 * Every class of the file whose base is one of the platform's model classes, and every other one with
 * a method that is decorated as a route.
 */
export function parsePythonFile(file: SourceFile): Parsed<PythonFile> {
  const { path } = file;
  const nothing: PythonFile = { models: [], controllers: [] };
  if (file.bytes.length > PYTHON_LIMIT_BYTES) {
    const detail = `${file.bytes.length} bytes`;
    return { value: nothing, diagnostics: [{ code: "file_too_large", path, line: 1, detail }] };
  }
  const mayHold = findWords(file.bytes);
  if (!mayHold.models && !mayHold.routes) return { value: nothing, diagnostics: [] };
  const { text, fault } = decodePythonSource(file.bytes);
  const hasRoutes = mayHold.routes && ROUTE_LINE.test(text);
  const diagnostics: Diagnostic[] = [];
  if (fault !== null) diagnostics.push({ code: "text_undecodable", path, line: 1, detail: fault });
  if ((!mayHold.models && !hasRoutes) || !CLASS_LINE.test(text)) {
    return { value: nothing, diagnostics };
  }
  const { root, error } = readPythonTree(text);
  if (error !== undefined) {
    const line = createLineFinder(text)(error.start);
    diagnostics.push({ code: "python_recovered", path, line, detail: error.detail });
  }
  const value =
    root === undefined ? nothing : readFile({ text, root, path, hasRoutes }, diagnostics);
  return { value, diagnostics };
}

/** Cheap questions that most files answer with no. */
function findWords(bytes: Uint8Array): { readonly models: boolean; readonly routes: boolean } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const holds = (words: readonly string[]): boolean => words.some((word) => buffer.includes(word));
  if (!buffer.includes("class")) return { models: false, routes: false };
  return { models: holds(BASE_CLASS_WORDS), routes: holds(ROUTE_WORDS) };
}

interface ReadableFile {
  readonly text: string;
  readonly root: PythonNode;
  readonly path: string;
  /** Whether a line looks like the decorator of a route. */
  readonly hasRoutes: boolean;
}

function readFile(
  { text, root, path, hasRoutes }: ReadableFile,
  diagnostics: Diagnostic[],
): PythonFile {
  const classes: PythonNode[] = [];
  const importSites: { start: number; end: number }[] = [];
  const wanted = ["class_definition", "import_statement", "import_from_statement"];
  for (const node of root.descendantsOfType(wanted)) {
    if (node.type === "class_definition") classes.push(node);
    else importSites.push({ start: node.startIndex, end: node.endIndex });
  }
  const imports = readImports(text, importSites);
  const models: ModelRecord[] = [];
  const controllers: InFile<ControllerRecord>[] = [];
  let known: Scope | undefined;
  const getScope = (): Scope =>
    (known ??= { imports, constants: readConstants(text, listStatements(root), NO_NAMES) });
  for (const node of classes) {
    const header = readHeader(text, node);
    if (header === undefined) continue;
    const { name, tokens, open } = header;
    const kind = findModelKind(tokens, open, imports);
    if (kind === undefined) {
      const found = { name, tokens, open, statements: listBody(node) };
      const controller = hasRoutes ? readController(text, found, getScope()) : undefined;
      if (controller !== undefined) controllers.push(controller);
      continue;
    }
    const colon = findBodyColon(tokens, header.close);
    const docstring = readBodyDocstring(text, tokens, colon + 1, node.endIndex);
    const found = { name, kind, docstring, statements: listBody(node) };
    const { model, unresolved } = readModelClass(text, found, getScope());
    models.push(model);
    for (const attribute of unresolved) {
      const line = node.startPosition.row + 1;
      const detail = `${attribute} of class ${name}`;
      diagnostics.push({ code: "python_name_unresolved", path, line, detail });
    }
  }
  return { models, controllers };
}

/** The first line of a class that has bases. */
interface ClassHeader {
  readonly name: string;
  readonly tokens: readonly Token[];
  /** Indices of the brackets around the bases. */
  readonly open: number;
  readonly close: number;
}

function readHeader(text: string, node: PythonNode): ClassHeader | undefined {
  const tokens = tokeniseLine(text, node.startIndex, node.endIndex);
  const open = tokens.findIndex((token) => isOperator(token, "("));
  const close = tokens[open]?.close ?? -1;
  const name = tokens[1];
  if (name?.kind !== "name" || close < open) return undefined;
  return { name: name.text, tokens, open, close };
}

function listBody(node: PythonNode): ReturnType<typeof listStatements> {
  const body = node.childForFieldName("body");
  return body === null ? [] : listStatements(body);
}
