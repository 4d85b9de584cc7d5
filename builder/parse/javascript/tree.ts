// The syntax tree of a JavaScript file: the only place that knows meriyah. Nothing of a file that a browser refuses
// runs, so nothing is read of it either.
//
// The parser calls itself for what is nested, and how deep it may do so depends on the machine. What bounds it is
// counted: parentheses before, of which the tree shows nothing, and nodes after. Both bounds are a third of what the
// smallest stack bears, and three times what real files have.
import { isParseError, parse, type ESTree } from "meriyah";

export type JsNode = ESTree.Node;

/** Real files reach 20 and 110, the latter in chains of calls. */
const PARENTHESES_LIMIT_LEVELS = 300;
const NODES_LIMIT_LEVELS = 400;

interface JsFault {
  /** UTF-16 index. */
  readonly offset: number;
  readonly detail: string;
}

type JsTree =
  | { readonly root: ESTree.Program; readonly all: JsNodes }
  | { readonly fault: JsFault };

const TOO_DEEP = "nested too deep";

/** Sign of module syntax; a wrong guess only costs a second try. */
const MODULE_LINE = /^[ \t]*(?:import|export)\b/m;

/** Never throws; the same text always gives the same. */
export function parseJavaScript(text: string): JsTree {
  if (isDeepInParentheses(text)) return { fault: { offset: 0, detail: TOO_DEEP } };
  const isModule = MODULE_LINE.test(text);
  const tree = parseAs(text, isModule);
  // A word at the beginning of a line may stand in a comment, and one that counts behind one; a script may say what a
  // module may not.
  if ("root" in tree) return tree;
  const other = parseAs(text, !isModule);
  // The one that got further says what is wrong.
  return "root" in other || other.fault.offset > tree.fault.offset ? other : tree;
}

/** Limit of replaced top-level `return`s; real files have one or two. */
const RETURNS_LIMIT = 20;

/** A script and a module may return, since the platform wraps both in a function (odoo/tools/js_transpiler.py). */
function parseAs(text: string, isModule: boolean): JsTree {
  let tree = parseOnce(text, isModule);
  if (!isModule) return tree;
  let shown = text;
  for (let count = 0; count < RETURNS_LIMIT && "fault" in tree; count++) {
    const { offset } = tree.fault;
    if (!shown.startsWith("return", offset)) break;
    const isBare = /^return[ \t]*(?:[;}\r\n]|$)/.test(shown.slice(offset, offset + 80));
    shown = `${shown.slice(0, offset)}${isBare ? "false " : "void  "}${shown.slice(offset + 6)}`;
    tree = parseOnce(shown, true);
  }
  return tree;
}

function parseOnce(text: string, isModule: boolean): JsTree {
  try {
    const root = parse(text, {
      sourceType: isModule ? "module" : "commonjs",
      next: true,
      webcompat: true,
      ranges: { start: true, end: true, range: false },
    });
    const all = listNodes([root]);
    return isDeep(all) ? { fault: { offset: 0, detail: TOO_DEEP } } : { root, all };
  } catch (error) {
    if (error instanceof RangeError) return { fault: { offset: 0, detail: TOO_DEEP } };
    if (!isParseError(error)) throw error;
    return { fault: { offset: error.start, detail: error.description } };
  }
}

const OPEN = 40;
const CLOSE = 41;

/** Counts parentheses in texts and comments too; real files balance them. */
function isDeepInParentheses(text: string): boolean {
  let level = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === OPEN) {
      level += 1;
      if (level > PARENTHESES_LIMIT_LEVELS) return true;
    } else if (unit === CLOSE && level > 0) level -= 1;
  }
  return false;
}

/** Nodes in source order. */
export interface JsNodes {
  readonly nodes: readonly JsNode[];
  /** Number of each node's parent, −1 for none. */
  readonly parents: readonly number[];
}

/** Without the left sides of operators, which the parser reads in a loop: lists of texts are joined by thousands. */
function isDeep({ nodes, parents }: JsNodes): boolean {
  const levels = new Uint16Array(nodes.length);
  return parents.some((parent, at) => {
    const outer = nodes[parent];
    const isLeft = outer !== undefined && isOperation(outer) && outer.left === nodes[at];
    const level = outer === undefined ? 0 : (levels[parent] ?? 0) + (isLeft ? 0 : 1);
    levels[at] = level;
    return level > NODES_LIMIT_LEVELS;
  });
}

function isOperation(node: JsNode): node is ESTree.BinaryExpression | ESTree.LogicalExpression {
  return node.type === "BinaryExpression" || node.type === "LogicalExpression";
}

/** A node and all that is in it. */
export function listNodes(roots: readonly JsNode[]): JsNodes {
  const nodes: JsNode[] = [];
  const parents: number[] = [];
  const waiting = roots.toReversed();
  const around = waiting.map(() => -1);
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const number = nodes.push(node) - 1;
    parents.push(around.pop() ?? -1);
    const first = waiting.length;
    pushChildren(node, waiting);
    reverseFrom(waiting, first);
    while (around.length < waiting.length) around.push(number);
  }
  return { nodes, parents };
}

/** Hot path: this takes most of the time beside parsing. */
function pushChildren(node: JsNode, children: JsNode[]): void {
  const values = node as unknown as Readonly<Record<string, unknown>>;
  for (const key in values) {
    const value = values[key];
    if (typeof value !== "object" || value === null) continue;
    if (!Array.isArray(value)) {
      if (isNode(value)) children.push(value);
      continue;
    }
    for (const item of value as readonly unknown[]) {
      if (typeof item === "object" && item !== null && isNode(item)) children.push(item);
    }
  }
}

function reverseFrom(list: JsNode[], first: number): void {
  for (let low = first, high = list.length - 1; low < high; low++, high--) {
    const [left, right] = [list[low], list[high]];
    if (left !== undefined && right !== undefined) [list[low], list[high]] = [right, left];
  }
}

/** Values of literals are objects, too. */
function isNode(value: object): value is JsNode {
  return (value as Partial<JsNode>).type !== undefined;
}
