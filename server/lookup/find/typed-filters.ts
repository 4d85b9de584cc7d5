// Filters as they are typed: `module:mail_* version:17 author:"Jane Doe"`, and names with `*`.

/** Filters, by every word that may stand before the colon. */
const KEYS = {
  module: "module",
  name: "module",
  repo: "repository",
  repository: "repository",
  org: "organization",
  organization: "organization",
  organisation: "organization",
  model: "model",
  field: "field",
  method: "method",
  view: "view",
  xmlid: "view",
  xml_id: "view",
  author: "author",
  maintainer: "maintainer",
  category: "category",
  license: "license",
  licence: "license",
  depends: "depends_on",
  depends_on: "depends_on",
  status: "development_status",
  maturity: "development_status",
  version: "version",
  platform_version: "version",
} as const;

export type FilterKey = (typeof KEYS)[keyof typeof KEYS];

/** Every word before a colon that makes a filter. */
export const FILTER_WORDS: readonly string[] = Object.keys(KEYS);

export interface TypedFilter {
  readonly key: FilterKey;
  /** Not empty. */
  readonly value: string;
}

const FILTER = /(^|\s)([A-Za-z_]+):(?:"([^"]*)"|(\S+))(?=\s|$)/g;

/** The filters of a text in their order, and the text without them; other words with colons stay. */
export function readFilters(text: string): {
  readonly filters: readonly TypedFilter[];
  readonly rest: string;
} {
  const filters: TypedFilter[] = [];
  const rest = text.replaceAll(
    FILTER,
    (whole, before: string, word: string, quoted: string | undefined, plain: string) => {
      const key = findKey(word.toLowerCase());
      const value = (quoted ?? plain).trim();
      if (key === undefined || value === "") return whole;
      filters.push({ key, value });
      return before;
    },
  );
  return { filters, rest: rest.trim().replaceAll(/\s+/g, " ") };
}

/** Filters as people say them. */
const SPOKEN: readonly (readonly [said: RegExp, key: FilterKey])[] = [
  [
    /^(?:(?:who|what|(?:(?:which|what|all) )?(?:modules?|addons)(?: that| which)?) depend(?:s|ing)? on|dependents of) (\w{1,200})\??$/i,
    "depends_on",
  ],
  [/^maintain(?:er|ed by) ([\w-]{1,100})$/i, "maintainer"],
  [/^licen[cs]e (\S{1,50})$/i, "license"],
];

/** A filter that the whole text may be; one that nothing fits was words. */
export function readSpokenFilter(text: string): TypedFilter | undefined {
  for (const [said, key] of SPOKEN) {
    const [, value] = said.exec(text) ?? [];
    if (value !== undefined) return { key, value };
  }
  return undefined;
}

function findKey(word: string): FilterKey | undefined {
  return Object.hasOwn(KEYS, word) ? KEYS[word as keyof typeof KEYS] : undefined;
}

/** Most stars that count, so that the time to compare is bounded. */
const MOST_STARS = 5;

/** Tests whole names against one in which `*` stands for any letters; case does not matter. */
export function createPattern(pattern: string): (name: string) => boolean {
  const folded = pattern.toLowerCase();
  const parts = folded.split("*");
  if (parts.length === 1) return (name) => name.toLowerCase() === folded;
  const [first = "", ...others] = parts.slice(0, MOST_STARS + 1);
  const last = parts.length > MOST_STARS + 1 ? "" : (others.pop() ?? "");
  return (name) => {
    const text = name.toLowerCase();
    if (!text.startsWith(first) || !text.endsWith(last)) return false;
    let at = first.length;
    for (const part of others) {
      const found = text.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return at <= text.length - last.length;
  };
}
