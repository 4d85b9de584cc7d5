// Fields that a domain names, read off its source: domains of rules are evaluated when they are needed.

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

/** Their conditions are about another model (since 17.0). */
const INNER_DOMAIN = /["'](?:not )?any["']/;

/** A part of a date is no field (since 17.0). */
const PART_OF_DATE = /_number$/;

/** Longer paths are of nobody. */
const MOST_PARTS = 32;

/** Paths from field to field, in the order of the source, each once. */
export function listDomainFields(source: string): readonly (readonly string[])[] {
  if (INNER_DOMAIN.test(source)) return [];
  const paths = Array.from(source.matchAll(CONDITION), ([, , path = ""]) => path);
  return [...new Set(paths)]
    .map((path) => path.split("."))
    .filter((parts) => parts.length <= MOST_PARTS && !PART_OF_DATE.test(parts.at(-1) ?? ""));
}
