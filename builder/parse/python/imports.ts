// What the names of a file mean: imported names and their dotted origins.

import type { Token } from "./text/tokens.js";
import { tokeniseLine } from "./text/tokens.js";

/** Local name → dotted origin; a relative import's origin begins with an empty segment for each dot. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** Where an import statement stands. */
interface ImportSite {
  readonly start: number;
  readonly end: number;
}

/** Names bound by the import statements of a text, the last binding of a name counts. */
export function readImports(text: string, sites: readonly ImportSite[]): Imports {
  const imports = new Map<string, readonly string[]>();
  for (const { start, end } of sites) {
    const tokens = tokeniseLine(text, start, end).filter(({ kind }) => kind !== "newline");
    if (tokens[0]?.text === "from") readFromImport(tokens, imports);
    else readPlainImport(tokens, imports);
  }
  return imports;
}

/** The full dotted path of a name as used: its first segment replaced by its origin. */
export function resolveName(names: readonly string[], imports: Imports): readonly string[] {
  const [first = "", ...rest] = names;
  const origin = imports.get(first);
  return origin === undefined ? names : [...origin, ...rest];
}

function readFromImport(tokens: readonly Token[], imports: Map<string, readonly string[]>): void {
  const at = tokens.findIndex(({ text }) => text === "import");
  if (at === -1) return;
  const path = tokens.slice(1, at).map(({ text }) => text);
  const names = path.filter((part) => !part.startsWith("."));
  const dots = path.findIndex((part) => !part.startsWith("."));
  const leading = path.slice(0, dots === -1 ? path.length : dots).join("");
  const origin = [...Array<string>(leading.length).fill(""), ...names];
  for (const { name, alias } of readClauses(tokens.slice(at + 1))) {
    imports.set(alias, [...origin, ...name]);
  }
}

function readPlainImport(tokens: readonly Token[], imports: Map<string, readonly string[]>): void {
  for (const { name, alias, isRenamed } of readClauses(tokens.slice(1))) {
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
