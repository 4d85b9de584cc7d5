// Names that code uses and that nothing in its file binds, in whatever scope, or that Python had once: the line fails when it
// runs. A name that another function binds counts as bound, so that each finding is true.
import type { WrittenReference } from "../../../data/module/module-under-development.js";
import { PYTHON_BUILTINS } from "../../../data/platform/python-builtins.js";
import { decodePythonSource } from "../python/text/decode.js";
import { createLineFinder } from "../python/text/lines.js";
import { tokenise, type Token } from "../python/text/tokens.js";
import type { SourceFile } from "../source-file.js";

/** Text that may bind any name, or that asks for one. */
const OPEN = /\bNameError\b|\bglobals\(|\bexec\(|\bbuiltins?\b|\bimport\s*\*|\bimport\s*\(\s*\*/;
const OF_PYTHON = /^__\w+__$/;
/** Words that begin a statement where a value follows them. */
const SOFT_KEYWORD = /^(?:match|case|type)$/;
/** Signs after a name by which it is only used. */
const USING: ReadonlySet<string> = new Set([".", "[", "("]);
/** Signs and words before the name of a parameter. */
const BEFORE_PARAMETER: ReadonlySet<string> = new Set(["(", ",", "*", "**", "lambda"]);

/** @param file one of Python 3, without errors */
export function listUndefinedNames({ path: file, bytes }: SourceFile): readonly WrittenReference[] {
  const { text } = decodePythonSource(bytes);
  const tokens = tokenise(text, 0, text.length);
  const { used, bound } = readNames(tokens);
  const lineAt = createLineFinder(text);
  const toWrong =
    (rule: "undefined-name" | "former-python") =>
    ({ name, start }: UsedName): WrittenReference => ({
      kind: "wrong",
      rule,
      name,
      file,
      line: lineAt(start),
    });
  const missing = Array.from(OPEN.test(text) ? [] : used, ([name, start]) => ({ name, start }));
  return [
    ...missing
      .filter(({ name }) => !bound.has(name) && !PYTHON_BUILTINS.has(name))
      .map(toWrong("undefined-name")),
    ...listFormerNames(text, tokens, bound).map(toWrong("former-python")),
  ];
}

interface Names {
  /** Indices of the text at which each is used first. */
  readonly used: ReadonlyMap<string, number>;
  readonly bound: ReadonlySet<string>;
}

function readNames(tokens: readonly Token[]): Names {
  const used = new Map<string, number>();
  const bound = new Set<string>();
  /** Indices of names that are bound where they stand. */
  const binding = new Set<number>();
  const closings: number[] = [];
  let statement = 0;
  const bind = (at: number): void => {
    bound.add(tokens[at]?.text ?? "");
    binding.add(at);
  };
  const isName = (at: number): boolean =>
    tokens[at]?.kind === "name" && tokens[at - 1]?.text !== ".";
  const isTarget = (at: number): boolean => isName(at) && !USING.has(tokens[at + 1]?.text ?? "");
  /** Binds names up to a token that is in no further bracket. @returns its index */
  const bindUntil = (
    from: number,
    isEnd: (token: Token) => boolean,
    isBound: (at: number) => boolean,
    isDeep = true,
  ): number => {
    let at = from;
    let end = -1;
    for (let token = tokens[at]; token !== undefined; token = tokens[at]) {
      if (at > end && isEnd(token)) break;
      if (isBound(at)) bind(at);
      if (isDeep) end = Math.max(end, token.close);
      at = isDeep || token.close === -1 ? at + 1 : token.close;
    }
    return at;
  };
  const isParameter = (at: number): boolean =>
    isName(at) && BEFORE_PARAMETER.has(tokens[at - 1]?.text ?? "");

  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    if (closings.at(-1) === at) closings.pop();
    if (token.close !== -1) closings.push(token.close);
    const isInside = closings.length > 0;
    const next = tokens[at + 1];
    if (isEndOfStatement(token)) statement = at + 1;
    switch (token.text) {
      case "import":
      case "global":
      case "nonlocal":
        at = bindUntil(at + 1, isEndOfStatement, isName) - 1;
        break;
      case "from":
        if (at === statement || tokens[at - 1]?.text === ":")
          at =
            bindUntil(
              at + 1,
              ({ text }) => text === "import",
              () => false,
            ) - 1;
        break;
      case "class":
      case "def": {
        bind(at + 1);
        const open = bindUntil(at + 2, ({ text }) => text === "(" || text === ":", isName);
        const { close = -1 } = tokens[open] ?? {};
        if (token.text === "def" && close !== -1)
          bindUntil(open + 1, (one) => one === tokens[close], isParameter, false);
        break;
      }
      case "lambda":
        bindUntil(at + 1, ({ text }) => text === ":", isParameter, false);
        break;
      case "for":
        bindUntil(at + 1, ({ text }) => text === "in", isTarget);
        break;
      case "as":
        bindUntil(at + 1, ({ text }) => /^[:,)\n]$/.test(text), isTarget);
        break;
      case ":=":
        bind(at - 1);
        break;
      case ":":
        if (at === statement + 1 && isName(statement)) bind(statement);
        break;
      case "=":
        if (isInside) break;
        bindUntil(statement, (one) => one === token, isTarget);
        statement = at + 1;
        break;
      default: {
        if (at === statement && SOFT_KEYWORD.test(token.text) && isValue(next))
          bindUntil(at, ({ kind }) => kind === "newline", isName);
        const isKeyword = isInside && next?.text === "=";
        const isUse = isName(at) && !binding.has(at) && !isKeyword && !OF_PYTHON.test(token.text);
        if (isUse && !used.has(token.text)) used.set(token.text, token.start);
      }
    }
  }
  return { used, bound };
}

const isEndOfStatement = ({ kind, text }: Token): boolean => kind === "newline" || text === ";";

const isValue = (token: Token | undefined): boolean =>
  token !== undefined && (token.kind !== "operator" || /^[[({*-]$/.test(token.text));

interface UsedName {
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

/** Names that Python had before 3.10 at the latest. @param bound names that the text binds itself */
function listFormerNames(
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
