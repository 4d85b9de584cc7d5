// Python 2 in a text that the grammar, which knows both versions, could read without an error.

import type { PythonNode } from "../tree.js";

interface Construct {
  readonly pattern: RegExp;
  readonly detail: string;
}

/**
 * Signs of Python 2 in a text without comments and string contents. Each begins with a word or sign
 * if possible, since an engine finds those far faster than a lookbehind.
 */
const CONSTRUCTS: readonly Construct[] = [
  {
    pattern: /print(?<=(?:^|[:;])[ \t]*print)[ \t]+[^\s=(),.:;[\]>&|^*%/<+-]/gm,
    detail: "print statement",
  },
  {
    pattern: /exec(?<=(?:^|[:;])[ \t]*exec)[ \t]+[^\s=(),.:;[\]>&|^*%/<+-]/gm,
    detail: "exec statement",
  },
  {
    pattern: /\bexcept[ \t]*[\w.(][^:\n#]{0,200},[ \t]*\w+[ \t]*:/g,
    detail: "except with a comma",
  },
  { pattern: /\braise[ \t]+[\w.]+[ \t]*,/g, detail: "raise with a comma" },
  { pattern: /<>/g, detail: "operator <>" },
  { pattern: /`/g, detail: "backquotes" },
  { pattern: /(?<![\w.])(?:0\d*[1-9]\d*(?![\w.])|\d+[lL]\b|0[0-7]+[lL]\b)/g, detail: "number" },
  { pattern: /(?<!\w)[uU][rR]["']/g, detail: "ur prefix" },
  {
    pattern: /\bdef[ \t]+\w+[ \t]*\((?:[^()]{0,1000},)?[ \t\n]*\(/g,
    detail: "parameter in brackets",
  },
  { pattern: /\blambda[ \t]*\(/g, detail: "parameter in brackets" },
];
const WORD = /^(?:print|exec)\b/;

/**
 * The first construct that Python 3 would refuse.
 * @param text as `blankLoose` gives it
 */
export function findPython2(
  text: string,
  root: PythonNode,
): { readonly start: number; readonly detail: string } | undefined {
  let first: { start: number; detail: string } | undefined;
  for (const { pattern, detail } of CONSTRUCTS) {
    for (const match of text.matchAll(pattern)) {
      const start = match.index;
      if (first !== undefined && start >= first.start) break;
      if (!isPython2(text, root, start, match.index + match[0].length - 1)) continue;
      first = { start, detail: `Python 2: ${detail}` };
      break;
    }
  }
  return first;
}

function isPython2(text: string, root: PythonNode, start: number, end: number): boolean {
  const node = root.descendantForIndex(start);
  if (WORD.test(text.slice(start, start + 6))) {
    return node.parent?.type === "print_statement" || node.parent?.type === "exec_statement";
  }
  if (node.type === "def" || node.type === "lambda") {
    return root.descendantForIndex(end).parent?.type === "tuple_pattern";
  }
  // `except (A, b):` names two classes; only a clause with a second value is meant.
  if (node.type === "except") return (node.parent?.childrenForFieldName("value").length ?? 0) > 1;
  return true;
}
