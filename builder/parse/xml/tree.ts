// XML text to elements in document order. It stops at XML; what the elements mean to the platform is decided in views.ts.
import { createLineFinder } from "../python/text/lines.js";
import {
  EXPANSION_LIMIT_CHARS,
  expandReferences,
  type Entities,
  type ExpansionBudget,
} from "./entities.js";
import {
  scanMarkup,
  type Attribute,
  type MarkupFault,
  type MarkupVisitor,
  type Tag,
} from "./markup.js";

interface XmlTree {
  /** Elements outside all others: one in a well-formed file. */
  readonly roots: readonly XmlElement[];
  /** The first thing that XML forbids, `undefined` for a well-formed file. */
  readonly fault: MarkupFault | undefined;
}

export interface XmlElement {
  /** As written, a namespace prefix included. */
  readonly name: string;
  /** False when the text ends, or ceases to be XML, before the element does. */
  readonly isComplete: boolean;
  readonly tag: Tag;
  /** Elements and texts in their order, as written. */
  readonly content: readonly (XmlElement | XmlText)[];
  readonly document: XmlDocument;
}

interface XmlText {
  text: string;
  /** In a CDATA section, where no reference is one. */
  readonly isLiteral: boolean;
}

interface OpenElement extends XmlElement {
  isComplete: boolean;
  readonly content: (XmlElement | XmlText)[];
}

interface XmlDocument {
  entities: Entities;
  readonly budget: ExpansionBudget;
  readonly findLine: (offset: number) => number;
}

/** Reads text with `\n` line ends. Never throws; comments and instructions are left out. */
export function parseTree(text: string, ...visitors: readonly MarkupVisitor[]): XmlTree {
  const document: XmlDocument = {
    entities: new Map(),
    budget: { remainingChars: EXPANSION_LIMIT_CHARS },
    findLine: createLineFinder(text),
  };
  const roots: XmlElement[] = [];
  const open: OpenElement[] = [];
  const builder: MarkupVisitor = {
    enter(tag) {
      const element: OpenElement = {
        name: tag.name,
        isComplete: false,
        tag,
        content: [],
        document,
      };
      (open.at(-1)?.content ?? roots).push(element);
      open.push(element);
    },
    leave() {
      const element = open.pop();
      if (element !== undefined) element.isComplete = true;
    },
    text(start, end, isLiteral) {
      const content = open.at(-1)?.content;
      const last = content?.at(-1);
      const piece = text.slice(start, end);
      // Comments and instructions part no text.
      if (isLiteral || last === undefined || "tag" in last || last.isLiteral) {
        content?.push({ text: piece, isLiteral });
      } else last.text += piece;
    },
  };
  const { entities, fault } = scanMarkup(text, [builder, ...visitors]);
  document.entities = entities;
  return { roots, fault };
}

/** Child elements in document order, without text. */
export function listChildren({ content }: XmlElement): readonly XmlElement[] {
  return content.filter((each) => "tag" in each);
}

/** The value of an attribute, white space normalised and references expanded. */
export function findAttribute({ tag, document }: XmlElement, name: string): string | undefined {
  const attribute = tag.attributes.find(([each]) => each === name);
  return attribute === undefined ? undefined : toAttributeValue(attribute, document);
}

/** The attributes in their order, values as `findAttribute` gives them. */
export function listAttributes({ tag, document }: XmlElement): readonly Attribute[] {
  return tag.attributes.map((attribute) => [attribute[0], toAttributeValue(attribute, document)]);
}

const ATTRIBUTE_SPACE = /[\t\n]/;

function toAttributeValue([, value]: Attribute, { entities, budget }: XmlDocument): string {
  const normalised = ATTRIBUTE_SPACE.test(value) ? value.replaceAll(/[\t\n]/g, " ") : value;
  return expandReferences(normalised, entities, budget);
}

/** The line in which the start tag of an element begins; the first is 1. */
export function findLine({ tag, document }: XmlElement): number {
  return document.findLine(tag.start);
}

/** The line in which the start tag of an element ends. */
export function findContentLine({ tag, document }: XmlElement): number {
  return document.findLine(tag.end - 1);
}

/** Elements and texts in an element, in their order. */
export function listContent({ content, document }: XmlElement): readonly (XmlElement | string)[] {
  return content.map((each) => ("tag" in each ? each : expandText(each, document)));
}

/** All text inside an element, its descendants' included. */
export function toText(element: XmlElement): string {
  const pieces: string[] = [];
  const pending: (XmlElement | XmlText)[] = [element];
  for (let each = pending.pop(); each !== undefined; each = pending.pop()) {
    if ("tag" in each) for (const child of each.content.toReversed()) pending.push(child);
    else pieces.push(expandText(each, element.document));
  }
  return pieces.join("");
}

function expandText({ text, isLiteral }: XmlText, { entities, budget }: XmlDocument): string {
  return isLiteral ? text : expandReferences(text, entities, budget);
}
