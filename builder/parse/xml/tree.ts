// The adapter of fast-xml-parser, the only file that imports it: text to elements in document
// order. It stops at XML; what the elements mean to the platform is decided in views.ts.
import { createRequire } from "node:module";
import type * as FastXmlParser from "fast-xml-parser";
import {
  EXPANSION_LIMIT_CHARS,
  expandReferences,
  type Entities,
  type ExpansionBudget,
} from "./entities.js";
import { createLineFinder } from "../python/text/lines.js";
import { scanMarkup, type MarkupFault, type MarkupVisitor } from "./markup.js";

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
  readonly node: OrderedNode;
  readonly document: XmlDocument;
}

/** One key beside `:@`: the tag, `#text` or `#cdata`; its value: the list of children, or text. */
type OrderedNode = Readonly<Record<string, unknown>>;

interface XmlDocument {
  readonly entities: Entities;
  readonly budget: ExpansionBudget;
  readonly incomplete: ReadonlySet<OrderedNode>;
  /** The markup whose offsets the nodes have. */
  readonly markup: string;
  readonly findLine: (offset: number) => number;
}

const ATTRIBUTES = ":@";
const TEXT = "#text";
const CDATA = "#cdata";
// The parser throws at these names; `#` cannot begin a name, so taking it off again is safe.
const REFUSED_NAMES: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** Its one file for `require`: to import its fifty others takes 25 ms. */
const { XMLParser } = createRequire(import.meta.url)("fast-xml-parser") as typeof FastXmlParser;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  textNodeName: TEXT,
  cdataPropName: CDATA,
  trimValues: false,
  parseTagValue: false,
  // References are expanded only in the values that are asked for, under a budget for each file.
  processEntities: false,
  jPath: false,
  captureMetaData: true,
  maxNestedTags: Number.POSITIVE_INFINITY,
  transformTagName: (name) => (REFUSED_NAMES.has(name) ? `#${name}` : name),
  onDangerousProperty: (name) => name,
});

/** Key of a node's start offset in the parser's metadata. */
const PLACE = XMLParser.getMetaDataSymbol().valueOf();

const START_TAG = /<[^"'>]*(?:(?:"[^"]*"|'[^']*')[^"'>]*)*>/y;

/** Reads text with `\n` line ends. Never throws; comments and instructions are left out. */
export function parseTree(text: string, visitor?: MarkupVisitor): XmlTree {
  const scan = scanMarkup(text, visitor);
  const parsed: unknown = scan.markup.trim() === "" ? [] : parser.parse(scan.markup);
  const nodes = toNodes(parsed);
  const document: XmlDocument = {
    entities: scan.entities,
    budget: { remainingChars: EXPANSION_LIMIT_CHARS },
    incomplete: listOpenNodes(nodes, scan.openCount),
    markup: scan.markup,
    findLine: createLineFinder(scan.markup),
  };
  return { roots: toElements(nodes, document), fault: scan.fault };
}

/** Child elements in document order, without text. */
export function listChildren(element: XmlElement): readonly XmlElement[] {
  return toElements(toChildNodes(element.node), element.document);
}

/** The value of an attribute, white space normalised and references expanded. */
export function findAttribute(element: XmlElement, name: string): string | undefined {
  const attributes = element.node[ATTRIBUTES];
  if (typeof attributes !== "object" || attributes === null) return undefined;
  return toAttributeValue(Reflect.get(attributes, `@${name}`), element.document);
}

/** The attributes in their order, values as `findAttribute` gives them. */
export function listAttributes(element: XmlElement): readonly (readonly [string, string])[] {
  const attributes = element.node[ATTRIBUTES];
  if (typeof attributes !== "object" || attributes === null) return [];
  return Object.entries(attributes).map(([key, value]: [string, unknown]) => [
    key.slice(1),
    toAttributeValue(value, element.document) ?? "",
  ]);
}

const ATTRIBUTE_SPACE = /[\t\n]/;

function toAttributeValue(value: unknown, { entities, budget }: XmlDocument): string | undefined {
  if (typeof value !== "string") return undefined;
  const normalised = ATTRIBUTE_SPACE.test(value) ? value.replaceAll(/[\t\n]/g, " ") : value;
  return expandReferences(normalised, entities, budget);
}

/** The line in which the start tag of an element begins; the first is 1. */
export function findLine({ node, document }: XmlElement): number {
  return document.findLine(findOffset(node));
}

/** The line in which the start tag of an element ends. */
export function findContentLine({ node, document }: XmlElement): number {
  START_TAG.lastIndex = findOffset(node);
  START_TAG.test(document.markup);
  return document.findLine(Math.max(START_TAG.lastIndex - 1, 0));
}

function findOffset(node: OrderedNode): number {
  const place: unknown = Reflect.get(node, PLACE);
  const offset: unknown =
    typeof place === "object" && place !== null ? Reflect.get(place, "startIndex") : undefined;
  return typeof offset === "number" ? offset : 0;
}

/** Elements and texts in an element, in their order; a text ends at a comment too. */
export function listContent({ node, document }: XmlElement): readonly (XmlElement | string)[] {
  const content: (XmlElement | string)[] = [];
  for (const child of toChildNodes(node)) {
    const part = toElement(child, document) ?? findText(child, document);
    if (part !== undefined) content.push(part);
  }
  return content;
}

/** All text inside an element, its descendants' included. */
export function toElementText(element: XmlElement): string {
  const pieces: string[] = [];
  const pending: OrderedNode[] = [element.node];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const text = findText(node, element.document);
    if (text !== undefined) pieces.push(text);
    else for (const child of toChildNodes(node).toReversed()) pending.push(child);
  }
  return pieces.join("");
}

function findText(node: OrderedNode, document: XmlDocument): string | undefined {
  const text = node[TEXT];
  if (typeof text === "string") return expandReferences(text, document.entities, document.budget);
  const [cdata] = toNodes(node[CDATA]);
  if (cdata === undefined) return undefined;
  const content = cdata[TEXT];
  return typeof content === "string" ? content : "";
}

function toElements(nodes: readonly OrderedNode[], document: XmlDocument): readonly XmlElement[] {
  return nodes.flatMap((node) => toElement(node, document) ?? []);
}

function toElement(node: OrderedNode, document: XmlDocument): XmlElement | undefined {
  const name = findName(node);
  if (name === undefined) return undefined;
  const isComplete = !document.incomplete.has(node);
  return { name: name.startsWith("#") ? name.slice(1) : name, isComplete, node, document };
}

function findName(node: OrderedNode): string | undefined {
  const [key] = Object.keys(node);
  return key === undefined || key === TEXT || key === CDATA || key === ATTRIBUTES ? undefined : key;
}

function toChildNodes(node: OrderedNode): readonly OrderedNode[] {
  const name = findName(node);
  return name === undefined ? [] : toNodes(node[name]);
}

function toNodes(value: unknown): readonly OrderedNode[] {
  return isNodeList(value) ? value : [];
}

function isNodeList(value: unknown): value is readonly OrderedNode[] {
  return Array.isArray(value);
}

/** The elements that are open at the end of the text: the last one of each level. */
function listOpenNodes(nodes: readonly OrderedNode[], count: number): ReadonlySet<OrderedNode> {
  const open = new Set<OrderedNode>();
  let level = nodes;
  while (open.size < count) {
    const last = level.findLast((node) => findName(node) !== undefined);
    if (last === undefined) break;
    open.add(last);
    level = toChildNodes(last);
  }
  return open;
}
