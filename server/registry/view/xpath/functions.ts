// The functions of XPath 1.0 (section 4 of the recommendation), and the platform's `hasclass`
// (odoo/addons/base/models/ir_ui_view.py). Characters are code points.
import { spendSteps, spendText, type StepBudget } from "../../../lookup/limits.js";
import type { Focus } from "./focus.js";
import {
  getText,
  toBoolean,
  toNumber,
  toSet,
  toStringValue,
  type XPathNode,
  type XPathValue,
} from "./values.js";

type Call<Operand> = (operands: readonly Operand[], focus: Focus) => XPathValue;

export type XPathFunction = readonly [fewest: number, most: number, call: Call<XPathValue>];

/** A predicate with one of these is the position of a node. */
export const NUMBER_FUNCTIONS: ReadonlySet<string> = new Set(
  "last position count number sum floor ceiling round string-length".split(" "),
);

const ofTexts =
  (call: Call<string>): Call<XPathValue> =>
  (operands, focus) =>
    call(
      operands.map((operand) => toStringValue(operand, focus.scope.budget)),
      focus,
    );

export const FUNCTIONS: ReadonlyMap<string, XPathFunction> = new Map<string, XPathFunction>([
  ["last", [0, 0, (_, { size }) => size]],
  ["position", [0, 0, (_, { position }) => position]],
  ["count", [1, 1, ([set = []]) => toSet(set).length]],
  ["sum", [1, 1, ([set = []], { scope }) => addNumbers(toSet(set), scope.budget)]],
  ["id", [1, 1, () => []]],
  ["name", [0, 1, ([set = []]) => getName(toSet(set)[0])]],
  ["local-name", [0, 1, ([set = []]) => getName(toSet(set)[0]).replace(/^[^:]*:/, "")]],
  ["namespace-uri", [0, 1, ([set = []]) => getNamespace(toSet(set)[0])]],
  ["boolean", [1, 1, ([value = false]) => toBoolean(value)]],
  ["not", [1, 1, ([value = false]) => !toBoolean(value)]],
  ["true", [0, 0, () => true]],
  ["false", [0, 0, () => false]],
  ["number", [0, 1, ([value = 0], { scope }) => toNumber(value, scope.budget)]],
  ["floor", [1, 1, ([value = 0], { scope }) => Math.floor(toNumber(value, scope.budget))]],
  ["ceiling", [1, 1, ([value = 0], { scope }) => Math.ceil(toNumber(value, scope.budget))]],
  ["round", [1, 1, ([value = 0], { scope }) => Math.round(toNumber(value, scope.budget))]],
  ["substring", [2, 3, cutOut]],
  ["string", [0, 1, ofTexts(([text = ""]) => text)]],
  ["concat", [2, Infinity, ofTexts((texts) => texts.join(""))]],
  ["starts-with", [2, 2, ofTexts(([text = "", start = ""]) => text.startsWith(start))]],
  [
    "contains",
    [2, 2, ofTexts(([text = "", part = ""], focus) => findPart(text, part, focus) !== -1)],
  ],
  ["substring-before", [2, 2, ofTexts((texts, focus) => cutAt(texts, focus, true))]],
  ["substring-after", [2, 2, ofTexts((texts, focus) => cutAt(texts, focus, false))]],
  ["string-length", [0, 1, ofTexts(([text = ""], focus) => listCharacters(text, focus).length)]],
  ["normalize-space", [0, 1, ofTexts(([text = ""], focus) => splitAtSpace(text, focus).join(" "))]],
  ["translate", [3, 3, ofTexts(translate)]],
  ["lang", [1, 1, ofTexts(isInLanguage)]],
  ["hasclass", [0, Infinity, ofTexts(hasClasses)]],
]);

function addNumbers(nodes: readonly XPathNode[], budget: StepBudget): number {
  return nodes.reduce((sum, node) => sum + toNumber(getText(node, budget), budget), 0);
}

function getName(node: XPathNode | undefined): string {
  if (node?.kind === "element") return node.tag;
  return node?.kind === "attribute" ? node.name : "";
}

const getNamespace = (node: XPathNode | undefined): string =>
  node?.kind === "element" ? node.namespace : "";

function findPart(text: string, part: string, { scope }: Focus): number {
  // At worst all of the part is compared at each character.
  spendSteps(scope.budget, (text.length >> 4) * (1 + (part.length >> 6)));
  return text.indexOf(part);
}

function cutAt([text = "", part = ""]: readonly string[], focus: Focus, isBefore: boolean): string {
  const at = findPart(text, part, focus);
  if (at === -1) return "";
  return isBefore ? text.slice(0, at) : text.slice(at + part.length);
}

/** The characters whose positions, from 1 on, are at least `start` and less than `start` and `length` together. */
function cutOut([value = "", start = 1, length]: readonly XPathValue[], focus: Focus): string {
  const { budget } = focus.scope;
  const from = Math.round(toNumber(start, budget));
  const to = length === undefined ? Infinity : from + Math.round(toNumber(length, budget));
  return listCharacters(toStringValue(value, budget), focus)
    .filter((_, at) => at + 1 >= from && at + 1 < to)
    .join("");
}

/** Characters of `from` become those at the same position in `to`, or nothing. */
function translate([text = "", from = "", to = ""]: readonly string[], focus: Focus): string {
  const wanted = listCharacters(to, focus);
  const changes = new Map<string, string>();
  for (const [at, character] of listCharacters(from, focus).entries()) {
    if (!changes.has(character)) changes.set(character, wanted[at] ?? "");
  }
  return listCharacters(text, focus)
    .map((character) => changes.get(character) ?? character)
    .join("");
}

function listCharacters(text: string, { scope }: Focus): readonly string[] {
  spendSteps(scope.budget, 2 * text.length);
  return [...text];
}

function isInLanguage([wanted = ""]: readonly string[], { node: from, scope }: Focus): boolean {
  for (let node: XPathNode | null = from; node !== null; node = node.parent) {
    spendSteps(scope.budget, 1);
    const found = node.kind === "element" ? node.attributes.get("xml:lang") : undefined;
    if (found === undefined) continue;
    spendText(scope.budget, found);
    return `${found}-`.toLowerCase().startsWith(`${wanted}-`.toLowerCase());
  }
  return false;
}

function splitAtSpace(text: string, { scope }: Focus): readonly string[] {
  spendSteps(scope.budget, text.length >> 1);
  return text.split(/[ \t\r\n]+/).filter((part) => part !== "");
}

/** Whether an element has all of these classes. */
function hasClasses(wanted: readonly string[], focus: Focus): boolean {
  const { node } = focus;
  const written = (node.kind === "element" && node.attributes.get("class")) || "";
  if (!wanted.every((name) => findPart(written, name, focus) !== -1)) return false;
  const own = splitAtSpace(written, focus);
  return wanted.every((name) => own.includes(name));
}
