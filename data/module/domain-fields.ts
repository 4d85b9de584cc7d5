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
  `[([]\\s*(["'])([a-z_]\\w*(?:\\.\\w+)*)\\1\\s*,\\s*(["'])(?:${OPERATORS.join("|")})\\3\\s*,`,
  "g",
);

/** Inner domains are about another model (since 17.0). */
const INNER_DOMAIN = /["'](?:not )?any["']/;

/** A part of a date is no field (since 17.0). */
const PART_OF_DATE = /_number$/;

/** No real field path is longer. */
const MOST_PARTS = 32;

/** Paths from field to field, in the order of the source, each once. */
export function listDomainFields(source: string): readonly (readonly string[])[] {
  if (INNER_DOMAIN.test(source)) return [];
  const paths = Array.from(source.matchAll(CONDITION), ([, , path = ""]) => path);
  return [...new Set(paths)]
    .map((path) => path.split("."))
    .filter((parts) => parts.length <= MOST_PARTS && !PART_OF_DATE.test(parts.at(-1) ?? ""));
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
