// The tree of an XML text: elements in document order. It stops at XML; what the elements mean to the
// platform is decided in data-file.ts.
import {
  EXPANSION_LIMIT_CHARS,
  expandReferences,
  type Entities,
  type ExpansionBudget,
} from "./entities.js";
import { createLineFinder } from "../python/text/lines.js";
import { scanMarkup, type MarkupFault, type MarkupVisitor, type StartTag } from "./markup.js";

interface XmlTree {
  /** Elements outside all others: one in a well-formed file. */
  readonly roots: readonly XmlElement[];
  /** The first thing that XML forbids, `undefined` for a well-formed file. */
  readonly fault: MarkupFault | undefined;
}

export interface XmlElement {
  /** Name as written, with a namespace prefix. */
  readonly name: string;
  /** False when the text ends, or ceases to be XML, before the element does. */
  readonly isComplete: boolean;
  readonly tag: StartTag;
  readonly content: readonly Content[];
  readonly document: XmlDocument;
}

interface GrowingElement extends XmlElement {
  isComplete: boolean;
  readonly content: Content[];
}

/** An element, a text as written, or a CDATA section. */
type Content = XmlElement | string | { readonly cdata: string };

interface XmlDocument {
  readonly entities: Entities;
  readonly budget: ExpansionBudget;
  readonly lineAt: (offset: number) => number;
}

/** Reads text with `\n` line ends. Never throws; comments and instructions are left out. */
export function parseTree(text: string, visitor?: MarkupVisitor): XmlTree {
  const roots: Content[] = [];
  const open: GrowingElement[] = [];
  const budget = { remainingChars: EXPANSION_LIMIT_CHARS };
  const lineAt = createLineFinder(text);
  let document: XmlDocument | undefined;
  let written = "";
  const add = (...parts: readonly Content[]): void => {
    const content = open.at(-1)?.content ?? roots;
    if (written !== "") content.push(written);
    content.push(...parts);
    written = "";
  };
  const fault = scanMarkup(text, {
    enter(tag, entities) {
      visitor?.enter(tag, entities);
      document ??= { entities, budget, lineAt };
      const element = { name: tag.name, isComplete: false, tag, content: [], document };
      add(element);
      open.push(element);
    },
    leave(end) {
      visitor?.leave(end);
      add();
      const element = open.pop();
      if (element !== undefined) element.isComplete = true;
    },
    text(part) {
      written += part;
    },
    cdata: (cdata) => add({ cdata }),
  });
  return { roots: roots.filter(isElement), fault };
}

function isElement(part: Content): part is XmlElement {
  return typeof part === "object" && "name" in part;
}

/** Child elements in document order, without text. */
export function listChildren({ content }: XmlElement): readonly XmlElement[] {
  return content.filter(isElement);
}

/** The value of an attribute, white space normalised and references expanded. */
export function findAttribute({ tag, document }: XmlElement, name: string): string | undefined {
  const found = tag.attributes.findLast(([written]) => written === name);
  return found && toAttributeValue(found[1], document);
}

/** The attributes in their order, values as `findAttribute` gives them. */
export function listAttributes({
  tag,
  document,
}: XmlElement): readonly (readonly [string, string])[] {
  // The last value counts where a name is written twice.
  return Array.from(new Map(tag.attributes), ([name, value]) => [
    name,
    toAttributeValue(value, document),
  ]);
}

const ATTRIBUTE_SPACE = /[\t\n]/;

function toAttributeValue(value: string, { entities, budget }: XmlDocument): string {
  const normalised = ATTRIBUTE_SPACE.test(value) ? value.replaceAll(/[\t\n]/g, " ") : value;
  return expandReferences(normalised, entities, budget);
}

/** The line in which the start tag of an element begins; the first is 1. */
export function findLine({ tag, document }: XmlElement): number {
  return document.lineAt(tag.start);
}

/** The line in which the start tag of an element ends. */
export function findContentLine({ tag, document }: XmlElement): number {
  return document.lineAt(tag.end - 1);
}

/** Elements and texts in an element, in their order; a comment ends no text. */
export function listContent({ content, document }: XmlElement): readonly (XmlElement | string)[] {
  return content.map((part) => (isElement(part) ? part : toText(part, document)));
}

/** All text inside an element, its descendants' included. */
export function toElementText(element: XmlElement): string {
  const pieces: string[] = [];
  const pending: Content[] = [element];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (!isElement(part)) pieces.push(toText(part, element.document));
    else for (const child of part.content.toReversed()) pending.push(child);
  }
  return pieces.join("");
}

function toText(part: Exclude<Content, XmlElement>, { entities, budget }: XmlDocument): string {
  return typeof part === "string" ? expandReferences(part, entities, budget) : part.cdata;
}
