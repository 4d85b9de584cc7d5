// The syntax tree of a Python file: the only place that knows tree-sitter.
// Gives nodes with positions; what they mean is read elsewhere, from the tokens of the text.

import Parser from "tree-sitter";
import Python from "tree-sitter-python";

/** A node; indices are UTF-16 code units of the parsed text. */
export type PythonNode = Parser.SyntaxNode;

/**
 * Recovery from errors takes the square of the text's length in text that is not Python at all, and
 * nothing but the time shows it. Real files, damaged ones too, take less than a hundredth of this.
 */
const PARSE_LIMIT_MICROSECONDS = 3_000_000;

/** UTF-16 units handed over at a time; larger chunks are copied more often than they are read. */
const CHUNK_UNITS = 8192;

let shared: Parser | undefined;

/** The root of the tree; `undefined` where the text is so broken that recovery was given up. */
export function parsePython(text: string): PythonNode | undefined {
  const parser = getParser();
  const read = (index: number): string | null =>
    index < text.length ? text.slice(index, index + CHUNK_UNITS) : null;
  // The declared type promises a tree; a parse that was given up gives null.
  const tree: Parser.Tree | null = parser.parse(read);
  if (tree === null) {
    parser.reset();
    return undefined;
  }
  return tree.rootNode;
}

/** Where the first error of a tree begins, `undefined` where there is none. */
export function findFirstError(root: PythonNode): number | undefined {
  let node = root;
  while (node.hasError && !node.isError && !node.isMissing) {
    const next = node.children.find((child) => child.hasError || child.isMissing);
    if (next === undefined) break;
    node = next;
  }
  return root.hasError ? node.startIndex : undefined;
}

function getParser(): Parser {
  if (shared === undefined) {
    shared = new Parser();
    shared.setLanguage(Python as unknown as Parser.Language);
    shared.setTimeoutMicros(PARSE_LIMIT_MICROSECONDS);
  }
  return shared;
}
