// Files that match a pattern of a manifest, as Python's `glob` finds them with `recursive=True`:
// `*`, `?` and `[…]` inside a name, `**` for any folders, and no name that begins with a point
// unless the pattern does.

/** Whether a path of the kind `a/b/c.js` fits what `isGlob`. Takes time by the product of both lengths at most. */
export function createGlob(pattern: string): (path: string) => boolean {
  const parts = pattern.split("/").map(toNamePattern);
  // `static/src/**/*.js`, as most are: any file there that does not lie under a hidden name.
  const folders = parts.slice(0, -2);
  const [any, name] = parts.slice(-2);
  const ending = any?.text === "**" ? name?.ending : undefined;
  if (ending === undefined || folders.length === 0 || folders.some((one) => one.characters)) {
    return (path) => fits(parts, path.split("/"), FOLDERS);
  }
  const beginning = folders.map(({ text }) => `${text}/`).join("");
  const inner = beginning.length - 1;
  return (path) =>
    path.startsWith(beginning) && path.endsWith(ending) && !path.includes("/.", inner);
}

export function isGlob(pattern: string): boolean {
  return /[*?[\]]/.test(pattern);
}

interface Matching<Part> {
  readonly isWildcard: (part: Part) => boolean;
  readonly fitsOne: (part: Part, one: string) => boolean;
  /** Whether a wildcard may stand for it. */
  readonly isPassed: (one: string) => boolean;
}

/**
 * Two sequences side by side; a wildcard of the first takes as many of the second as it must, and of several the last
 * one takes more where the rest does not fit.
 */
function fits<Part>(
  pattern: readonly Part[],
  given: ArrayLike<string>,
  { isWildcard, fitsOne, isPassed }: Matching<Part>,
): boolean {
  let [at, from] = [0, 0];
  let wildcard: { readonly at: number; from: number } | undefined;
  while (from < given.length) {
    const part = pattern[at];
    const one = given[from] as string;
    if (part !== undefined && isWildcard(part)) {
      wildcard = { at, from };
      at += 1;
    } else if (part !== undefined && fitsOne(part, one)) {
      at += 1;
      from += 1;
    } else {
      if (wildcard === undefined || !isPassed(given[wildcard.from] ?? "")) return false;
      wildcard.from += 1;
      from = wildcard.from;
      at = wildcard.at + 1;
    }
  }
  return pattern.slice(at).every(isWildcard);
}

/** Pattern of a name: a text, or characters with wildcards among them. */
interface NamePattern {
  readonly text: string;
  /** Each `*`, `?`, a set such as `[a-z]`, or a character; `undefined` of a text. */
  readonly characters: readonly string[] | undefined;
  /** Text behind a leading `*`, if it has no wildcard. */
  readonly ending: string | undefined;
}

function toNamePattern(text: string): NamePattern {
  const characters = isGlob(text) ? (text.match(/\[!?\]?[^\]]*\]|[^]/gu) ?? []) : undefined;
  return { text, characters, ending: /^\*([^*?[\]]*)$/.exec(text)?.[1] };
}

function fitsName({ text, characters, ending }: NamePattern, name: string): boolean {
  if (characters === undefined) return text === name;
  if (name.startsWith(".") && !text.startsWith(".")) return false;
  if (ending !== undefined) return name.endsWith(ending);
  // Characters of two code units need splitting.
  const given = /[\ud800-\udbff]/.test(name) ? Array.from(name) : name;
  return fits(characters, given, CHARACTERS);
}

function fitsCharacter(part: string, character: string): boolean {
  if (part === "?") return true;
  if (part.length < 3 || !part.startsWith("[")) return part === character;
  const isNot = part[1] === "!";
  const set = Array.from(part.slice(isNot ? 2 : 1, -1));
  const isIn = set.some((first, at) => {
    if (set[at + 1] === "-" && at + 2 < set.length) {
      return first <= character && character <= (set[at + 2] as string);
    }
    return first === character;
  });
  return isIn !== isNot;
}

/** Folders that are hidden are not looked into. */
const FOLDERS: Matching<NamePattern> = {
  isWildcard: ({ text }) => text === "**",
  fitsOne: fitsName,
  isPassed: (folder) => !folder.startsWith("."),
};

const CHARACTERS: Matching<string> = {
  isWildcard: (part) => part === "*",
  fitsOne: fitsCharacter,
  isPassed: () => true,
};
