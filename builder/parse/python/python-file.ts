// A Python file → its classes, those that answer HTTP requests apart, in source order, and what it binds for others.

import type { ControllerRecord } from "../../../data/module/module-parts.js";
import type { FileDiagnostic, Parsed } from "../diagnostics.js";
import { listCodeReferences, mayRefer } from "../references/code/code-references.js";
import type { CodeReference } from "../references/code/code.js";
import type { InFile } from "../source-file.js";
import { BASE_CLASS_WORDS, findModelKind, listBases } from "./bases.js";
import { readClassBody, type Member, type ClassBody } from "./class-body.js";
import { readConstants } from "./constants.js";
import { readController, ROUTE_LINE, ROUTE_WORDS } from "./controllers.js";
import { decodePythonSource } from "./text/decode.js";
import type { Scope } from "./fields.js";
import { findBodyColon, readBodyDocstring, readDocstringSource } from "./functions.js";
import { readImports } from "./imports.js";
import { blankLoose } from "./text/blank.js";
import { createLineFinder } from "./text/lines.js";
import { createComputation, type CallEvaluator } from "./literal/computation.js";
import { NO_NAMES, type Computation } from "./literal/literal.js";
import { createKnownNames, type KnownNames } from "./loaded/known-names.js";
import { addLateMembers } from "./loaded/late-members.js";
import { createCallEvaluator } from "./loaded/one-line-functions.js";
import { readTopLevel, type TopLevel, toConstants } from "./loaded/top-level.js";
import { createAllowance } from "./loaded/values.js";
import {
  describeClass,
  type ClassContext,
  type ClassSite,
  type PythonClass,
} from "./python-class.js";
import { readPythonTree } from "./text/recover.js";
import { isOperator } from "./text/split.js";
import { listByWords, listStatements } from "./statements.js";
import { type Token, tokeniseLine, type TokenRange } from "./text/tokens.js";
import type { PythonNode } from "./tree.js";
import type { LiteralValue } from "../../../data/module/loaded-module.js";
import type { Literal } from "./literal/literal-value.js";
import { findFirst } from "../../../data/binary-search.js";

export interface PythonFile extends TopLevel {
  readonly classes: readonly PythonClass[];
  readonly controllers: readonly InFile<ControllerRecord>[];
  /** References of its code; none for a file with errors. */
  readonly references: readonly CodeReference[];
}

const NOTHING: PythonFile = {
  classes: [],
  controllers: [],
  references: [],
  imports: [],
  constants: new Map(),
  renamed: new Map(),
  names: [],
};

const NULL_BYTES: FileDiagnostic = {
  code: "python_recovered",
  line: 1,
  detail: "source code string cannot contain null bytes",
};

/** Largest file that is read; the largest known, generated from a schema, have a tenth of it. */
export const PYTHON_LIMIT_BYTES = 2_000_000;

/** Attribute of a class that takes part in a model, whatever its base. */
const NAME_LINE = /^[ \t]+_(?:name|inherit)[ \t]*=/m;
const FUNCTION_LINE = /^def[ \t]+(\w+)/gm;
const CLASS_LINE = /^[^\S\n]*class\b/m;

/**
 * Every class of the file whose base is one of the platform's model classes, and every other one with
 * a method that is decorated as a route. Beside it what the platform loads of the file.
 */
export function parsePythonFile(bytes: Uint8Array): Parsed<PythonFile> {
  if (bytes.length === 0) return { value: NOTHING, diagnostics: [] };
  // Python runs nothing of such a file, as one in UTF-16.
  if (bytes.includes(0)) return { value: NOTHING, diagnostics: [NULL_BYTES] };
  const mayHold = findWords(bytes);
  const { text, fault } = decodePythonSource(bytes);
  const hasRoutes = mayHold.routes && ROUTE_LINE.test(text);
  const hasModels = mayHold.classes && (mayHold.models || NAME_LINE.test(text));
  const diagnostics: FileDiagnostic[] = [];
  if (fault !== null && (mayHold.models || mayHold.routes)) {
    diagnostics.push({ code: "text_undecodable", line: 1, detail: fault });
  }
  if ((!hasModels && !hasRoutes) || !CLASS_LINE.test(text)) {
    const blanked = blankLoose(text);
    const compute = createComputation(createCallEvaluator(text, blanked));
    const references = mayRefer(text) ? listReferences(text, readPythonTree(text), []) : [];
    const value = { ...NOTHING, ...readTopLevel(text, blanked, compute), references };
    return { value, diagnostics };
  }
  const tree = readPythonTree(text);
  const { root, blanked, error } = tree;
  const lineAt = createLineFinder(text);
  if (error !== undefined) {
    const line = lineAt(error.start);
    diagnostics.push({ code: "python_recovered", line, detail: error.detail });
  }
  const evaluateCall = createCallEvaluator(text, blanked);
  const compute = createComputation(evaluateCall);
  const top = readTopLevel(text, blanked, compute);
  if (root === undefined) return { value: { ...NOTHING, ...top }, diagnostics };
  const computing = { evaluateCall, compute };
  const readable = { text, blanked, root, lineAt, hasRoutes, hasModels, computing };
  const { constants, ...found } = readFile(readable, diagnostics);
  const all = new Map([...top.constants, ...constants]);
  const references = mayRefer(text) ? listReferences(text, tree, found.classes) : [];
  return { value: { ...top, ...found, references, constants: all }, diagnostics };
}

function listReferences(
  text: string,
  { root, error }: ReturnType<typeof readPythonTree>,
  classes: readonly PythonClass[],
): readonly CodeReference[] {
  if (root === undefined || error !== undefined) return [];
  return listCodeReferences(
    text,
    root,
    classes.flatMap(({ loaded }) => loaded ?? []),
  );
}

/** Cheap questions that most files answer with no. */
function findWords(bytes: Uint8Array): {
  readonly classes: boolean;
  readonly models: boolean;
  readonly routes: boolean;
} {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const holds = (words: readonly string[]): boolean => words.some((word) => buffer.includes(word));
  if (!buffer.includes("class")) return { classes: false, models: false, routes: false };
  return { classes: true, models: holds(BASE_CLASS_WORDS), routes: holds(ROUTE_WORDS) };
}

interface ReadableFile {
  readonly text: string;
  /** The text without what is inside comments and strings, at the same positions. */
  readonly blanked: string;
  readonly root: PythonNode;
  readonly lineAt: (index: number) => number;
  /** Whether a line looks like the decorator of a route. */
  readonly hasRoutes: boolean;
  /** Whether a class of it may take part in a model. */
  readonly hasModels: boolean;
  readonly computing: Computing;
}

/** Evaluation of a file's expressions. */
interface Computing {
  readonly evaluateCall: CallEvaluator;
  readonly compute: Computation;
}

/** `constants` are attributes of classes that fields of other files may use. */
type FoundClasses = Omit<PythonFile, "imports" | "names" | "renamed" | "references">;

/** The names of a file, all of its imports among them. */
interface FileScope extends Scope {
  readonly expressions: ReadonlyMap<string, TokenRange>;
}

function readFile(file: ReadableFile, diagnostics: FileDiagnostic[]): FoundClasses {
  const { text, blanked, root, lineAt, hasRoutes, hasModels } = file;
  const nodes: PythonNode[] = [];
  const importSites: { start: number; end: number }[] = [];
  for (const node of listByWords(blanked, root)) {
    if (node.type === "class_definition") nodes.push(node);
    else importSites.push({ start: node.startIndex, end: node.endIndex });
  }
  const imports = readImports(text, importSites);
  const controllers: InFile<ControllerRecord>[] = [];
  const sites: ClassSite[] = [];
  let known: FileScope | undefined;
  const getScope = (): FileScope => {
    if (known !== undefined) return known;
    const { names: constants, expressions } = readConstants(text, listStatements(root), NO_NAMES);
    known = { imports, constants, expressions, lineAt };
    return known;
  };
  for (const node of nodes) {
    const header = readHeader(text, node);
    if (header === undefined) continue;
    const { name, tokens, open } = header;
    const kind = findModelKind(tokens, open, imports);
    if (kind === undefined) {
      const found = { name, tokens, open, statements: listBody(node) };
      const controller = hasRoutes ? readController(text, found, getScope()) : undefined;
      if (controller !== undefined) {
        controllers.push(controller);
        continue;
      }
    }
    const qualifiedName = hasModels ? findQualifiedName(text, node) : undefined;
    if (kind === undefined && qualifiedName === undefined) continue;
    const statements = listBody(node);
    const [first] = statements;
    const start = node.startIndex;
    const colon = findBodyColon(tokens, header.close);
    sites.push({
      name,
      qualifiedName,
      end: node.endIndex,
      line: lineAt(start),
      bases: listBases(tokens, open),
      kind,
      body: readClassBody(text, statements, getScope()),
      assigned: [],
      docstring: readBodyDocstring(text, tokens, colon + 1, node.endIndex),
      docstringSource: first === undefined ? undefined : readDocstringSource(text, first),
    });
  }
  if (sites.length === 0) return { controllers, classes: [], constants: new Map() };
  const described = describeClasses(sites, file, getScope());
  for (const { record, unresolved } of described.classes) {
    for (const attribute of unresolved) {
      const detail = `${attribute} of class ${record?.class_name}`;
      const line = record?.line ?? 0;
      diagnostics.push({ code: "python_name_unresolved", line, detail });
    }
  }
  return { controllers, ...described };
}

function describeClasses(
  found: readonly ClassSite[],
  { text, blanked, root, computing }: ReadableFile,
  scope: FileScope,
): Pick<FoundClasses, "classes" | "constants"> {
  let top: ReadonlyMap<string, Member> | undefined;
  const ofTop = { imports: new Map(), constants: NO_NAMES, lineAt: scope.lineAt };
  const findTop = (name: string): Member | undefined =>
    (top ??= readClassBody(text, listStatements(root), ofTop).members).get(name);
  const sites = addLateMembers(found, { text, blanked, scope, findTop });
  const named = sites.filter(({ name, qualifiedName }) => name === qualifiedName);
  const bodies = new Map(named.map(({ name, body }) => [name, body]));
  const known = createKnownNames({ ...scope, bodies, compute: computing.compute });
  let functionNames: ReadonlySet<string> | undefined;
  const context: ClassContext = {
    classNames: new Set(bodies.keys()),
    functionNames: () => (functionNames ??= listFunctionNames(blanked)),
    known,
    allowance: createAllowance(),
    evaluateCall: computing.evaluateCall,
    callsSuper: createCallFinder(blanked, SUPER_CALL),
    callsSudo: createCallFinder(blanked, SUDO_CALL),
  };
  return {
    classes: sites.map((site) => describeClass(site, context)),
    constants: listClassConstants(bodies, known),
  };
}

const SUPER_CALL = /(?<![\w.])super[ \t]*\(/g;
const SUDO_CALL = /\.\s*sudo[ \t]*\(/g;

function listFunctionNames(blanked: string): ReadonlySet<string> {
  return new Set(Array.from(blanked.matchAll(FUNCTION_LINE), ([, name = ""]) => name));
}

/** `Outer.Inner` of a class that is made when its file runs; `undefined` for others. */
function findQualifiedName(text: string, node: PythonNode): string | undefined {
  const names: string[] = [];
  for (let at: PythonNode | null = node; at !== null; at = at.parent) {
    if (at.type === "function_definition") return undefined;
    const name = at.type === "class_definition" ? at.childForFieldName("name") : null;
    if (name !== null) names.unshift(text.slice(name.startIndex, name.endIndex));
    if (at.startPosition.column === 0) break;
  }
  return names.join(".");
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

/** Lists under the name of their class and their own; those of the ORM begin with `_`. */
function listClassConstants(
  bodies: ReadonlyMap<string, ClassBody>,
  known: KnownNames,
): ReadonlyMap<string, LiteralValue> {
  const found = new Map<string, Literal>();
  for (const [owner, body] of bodies) {
    const names = known.ofClass(body, undefined);
    for (const [name, member] of body.members) {
      if (member.kind !== "value" || name.startsWith("_")) continue;
      const value = names(name);
      if (value?.kind === "list" || value?.kind === "tuple") found.set(`${owner}.${name}`, value);
    }
  }
  return toConstants(found);
}

/**
 * Tells whether a function is called from one UTF-16 index up to, not including, another; the text is
 * looked through once, at the first call.
 * @param blanked without what is inside comments and strings
 * @param call global, of what a call begins with
 */
function createCallFinder(blanked: string, call: RegExp): (start: number, end: number) => boolean {
  let calls: readonly number[] | undefined;
  return (start, end) => {
    const own = (calls ??= Array.from(blanked.matchAll(call), ({ index }) => index));
    const first = findFirst(0, own.length, (at) => (own[at] ?? 0) >= start);
    return (own[first] ?? end) < end;
  };
}
