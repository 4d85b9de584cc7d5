// The syntax tree of a Python file: the only place that knows tree-sitter, which is loaded when a first file is parsed.
// Gives nodes with positions; what they mean is read elsewhere, from the tokens of the text.
import { createRequire } from "node:module";
import type Parser from "tree-sitter";
import { countFaults, measureIndentation } from "./faults.js";

/** A node; indices are UTF-16 code units of the parsed text. */
export type PythonNode = Parser.SyntaxNode;

// Recovery from errors takes up to the cube of the text's length. What bounds it is counted and never
// timed, so that a text gives the same on an idle machine and on a busy one:
//
// - Steps of the parser, which it tells in hundreds. Real files take up to 6 for each unit of text.
// - Chunks that the parser asks for. Real texts are read once, and again from a little way back.
// - An error makes every later step longer, by what it has swallowed, which shows nowhere but in the time. So a long
//   text is searched for faults before it is parsed. Of 180,000 real files one so long has any.

/** Hundreds of steps that any text may take, and how many more for each unit of its text. */
const FREE_HUNDREDS = 200;
const HUNDREDS_PER_UNIT = 0.2;
/** A shorter text is not counted: asking for the count costs memory that is never given back. */
const COUNTED_UNITS = 500;
/** UTF-16 units handed over at a time; larger chunks are copied more often than they are read. */
const CHUNK_UNITS = 8192;
/** Chunks that any text may ask for, and how often all of it may be read beside. */
const FREE_READS = 4096;
const READS_PER_CHUNK = 16;
/** A text with more words than this is parsed only where none of its places is a fault: a fifth of a second. */
const MOST_FAULTY_WORDS = 4000;
/** The same for a text that has more faults than anybody leaves behind. */
const MOST_HOPELESS_WORDS = 1000;
const MANY_FAULTS = 64;

let shared: Parser | undefined;

/** Work done for the text that is being parsed. */
const work = { hundreds: 0, hundredsLimit: 0, reads: 0 };

/** The library keeps what it is given here for ever, so it is one function for all texts. */
const COUNTING: Parser.Options = {
  progressCallback: () => {
    work.hundreds += 1;
    return work.hundreds > work.hundredsLimit;
  },
};

/**
 * The root of the tree; `undefined` where the text is so broken, or so deep, that it is given up. The same text
 * always gives the same.
 */
export function parsePython(text: string): PythonNode | undefined {
  if (isTooDeep(text) || isHopeless(text)) return undefined;
  const parser = getParser();
  const readLimit = FREE_READS + READS_PER_CHUNK * Math.ceil(text.length / CHUNK_UNITS);
  work.hundreds = 0;
  work.hundredsLimit = FREE_HUNDREDS + HUNDREDS_PER_UNIT * text.length;
  work.reads = 0;
  const read = (index: number): string | null => {
    work.reads += 1;
    // Over the limit the text ends, and so does the parser.
    if (index >= text.length || work.reads > readLimit) return null;
    return text.slice(index, index + CHUNK_UNITS);
  };
  const options = text.length > COUNTED_UNITS ? COUNTING : {};
  // The declared type promises a tree; a parse that was given up gives null.
  const tree: Parser.Tree | null = parser.parse(read, null, options);
  if (tree === null) parser.reset();
  return tree === null || work.reads > readLimit ? undefined : tree.rootNode;
}

/** Index of the first error of a tree. */
export function findFirstError(root: PythonNode): number | undefined {
  let node = root;
  while (node.hasError && !node.isError && !node.isMissing) {
    const next = node.children.find((child) => child.hasError || child.isMissing);
    if (next === undefined) break;
    node = next;
  }
  return root.hasError ? node.startIndex : undefined;
}

/** Whether a text is too long for its errors. */
function isHopeless(text: string): boolean {
  if (text.length <= MOST_FAULTY_WORDS) return false;
  const { faults, words } = countFaults(text);
  return faults > 0 && words > (faults > MANY_FAULTS ? MOST_HOPELESS_WORDS : MOST_FAULTY_WORDS);
}

/** The packages are native code, which not every installation could compile: see `requireParser`. */
function getParser(): Parser {
  if (shared === undefined) {
    const load = createRequire(import.meta.url);
    shared = new (load("tree-sitter") as typeof Parser)();
    shared.setLanguage(load("tree-sitter-python") as Parser.Language);
  }
  return shared;
}

/** `MAXINDENT` of CPython's `Parser/tokenizer.c`. */
const MOST_LEVELS = 100;

/** Widths that the scanner can hold at once, two bytes each of its 1,024, beside open strings. */
const MOST_WIDTHS = 380;

/** A shorter text has no room for so many levels. */
const LEVELLED_UNITS = (MOST_LEVELS * MOST_LEVELS) / 2;

/**
 * Whether blocks are nested deeper than CPython reads, or deeper than the parser can hold. Lines of strings and brackets
 * count as others do: none of those that are written has so many steps.
 */
function isTooDeep(text: string): boolean {
  if (text.length < LEVELLED_UNITS) return false;
  const levels = [0];
  const widths = new Set<number>();
  for (const [, indentation = ""] of text.matchAll(/^([ \t\f]*)(?=[^ \t\f\r\n#])/gm)) {
    const width = measureIndentation(indentation);
    while ((levels.at(-1) ?? 0) > width) levels.pop();
    if ((levels.at(-1) ?? 0) < width) levels.push(width);
    widths.add(width);
    if (levels.length > MOST_LEVELS || widths.size > MOST_WIDTHS) return true;
  }
  return false;
}
