// Names that a Python file binds at its top level, as others may import them, and behind those of classes what these bind
// beside methods and fields: rather one too many than one too few. Read off its lines without a tree, as top-level.ts reads.
import { ANY_NAME } from "../../../../data/module/loaded-module.js";

/** A line, its indentation and what begins there. */
const LINE = /^([ \t]*)(?:(?:async[ \t]+)?(def|class)[ \t]+(\w+)|(from|import)\b|([^\s#][^\n]*))/gm;
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
export function listTopNames(blanked: string): readonly string[] {
  const names = new Set<string>();
  let inner = Infinity;
  let owner: { readonly name: string; readonly indent: number; body: number } | undefined;
  LINE.lastIndex = 0;
  for (let found = LINE.exec(blanked); found !== null; found = LINE.exec(blanked)) {
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
      LINE.lastIndex = Math.max(
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
