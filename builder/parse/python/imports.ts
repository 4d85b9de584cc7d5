// Imports of a file: names and their dotted origins.

import { tokeniseLine, type Token } from "./text/tokens.js";

/** Local name → dotted origin; a relative import's origin begins with an empty segment for each dot. */
export type Imports = ReadonlyMap<string, readonly string[]>;

type OpenImports = Map<string, readonly string[]>;

interface ImportSite {
  readonly start: number;
  readonly end: number;
}

/** Names bound by the import statements of a text, the last binding of a name counts. */
export function readImports(text: string, sites: readonly ImportSite[]): Imports {
  const imports: OpenImports = new Map();
  for (const { start, end } of sites) {
    const tokens = tokeniseLine(text, start, end).filter(({ kind }) => kind !== "newline");
    const { from, clauses } = parseImport(tokens) ?? { from: undefined, clauses: [] };
    if (from === undefined) bindPlain(clauses, imports);
    else bindFrom(from, clauses, imports);
  }
  // `Base = models.Model` is as good as an import, and so is `Root = Base`.
  let classes: ReadonlySet<string> | undefined;
  const isOfFile = (name: string): boolean =>
    (classes ??= new Set(Array.from(text.matchAll(CLASS), ([, one = ""]) => one))).has(name);
  for (const { isTop, name, path } of listRenamed(text)) {
    const isName = isTop && !path.includes(".");
    if (PLATFORM.test(path) || (isName && (imports.has(path) || isOfFile(path)))) {
      imports.set(name, resolveName(path.split("."), imports));
    }
  }
  return imports;
}

/** Names that are bound to others, each target of `A = B = c`, `A, B = c, d` and `A: type = c`. */
function listRenamed(
  text: string,
): readonly { readonly isTop: boolean; readonly name: string; readonly path: string }[] {
  return Array.from(text.matchAll(RENAMED), ([, indent, targets = "", values = ""]) => {
    const paths = values
      .replaceAll(GETATTR, "$1.$2")
      .split(",")
      .map((path) => path.trim());
    const names = targets.split(/[,=]/).map((name) => name.trim());
    const isPaired = targets.includes(",");
    if (isPaired ? names.length !== paths.length : paths.length > 1) return [];
    return names.map((name, at) => ({
      isTop: indent === "",
      name,
      path: paths[isPaired ? at : 0] ?? "",
    }));
  }).flat();
}

const CLASS = /^class[ \t]+(\w+)/gm;

const NAMES = String.raw`[A-Za-z_]\w*(?:\.[A-Za-z_]\w*){0,3}`;
const VALUE = String.raw`(?:getattr\([^()\n]{1,200}\)|${NAMES})`;
const RENAMED = new RegExp(
  String.raw`^([ \t]*)\(?([A-Za-z_]\w*(?:[ \t]*[,=][ \t]*[A-Za-z_]\w*){0,5})\)?[ \t]*(?::[^=\n]{0,100})?=(?!=)[ \t]*\(?(${VALUE}(?:[ \t]*,[ \t]*${VALUE}){0,5})\)?[ \t]*(?:#.*)?$`,
  "gm",
);

/** `getattr(models, "Model")`, with or without a default. */
const GETATTR = /getattr\(\s*([\w.]+)\s*,\s*["'](\w+)["'][^()]*\)/g;

const PLATFORM = /^(?:odoo\.|openerp\.)?(?:models|osv|orm)\.[A-Za-z_]\w*$/;

/** Key of the add-on from which an import takes all names. */
export const ALL_NAMES = "*";

/** The full dotted path of a name as used: its first segment replaced by its origin. */
export function resolveName(names: readonly string[], imports: Imports): readonly string[] {
  const [first = "", ...rest] = names;
  const origin = imports.get(first);
  return origin === undefined ? names : [...origin, ...rest];
}

/** The words of an import statement: `from … import …`, or `import …`. */
interface ImportStatement {
  /** Dots and names between `from` and `import`, `undefined` without. */
  readonly from: readonly string[] | undefined;
  readonly clauses: readonly Clause[];
}

/** @param tokens of one statement; `undefined` for one that breaks off */
export function parseImport(tokens: readonly Token[]): ImportStatement | undefined {
  if (tokens[0]?.text !== "from") return { from: undefined, clauses: readClauses(tokens.slice(1)) };
  const at = tokens.findIndex(({ text }) => text === "import");
  if (at === -1) return undefined;
  const from = tokens.slice(1, at).map(({ text }) => text);
  return { from, clauses: readClauses(tokens.slice(at + 1)) };
}

function bindFrom(path: readonly string[], clauses: readonly Clause[], imports: OpenImports): void {
  const dots = path.findIndex((part) => !part.startsWith("."));
  const leading = path.slice(0, dots === -1 ? path.length : dots).join("");
  const names = path.filter((part) => !part.startsWith("."));
  const origin = [...Array<string>(leading.length).fill(""), ...names];
  for (const { name, alias } of clauses) imports.set(alias, [...origin, ...name]);
  if (clauses.length === 0 && (leading !== "" || names[1] === "addons")) {
    imports.set(ALL_NAMES, origin);
  }
}

function bindPlain(clauses: readonly Clause[], imports: OpenImports): void {
  for (const { name, alias, isRenamed } of clauses) {
    const [first = ""] = name;
    // `import a.b` binds `a` alone.
    imports.set(isRenamed ? alias : first, isRenamed ? name : [first]);
  }
}

interface Clause {
  readonly name: readonly string[];
  readonly alias: string;
  readonly isRenamed: boolean;
}

function readClauses(tokens: readonly Token[]): readonly Clause[] {
  const clauses: Clause[] = [];
  let name: string[] = [];
  let alias: string | undefined;
  const flush = (): void => {
    const last = name.at(-1);
    if (last !== undefined) {
      clauses.push({ name, alias: alias ?? last, isRenamed: alias !== undefined });
    }
    name = [];
    alias = undefined;
  };
  let isAlias = false;
  for (const token of tokens) {
    if (token.text === ",") flush();
    else if (token.text === "as") isAlias = true;
    else if (token.kind === "name") {
      if (isAlias) alias = token.text;
      else name.push(token.text);
      isAlias = false;
    }
  }
  flush();
  return clauses;
}
