// Fields that domains, and names that other expressions of Python have, read off their source: they are evaluated when
// they are needed.

const OPERATORS = [
  "=\\??",
  "!=",
  "<>",
  "[<>]=?",
  "(?:not )?(?:in|i?like)",
  "=i?like",
  "child_of",
  "parent_of",
];

const CONDITION = new RegExp(
  `[([]\\s*(["'])([a-z_]\\w*(?:\\.\\w+)*)\\1\\s*,\\s*(["'])(${OPERATORS.join("|")})\\3\\s*,`,
  "g",
);

/** A text that nothing is formatted into. */
const TEXT = `(?:"[^"'\\\\%]*"|'[^"'\\\\%]*')`;
const ONE_TEXT = new RegExp(`\\s*${TEXT}(?=\\s*(?:[)\\],}]|(?:and|or|if|else)\\b|$))`, "y");
const TEXTS = new RegExp(`\\s*[[(]\\s*${TEXT}(?:\\s*,\\s*${TEXT})*\\s*(?:,\\s*)?[\\])]`, "y");

/** Operators of domains and of expressions whose texts a field may be equal to. */
const EQUAL = /^(?:=\??|==|!=|<>)$/;
const AMONG = /^(?:not\s+)?in$/;

/** Inner domains are about another model (since 17.0). */
const INNER_DOMAIN = /["'](?:not )?any["']/;

/** A part of a date is no field (since 17.0). */
const PART_OF_DATE = /_number$/;

/** No real field path is longer. */
const MOST_PARTS = 32;

/** A path from field to field, and the texts that it is compared with, as far as they are written. */
export interface Comparison {
  readonly path: readonly string[];
  readonly values: readonly string[];
}

/** The conditions of a domain, in the order of the source; none where inner domains are about another model. */
export function listConditions(source: string): readonly Comparison[] {
  if (INNER_DOMAIN.test(source)) return [];
  return Array.from(source.matchAll(CONDITION), (found) => {
    const [whole, , path = "", , operator = ""] = found;
    return {
      path: path.split("."),
      values: readTexts(source, found.index + whole.length, operator),
    };
  }).filter(({ path }) => path.length <= MOST_PARTS && !PART_OF_DATE.test(path.at(-1) ?? ""));
}

/** Paths from field to field, in the order of the source, each once. */
export function listDomainFields(source: string): readonly (readonly string[])[] {
  const paths = listConditions(source).map(({ path }) => path);
  return [...new Map(paths.map((path) => [path.join("."), path])).values()];
}

const COMPARED = /(?<![\w.)\]])([a-z_]\w*(?:\.[a-z_]\w*)*)\s*(==|!=|(?:not\s+)?in\b)/gi;

/** Names of an expression of Python that are compared with texts. */
export function listComparisons(source: string): readonly Comparison[] {
  return Array.from(source.matchAll(COMPARED), (found) => {
    const [whole, path = "", operator = ""] = found;
    return {
      path: path.split("."),
      values: readTexts(source, found.index + whole.length, operator),
    };
  }).filter(({ path: [root = ""], values }) => values.length > 0 && !KEYWORDS.has(root));
}

function readTexts(source: string, start: number, operator: string): readonly string[] {
  const pattern = EQUAL.test(operator) ? ONE_TEXT : AMONG.test(operator) ? TEXTS : undefined;
  if (pattern === undefined) return [];
  pattern.lastIndex = start;
  const [found = ""] = pattern.exec(source) ?? [];
  return Array.from(found.matchAll(/(["'])([^"']+)\1/g), ([, , text = ""]) => text);
}

const TEXT_OR_NAME =
  /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|(?<![\w.])(\.?)([A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*)(\s*=(?!=))?/g;

/** A record by its id, as archs write it. */
const MARKED_ID = /%\([^()]*\)[ds]/g;

const KEYWORDS: ReadonlySet<string> = new Set(
  "and or not in is if else True False None".split(" "),
);

/** Syntax that binds names of its own. */
const BINDING = /\b(?:lambda|for)\b/;

/** Dotted names outside of texts, as paths, each once; none of a source that binds some itself. */
export function listExpressionNames(source: string): readonly (readonly string[])[] {
  const names = Array.from(
    source.replaceAll(MARKED_ID, "0").matchAll(TEXT_OR_NAME),
    ([, dot, name, equals]) => (dot === "" && equals === undefined ? name : undefined),
  );
  const known = [...new Set(names)].flatMap((name) => name?.replaceAll(/\s/g, "") ?? []);
  if (known.some((name) => BINDING.test(name))) return [];
  return known.map((name) => name.split(".")).filter(([root = ""]) => !KEYWORDS.has(root));
}
