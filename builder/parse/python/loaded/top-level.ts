// Top level of a Python file beside its classes: its imports, and constants that others may import.
// Read from lines without a tree, since files without a class are read too.
import {
  type ImportedName,
  type LiteralValue,
  ANY_NAME,
} from "../../../../data/module/loaded-module.js";
import { parseImport, readImports } from "../imports.js";
import { evaluateLiteral, type Computation, type Environment } from "../literal/literal.js";
import type { Literal } from "../literal/literal-value.js";
import { isOperator, splitAssignment } from "../text/split.js";
import { tokeniseLine } from "../text/tokens.js";
import { createAllowance, toLiteralValue, type Allowance } from "./values.js";

/** An import statement that may lead to a file of the module. */
export interface FileImport {
  /** Dotted, with its leading dots: `.models`, `odoo.addons.sale`. */
  readonly from: string;
  /** Imported names; none for `import a.b`. */
  readonly names: readonly string[];
  /** UTF-16 index in its file. */
  readonly start: number;
}

export interface TopLevel {
  readonly imports: readonly FileImport[];
  readonly constants: ReadonlyMap<string, LiteralValue>;
  /** Names that stand for something of another name: what others import by them. */
  readonly renamed: ReadonlyMap<string, ImportedName>;
  /** Names bound at the top level. */
  readonly names: readonly string[];
}

/** A line that begins a block, an import, or an assignment at the very top. */
const LINE =
  /^(?:([ \t]*)(?:(def|class|async|if|elif|else|try|except|finally|with|for|while)\b|(from|import)\b)|([A-Za-z_]\w*)[ \t]*(?::[^=\n]*)?=(?!=))/gm;
/** Blocks whose lines do not run when the file is imported. */
const DEFINITIONS = new Set(["def", "class", "async"]);
/**
 * Conditions that are not met in a database as the platform makes it for use: what only type checkers
 * see, and what only comes with demo data or tests (`without_demo` and `test_enable` of the platform's
 * `tools/config.py`).
 */
const UNMET_TEST =
  /[ \t(]*(?:(?:typing\.)?TYPE_CHECKING\b|not[ \t]+(?:\w+\.)*config(?:\.get\(|\[)[ \t]*["']without_demo["'][ \t]*[)\]][ \t)]*:|(?:\w+\.)*config(?:\.get\(|\[)[ \t]*["']test_enable["'][ \t]*[)\]][ \t)]*:)/y;
/** Modules of add-ons. */
const ADD_ON = /^(?:\.|(?:odoo|openerp)\.addons(?:\.|$))/;

/** Names that the imports of one file may have. */
const IMPORT_LIMIT_NAMES = 5_000;
/** Longer assignments are no constants of fields. */
const CONSTANT_LIMIT_UNITS = 4_096;
/** Characters and items that all constants of a file may have. */
const CONSTANTS_LIMIT_UNITS = 65_536;

/** An open block of the file. */
interface Block {
  readonly indent: number;
  readonly runs: boolean;
}

/** @param blanked the text without what is inside comments and strings, at the same positions */
export function readTopLevel(text: string, blanked: string, compute: Computation): TopLevel {
  const imports: FileImport[] = [];
  const constants = new Map<string, Literal>();
  const names: Environment = (name) => constants.get(name);
  const blocks: Block[] = [];
  const sites: { readonly start: number; readonly end: number }[] = [];
  let left = IMPORT_LIMIT_NAMES;
  LINE.lastIndex = 0;
  for (let found = LINE.exec(blanked); found !== null; found = LINE.exec(blanked)) {
    const [match, space, header, word, constant] = found;
    if (constant !== undefined) {
      LINE.lastIndex = readConstant(text, found.index, constants, { names, compute });
      continue;
    }
    const indent = space?.length ?? 0;
    while ((blocks.at(-1)?.indent ?? -1) >= indent) blocks.pop();
    const runs = blocks.at(-1)?.runs ?? true;
    const start = found.index + match.length;
    if (header !== undefined) {
      UNMET_TEST.lastIndex = start;
      const isSkipped = DEFINITIONS.has(header) || (header === "if" && UNMET_TEST.test(text));
      blocks.push({ indent, runs: runs && !isSkipped });
    } else if (word !== undefined && runs && left > 0) {
      const read = readImport(text, found.index);
      sites.push({ start: found.index + indent, end: read.end });
      LINE.lastIndex = Math.max(start, read.end);
      for (const one of read.imports) {
        left -= 1 + one.names.length;
        if (left >= 0) imports.push(one);
      }
    }
  }
  const renamed = RENAMING.test(text) ? listRenamed(text, sites) : NOTHING_RENAMED;
  return { imports, constants: toConstants(constants), renamed, names: listTopNames(blanked) };
}

/** A line that may bind a class to another name. */
const RENAMING =
  /^[ \t]*(?:from[ \t][^\n]*[ \t]as[ \t]|\(?\w[\w, \t]*(?::[^=\n]{0,100})?=[^\n]*\b(?:\w*Model\b|osv|[A-Z]\w*[ \t]*$))/m;
const NOTHING_RENAMED: TopLevel["renamed"] = new Map();

function listRenamed(
  text: string,
  sites: readonly { readonly start: number; readonly end: number }[],
): TopLevel["renamed"] {
  const renamed = new Map<string, ImportedName>();
  for (const [name, origin] of readImports(text, sites)) {
    const last = origin.at(-1) ?? "";
    if (last === name || renamed.size === IMPORT_LIMIT_NAMES) continue;
    const dots = origin.findIndex((part) => part !== "");
    const from = ".".repeat(Math.max(dots, 0)) + origin.slice(Math.max(dots, 0), -1).join(".");
    renamed.set(name, { from, name: last });
  }
  return renamed;
}

/** An import statement and the end of its line, so that nothing is read twice. */
function readImport(
  text: string,
  start: number,
): { readonly imports: readonly FileImport[]; readonly end: number } {
  const tokens = tokeniseLine(text, start, text.length);
  const after = (tokens.at(-1)?.end ?? start) - 1;
  const end = tokens.findIndex((token) => token.kind === "newline" || isOperator(token, ";"));
  const line = end === -1 ? tokens : tokens.slice(0, end);
  const { from, clauses } = parseImport(line) ?? { from: undefined, clauses: [] };
  const names = clauses.map(({ name }) => name.join("."));
  const found =
    from === undefined
      ? names.map((name) => ({ from: name, names: [], start }))
      : [{ from: from.join(""), names, start }];
  return { imports: found.filter((one) => ADD_ON.test(one.from)), end: after };
}

/** @returns where what was read ends */
function readConstant(
  text: string,
  start: number,
  constants: Map<string, Literal>,
  { names, compute }: { readonly names: Environment; readonly compute: Computation },
): number {
  const end = Math.min(text.length, start + CONSTANT_LIMIT_UNITS);
  const tokens = tokeniseLine(text, start, end);
  const isWhole = end === text.length || tokens.at(-1)?.kind === "newline";
  const assignment = isWhole ? splitAssignment(tokens) : undefined;
  const after = Math.max(start + 1, (tokens.at(-1)?.end ?? start) - 1);
  if (assignment === undefined) return after;
  const value = evaluateLiteral(assignment.value, names, compute);
  for (const target of assignment.targets) constants.set(target, value);
  return after;
}

/** Texts, truth values, and lists of texts or pairs: what fields use. */
export function toConstants(
  found: ReadonlyMap<string, Literal>,
): ReadonlyMap<string, LiteralValue> {
  const allowance: Allowance = createAllowance(CONSTANTS_LIMIT_UNITS);
  const constants = new Map<string, LiteralValue>();
  for (const [name, literal] of found) {
    if (literal.kind === "none" || literal.kind === "number" || literal.kind === "unknown")
      continue;
    const value = toLiteralValue(literal, allowance);
    if (value !== undefined) constants.set(name, value);
  }
  return constants;
}

/** A line, its indentation and what begins there. */
const BINDING =
  /^([ \t]*)(?:(?:async[ \t]+)?(def|class)[ \t]+(\w+)|(from|import)\b|([^\s#][^\n]*))/gm;
/** Targets of an assignment, of which there may be several, and what one is annotated with. */
const TARGETS = /^((?:[\w\s,.()*[\]]+(?::[^=\n]+)?=(?!=))+)/;
/** Fields, and what the ORM itself reads of a class. */
const KNOWN =
  /=\s*fields\.|^_(?:_|(?:name|inherits?|description|order|rec_name|table|auto|columns|sql_constraints)\b)/;
const LOOP = /^for\s+(.+?)\s+in\b/;
const ALIAS = /\bas\s+(\w+)/g;
const BY_CODE = /\b(?:globals|locals|vars)\(\)|\bexec\(|\bsys\.modules\b/;
/** A closing bracket does not end a block. */
const CLOSING = /^[)\]}]/;
const MOST_NAMES = 5_000;

/** @param blanked the text without what is inside comments and strings, at the same positions @returns sorted, distinct */
function listTopNames(blanked: string): readonly string[] {
  const names = new Set<string>();
  let inner = Infinity;
  let owner: { readonly name: string; readonly indent: number; body: number } | undefined;
  BINDING.lastIndex = 0;
  for (let found = BINDING.exec(blanked); found !== null; found = BINDING.exec(blanked)) {
    const [match, space = "", header, name = "", importing, other = ""] = found;
    if (CLOSING.test(other)) continue;
    const indent = space.length;
    if (indent > inner) continue;
    inner = Infinity;
    if (owner !== undefined && indent > owner.indent) {
      owner.body = Math.min(owner.body, indent);
      if (header !== undefined) inner = indent;
      else if (BY_CODE.test(other)) names.add(`${owner.name}.${ANY_NAME}`);
      else if (indent === owner.body && !KNOWN.test(other)) {
        for (const one of listBound(other)) names.add(`${owner.name}.${one}`);
      }
      continue;
    }
    owner = header === "class" ? { name, indent, body: Infinity } : undefined;
    if (header !== undefined) {
      names.add(name === "__getattr__" ? ANY_NAME : name);
      if (header === "def") inner = indent;
    } else if (importing === undefined) {
      for (const one of listBound(other)) names.add(one);
    } else {
      const statement = readStatement(blanked, found.index + indent);
      for (const one of listImported(statement)) names.add(one);
      BINDING.lastIndex = Math.max(
        found.index + match.length,
        found.index + indent + statement.length,
      );
    }
    if (names.size > MOST_NAMES) return [ANY_NAME];
  }
  return [...names].toSorted();
}

function readStatement(blanked: string, start: number): string {
  const end = blanked.indexOf("\n", start);
  let line = blanked.slice(start, end === -1 ? undefined : end);
  if (line.includes("(")) {
    const close = blanked.indexOf(")", start);
    if (close !== -1) line = blanked.slice(start, close + 1);
  }
  for (let at = start + line.length; line.endsWith("\\"); at = start + line.length) {
    const next = blanked.indexOf("\n", at + 1);
    line = blanked.slice(start, next === -1 ? undefined : next);
    if (next === -1) break;
  }
  return line;
}

function listImported(statement: string): readonly string[] {
  const [, from, list = ""] = /^(from\b[^;]*?)?\bimport\b([^;]*)/s.exec(statement) ?? [];
  if (list.includes("*")) return [ANY_NAME];
  return list.split(",").flatMap((part) => {
    const words = part.match(/[\w.]+/g) ?? [];
    const last = words.at(-1) ?? "";
    // `import a.b` binds `a` alone.
    const isRenamed = words.length > 2;
    const name = isRenamed || from !== undefined ? last : last.split(".")[0];
    return name === undefined || name === "" ? [] : [name];
  });
}

function listBound(line: string): readonly string[] {
  const [, targets = ""] = TARGETS.exec(line) ?? LOOP.exec(line) ?? [];
  const aliases = Array.from(line.matchAll(ALIAS), ([, alias = ""]) => alias);
  return [
    ...(targets.match(/[A-Za-z_]\w*/g) ?? []),
    ...aliases,
    ...(BY_CODE.test(line) ? [ANY_NAME] : []),
  ];
}
