// Entities of an XML file: what its DOCTYPE declares, and the expansion of references.
// Only internal entities have a value; nothing outside the file is ever read.

/** Name → replacement text; `undefined` for an external entity, whose content is never read. */
export type Entities = ReadonlyMap<string, string | undefined>;

/** Remaining expansion of one file; shared by all its references. */
export interface ExpansionBudget {
  /** One for each reference to a declared entity and one for each of its characters. */
  remainingChars: number;
}

/** Bounds what nested entities ("billion laughs") can grow to, for each file. */
export const EXPANSION_LIMIT_CHARS = 100_000;
const NESTING_LIMIT = 16;

export const XML_NAME =
  "[:A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D" +
  "\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD]" +
  "[-.0-9:A-Z_a-z\\u00B7\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u037D\\u037F-\\u1FFF\\u200C\\u200D" +
  "\\u203F\\u2040\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD]*";

const PREDEFINED: Entities = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

const REFERENCE = new RegExp(`&(?:#(\\d+)|#x([\\da-fA-F]+)|(${XML_NAME}));`, "g");
const REFERENCE_HERE = new RegExp(REFERENCE.source, "y");
const ENTITY_DECLARATION = new RegExp(
  `<!ENTITY[ \\t\\n]+(${XML_NAME})[ \\t\\n]+(?:"([^"]*)"|'([^']*)'|(?:SYSTEM|PUBLIC)[ \\t\\n])`,
  "y",
);

interface Doctype {
  /** Offset of the first character after the declaration. */
  readonly end: number;
  readonly entities: Entities;
}

/** Reads the `<!DOCTYPE …>` that begins at `start`; `undefined` when it does not end. */
export function parseDoctype(text: string, start: number): Doctype | undefined {
  const entities = new Map<string, string | undefined>();
  const stop = /["'[\]>]|<!--|<\?|<!ENTITY/g;
  stop.lastIndex = start + "<!DOCTYPE".length;
  let inSubset = false;
  for (let found = stop.exec(text); found !== null; found = stop.exec(text)) {
    const [token] = found;
    if (token === "<!ENTITY") addEntity(entities, text, found.index);
    if (token === "[") inSubset = true;
    if (token === "]") inSubset = false;
    if (token === ">" && !inSubset) return { end: stop.lastIndex, entities };
    const closer = CLOSERS.get(token);
    if (closer === undefined) continue;
    const closed = text.indexOf(closer, stop.lastIndex);
    if (closed === -1) return undefined;
    stop.lastIndex = closed + closer.length;
  }
  return undefined;
}

const CLOSERS: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["<!--", "-->"],
  ["<?", "?>"],
]);

function addEntity(entities: Map<string, string | undefined>, text: string, offset: number): void {
  ENTITY_DECLARATION.lastIndex = offset;
  const found = ENTITY_DECLARATION.exec(text);
  const name = found?.[1];
  // The first declaration of a name is binding (XML 1.0, 4.2).
  if (found !== null && name !== undefined && !entities.has(name)) {
    entities.set(name, found[2] ?? found[3]);
  }
}

/** The offset after a reference that can be resolved at `offset`, `undefined` for any other `&`. */
export function findReferenceEnd(
  text: string,
  offset: number,
  entities: Entities,
): number | undefined {
  REFERENCE_HERE.lastIndex = offset;
  const found = REFERENCE_HERE.exec(text);
  if (found === null) return undefined;
  const known =
    found[3] === undefined
      ? toCharacter(found[1], found[2]) !== undefined
      : PREDEFINED.has(found[3]) || entities.get(found[3]) !== undefined;
  return known ? REFERENCE_HERE.lastIndex : undefined;
}

/** Replaces references by what they stand for; one that cannot be resolved becomes nothing. */
export function expandReferences(
  text: string,
  entities: Entities,
  budget: ExpansionBudget,
  nesting = 0,
): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(REFERENCE, (_all, decimal?: string, hex?: string, name?: string) => {
    if (name === undefined) return toCharacter(decimal, hex) ?? "";
    const predefined = PREDEFINED.get(name);
    if (predefined !== undefined) return predefined;
    const value = entities.get(name) ?? "";
    budget.remainingChars -= 1 + value.length;
    if (budget.remainingChars < 0 || nesting === NESTING_LIMIT) return "";
    return expandReferences(value, entities, budget, nesting + 1);
  });
}

function toCharacter(decimal: string | undefined, hex: string | undefined): string | undefined {
  const code = hex === undefined ? Number.parseInt(decimal ?? "", 10) : Number.parseInt(hex, 16);
  const allowed =
    code === 0x9 ||
    code === 0xa ||
    code === 0xd ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff);
  return allowed ? String.fromCodePoint(code) : undefined;
}
