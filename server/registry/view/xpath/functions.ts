// The functions of XPath 1.0 (section 4 of the recommendation), and `hasclass`. Characters are code points.
import { XPathFault, type StepBudget } from "./fault.js";
import {
  getText,
  isNodeSet,
  toBoolean,
  toNumber as valueToNumber,
  toText as valueToText,
  type XPathNode,
  type XPathValue,
} from "./values.js";

/** Where a function is called: at a node, as one of several. */
export interface Call {
  readonly node: XPathNode;
  readonly position: number;
  readonly size: number;
  readonly budget: StepBudget;
}

/** @param operands as many as the function takes */
export function callFunction(
  name: string,
  operands: readonly XPathValue[],
  call: Call,
): XPathValue {
  const [first, second = "", third] = operands;
  const value = first ?? [call.node];
  const toText = (one: XPathValue): string => valueToText(one, call.budget);
  const toNumber = (one: XPathValue): number => valueToNumber(one, call.budget);
  switch (name) {
    case "last":
      return call.size;
    case "position":
      return call.position;
    case "count":
      return toSet(value).length;
    case "id":
      return [];
    case "name":
    case "local-name":
      return getName(toSet(value)[0], name === "local-name");
    case "namespace-uri":
      return getNamespace(toSet(value)[0]);
    case "string":
      return toText(value);
    case "concat":
      return operands.map(toText).join("");
    case "starts-with":
      return toText(value).startsWith(toText(second));
    case "contains":
      return toText(value).includes(toText(second));
    case "substring-before":
    case "substring-after":
      return cutAt(toText(value), toText(second), name === "substring-before");
    case "substring":
      return cutOut(toText(value), toNumber(second), third === undefined ? third : toNumber(third));
    case "string-length":
      return [...toText(value)].length;
    case "normalize-space":
      return splitAtSpace(toText(value)).join(" ");
    case "translate":
      return translate(toText(value), toText(second), toText(third ?? ""));
    case "boolean":
      return toBoolean(value);
    case "not":
      return !toBoolean(value);
    case "true":
      return true;
    case "false":
      return false;
    case "lang":
      return isInLanguage(call.node, toText(value).toLowerCase());
    case "number":
      return toNumber(value);
    case "sum":
      return toSet(value).reduce((sum, node) => sum + toNumber(getText(node, call.budget)), 0);
    case "floor":
      return Math.floor(toNumber(value));
    case "ceiling":
      return Math.ceil(toNumber(value));
    case "round":
      return Math.round(toNumber(value));
    case "hasclass":
      return hasClasses(call.node, operands.map(toText));
    default:
      throw new XPathFault(`there is no function ${name}()`);
  }
}

function toSet(value: XPathValue): readonly XPathNode[] {
  if (!isNodeSet(value)) throw new XPathFault("a set of nodes is wanted");
  return value;
}

function getName(node: XPathNode | undefined, isLocal: boolean): string {
  if (node === undefined || node.kind === "document" || node.kind === "text") return "";
  const name = node.kind === "element" ? node.tag : node.name;
  return isLocal ? name.slice(name.indexOf(":") + 1) : name;
}

const getNamespace = (node: XPathNode | undefined): string =>
  node?.kind === "element" ? node.namespace : "";

function cutAt(text: string, mark: string, isBefore: boolean): string {
  const at = text.indexOf(mark);
  if (at === -1) return "";
  return isBefore ? text.slice(0, at) : text.slice(at + mark.length);
}

/** The characters whose places, from 1 on, are at least `start` and less than `start` and `length` together. */
function cutOut(text: string, start: number, length: number | undefined): string {
  const from = Math.round(start);
  const to = length === undefined ? Infinity : from + Math.round(length);
  return [...text].filter((_, at) => at + 1 >= from && at + 1 < to).join("");
}

/** Characters of `from` become those at the same place in `to`, or nothing. */
function translate(text: string, from: string, to: string): string {
  const wanted = [...to];
  const changes = new Map<string, string>();
  for (const [at, character] of [...from].entries()) {
    if (!changes.has(character)) changes.set(character, wanted[at] ?? "");
  }
  return [...text].map((character) => changes.get(character) ?? character).join("");
}

function isInLanguage(from: XPathNode, wanted: string): boolean {
  for (let node: XPathNode | null = from; node !== null; node = node.parent) {
    const found = node.kind === "element" ? node.attributes.get("xml:lang") : undefined;
    if (found === undefined) continue;
    const language = found.toLowerCase();
    return language === wanted || language.startsWith(`${wanted}-`);
  }
  return false;
}

const splitAtSpace = (text: string): readonly string[] =>
  text.split(/[ \t\r\n]+/).filter((part) => part !== "");

/** Whether an element has all of these classes: the platform's `hasclass`. */
export function hasClasses(node: XPathNode, wanted: readonly string[]): boolean {
  const written = (node.kind === "element" && node.attributes.get("class")) || "";
  if (!wanted.every((name) => written.includes(name))) return false;
  const own = splitAtSpace(written);
  return wanted.every((name) => own.includes(name));
}
