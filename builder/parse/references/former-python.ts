// Names that Python had before 3.10 at the latest: methods of dictionaries, and names of modules that a text imports.
import type { Token } from "../python/text/tokens.js";

export interface UsedName {
  readonly name: string;
  /** Index in the text. */
  readonly start: number;
}

const FORMER_METHODS: ReadonlySet<string> = new Set([
  "has_key",
  "iteritems",
  "iterkeys",
  "itervalues",
]);
const FORMER_NAMES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    "base64 decodestring encodestring",
    "cgi escape",
    "collections Callable Hashable Iterable Iterator Mapping MutableMapping MutableSequence MutableSet Sequence Set",
    "itertools ifilter ifilterfalse imap izip izip_longest",
    "os getcwdu",
    "string join letters lower lowercase maketrans replace split strip upper uppercase",
    "sys maxint setdefaultencoding",
    "time clock",
    "urllib quote quote_plus unquote unquote_plus urlencode urlopen urlretrieve",
  ].map((line) => {
    const [module = "", ...names] = line.split(" ");
    return [module, new Set(names)];
  }),
);

/** Text that asks which Python runs. */
const OF_BOTH = /\bversion_info\b|\bPY[23]\b|\bAttributeError\b/;

/** Lists of modules that a text imports by their own names. */
const IMPORTS = /^[ \t]*import[ \t]+([\w., \t]+)/gm;

/** @param bound names that the text binds itself */
export function listFormerNames(
  text: string,
  tokens: readonly Token[],
  bound: ReadonlySet<string>,
): readonly UsedName[] {
  if (OF_BOTH.test(text)) return [];
  const lists = Array.from(text.matchAll(IMPORTS), ([, names = ""]) => names);
  const imported = new Set(lists.flatMap((names) => names.split(",").map((name) => name.trim())));
  return tokens.flatMap(({ text: name, start }, at) => {
    const [owner, dot, next] = [tokens[at - 2], tokens[at - 1], tokens[at + 1]];
    if (dot?.text !== ".") return [];
    if (FORMER_METHODS.has(name) && next?.text === "(" && !bound.has(name))
      return [{ name, start }];
    const module = tokens[at - 3]?.text === "." ? "" : (owner?.text ?? "");
    const isFormer = imported.has(module) && FORMER_NAMES.get(module)?.has(name) === true;
    return isFormer ? [{ name: `${module}.${name}`, start }] : [];
  });
}
