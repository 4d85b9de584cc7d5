// The arch of a view: an element of the file, or text that is XML itself, to the JSON of an `ArchNode`.
// What an arch field holds: `_eval_xml` and `_fix_multiple_roots` of the platform's `tools/convert.py`.
import type { ArchChildren, ArchNode } from "../../../data/module/loaded-module.js";
import {
  findContentLine,
  findLine,
  listAttributes,
  listChildren,
  listContent,
  parseTree,
  toElementText,
  type XmlElement,
} from "./tree.js";

export interface Arch {
  readonly kind: "arch";
  /** JSON. */
  readonly text: string;
  /** Line of its root in the file. */
  readonly line: number;
}

/** Reason for a missing arch. */
export interface ArchFault {
  readonly kind: "fault";
  readonly line: number;
  readonly detail: string;
}

/** Levels of elements; the deepest arch of public modules has a fifth of it. */
export const ARCH_LIMIT_LEVELS = 200;

/** Limit of an arch as JSON; the longest arch of public modules has a tenth of it. */
export const ARCH_LIMIT_CHARS = 1_000_000;

/**
 * Limit of one attribute, which expressions of other views may read again and again; no view of the
 * platform (17.0) reaches it.
 */
export const ARCH_LIMIT_ATTRIBUTE_CHARS = 65_536;

/** XML's white space: a no-break space is a text like others. */
const WHITE_SPACE = /[ \t\n\r]+/g;

/** Whitespace still to be normalised; testing is faster than replacing. */
const UNEVEN = /[\t\n\r]| {2}/;

/** Attributes and further children that the platform gives to an element. */
interface ArchRoot {
  readonly tag: string;
  readonly attributes: readonly (readonly [string, string])[];
  /** Behind its own. */
  readonly children: ArchChildren;
}

/** The arch that a field holds as elements or as text; `undefined` for an empty field. */
export function toFieldArch(field: XmlElement): Arch | ArchFault | undefined {
  const children = listChildren(field);
  const [root] = children;
  if (children.length > 1) return toArch(field, { tag: "data", attributes: [], children: [] });
  if (root !== undefined) return toArch(root);
  const text = toElementText(field);
  return text.trim() === "" ? undefined : toTextArch(text, findContentLine(field));
}

/** An element, with another tag and other attributes where `root` is given. */
export function toArch(element: XmlElement, root?: ArchRoot, firstLine = 1): Arch | ArchFault {
  const ownLine = findLine(element);
  const line = ownLine + firstLine - 1;
  const attributes = root?.attributes ?? listAttributes(element);
  const inner = toChildren(element, ownLine, 1);
  if (inner === undefined) {
    return { kind: "fault", line, detail: `more than ${ARCH_LIMIT_LEVELS} levels` };
  }
  const node: ArchNode = [
    root?.tag ?? element.name,
    toAttributes(attributes),
    0,
    [...inner, ...(root?.children ?? [])],
  ];
  const text = JSON.stringify(node);
  if (text.length > ARCH_LIMIT_CHARS) {
    return { kind: "fault", line, detail: `more than ${ARCH_LIMIT_CHARS} characters` };
  }
  if (text.length > ARCH_LIMIT_ATTRIBUTE_CHARS && hasLongAttribute(node)) {
    const detail = `an attribute of more than ${ARCH_LIMIT_ATTRIBUTE_CHARS} characters`;
    return { kind: "fault", line, detail };
  }
  return { kind: "arch", text, line };
}

function hasLongAttribute(root: ArchNode): boolean {
  const open: ArchNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const [, attributes, , children] = node;
    if (Object.values(attributes).some(isLong)) return true;
    for (const child of children) if (typeof child !== "string") open.push(child);
  }
  return false;
}

const isLong = ({ length }: string): boolean => length > ARCH_LIMIT_ATTRIBUTE_CHARS;

/** @param firstLine the line of the file in which the text begins */
function toTextArch(text: string, firstLine: number): Arch | ArchFault {
  // The platform's parser takes an XML declaration at the very start alone.
  const lead = text.length - text.trimStart().length;
  const line = firstLine + text.slice(0, lead).split("\n").length - 1;
  const { roots, fault } = parseTree(text.trim());
  const [root] = roots;
  if (fault !== undefined || root === undefined) {
    return { kind: "fault", line, detail: fault?.message ?? "no element" };
  }
  return toArch(root, undefined, line);
}

/** `undefined` where they lie too deep. */
function toChildren(parent: XmlElement, line: number, level: number): ArchChildren | undefined {
  const children: (ArchNode | string)[] = [];
  let text = "";
  for (const child of listContent(parent)) {
    if (typeof child === "string") {
      text += child;
      continue;
    }
    pushText(children, text);
    text = "";
    const childLine = findLine(child);
    const inner = level < ARCH_LIMIT_LEVELS ? toChildren(child, childLine, level + 1) : undefined;
    if (inner === undefined) return undefined;
    children.push([child.name, toAttributes(listAttributes(child)), childLine - line, inner]);
  }
  pushText(children, text);
  return children;
}

function pushText(children: (ArchNode | string)[], text: string): void {
  const collapsed = collapse(text);
  if (collapsed !== "" && collapsed !== " ") children.push(collapsed);
}

function toAttributes(
  attributes: readonly (readonly [string, string])[],
): Readonly<Record<string, string>> {
  // A name such as `__proto__` becomes a plain property this way.
  return Object.fromEntries(attributes.map(([name, value]) => [name, collapse(value)]));
}

function collapse(text: string): string {
  return UNEVEN.test(text) ? text.replaceAll(WHITE_SPACE, " ") : text;
}
