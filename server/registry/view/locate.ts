// Target element of a spec, as `locate_node` of odoo/tools/template_inheritance.py; and putting nodes into a tree and taking them
// out, with what that file makes of the texts around them.
import type { PlatformRules } from "../../../data/platform/rules.js";
import { MOST_SPEC_STEPS, spendSteps, spendText, type StepBudget } from "../../lookup/limits.js";
import { ViewFault } from "./fault.js";
import {
  getRoot,
  type DocumentNode,
  type ElementNode,
  type ChildNode,
  type ParentNode,
  type Origin,
} from "./tree.js";
import { AXES } from "./xpath/axes.js";
import { evaluateFirst } from "./xpath/parse.js";
import { createSteps, XPathFault } from "./xpath/values.js";

export interface LocateOptions extends Pick<
  PlatformRules,
  "comparesVersion" | "comparesClassLists"
> {
  /** Budget of all specs together. */
  readonly steps: StepBudget;
}

/** @throws ViewFault where the spec cannot be read, or asks for too much */
export function locateElement(
  document: DocumentNode,
  spec: ElementNode,
  options: LocateOptions,
): ElementNode | undefined {
  const given = Math.min(MOST_SPEC_STEPS, options.steps.left);
  const budget = createSteps(given);
  try {
    return spec.tag === "xpath"
      ? locateByExpression(document, spec, options, budget)
      : locateByTag(document, spec, options, budget);
  } catch (error) {
    if (!(error instanceof XPathFault)) throw error;
    const code = error.isTooLong ? "expression_too_long" : "invalid_expression";
    throw new ViewFault(code, error.message);
  } finally {
    spendSteps(options.steps, given - budget.left);
  }
}

/** Comparing long values is work. */
function hasValue(
  { attributes }: ElementNode,
  name: string,
  value: string | undefined,
  budget: StepBudget,
): boolean {
  const own = attributes.get(name);
  if (own !== undefined && own.length === value?.length) spendText(budget, own);
  return own === value;
}

function locateByExpression(
  document: DocumentNode,
  spec: ElementNode,
  { comparesClassLists }: LocateOptions,
  budget: StepBudget,
): ElementNode | undefined {
  const written = spec.attributes.get("expr");
  if (written === undefined) throw new XPathFault("it has no `expr`");
  const text = comparesClassLists
    ? written.replaceAll(/hasclass\(([^)]*)\)/g, toTextTest)
    : written;
  spendSteps(budget, text.length >> 2);
  const node = evaluateFirst(text, document, budget);
  if (node === undefined || node?.kind === "element") return node;
  throw new ViewFault("not_an_element");
}

/** @param lists each in quotes */
function toTextTest(_: string, lists: string): string {
  const wanted = lists.split(",").map((list) => list.trim().slice(1, -1));
  return wanted.map((list) => `contains(concat(' ', @class, ' '), ' ${list} ')`).join(" and ");
}

/** A field by its name alone, others by all their attributes. */
function locateByTag(
  document: DocumentNode,
  spec: ElementNode,
  { comparesVersion }: LocateOptions,
  budget: StepBudget,
): ElementNode | undefined {
  const root = getRoot(document);
  const isField = spec.tag === "field";
  const wanted = isField
    ? [["name", spec.attributes.get("name")] as const]
    : [...spec.attributes].filter(
        ([name]) =>
          name !== "position" &&
          !name.startsWith("xmlns") &&
          !(comparesVersion && name === "version"),
      );
  const version = spec.attributes.get("version") ?? "";
  const isOther = version !== "" && version !== root.attributes.get("version");
  if (comparesVersion && !isField && isOther) return undefined;
  let found: ElementNode | undefined;
  AXES["descendant-or-self"](root, (node) => {
    spendSteps(budget, 1);
    const isFound =
      node.kind === "element" &&
      node.tag === spec.tag &&
      node.namespace === spec.namespace &&
      wanted.every(([name, value]) => hasValue(node, name, value, budget));
    if (isFound) found = node;
    return isFound;
  });
  return found;
}

/** An element in a tree that marks where something comes. */
export type Anchor = ElementNode & { parent: ParentNode };

/** Puts an anchor into a parent at an index of its children; `takeElement` takes it out. */
export function createAnchor(parent: ElementNode, at: number): Anchor {
  const anchor: Anchor = {
    kind: "element",
    parent,
    tag: "sentinel",
    namespace: "",
    attributes: new Map(),
    changed: undefined,
    origin: parent.origin,
    children: [],
  };
  parent.children.splice(at, 0, anchor);
  return anchor;
}

/** All at once: one after the other each would move all that is behind it. */
export function insertBefore(anchor: Anchor, nodes: readonly ChildNode[]): void {
  if (nodes.length === 0) return;
  const { children } = anchor.parent;
  const behind = children.splice(children.indexOf(anchor));
  for (const node of nodes) {
    const before = children.at(-1);
    if (node.kind === "text" && before?.kind === "text") before.text += node.text;
    else {
      node.parent = anchor.parent;
      children.push(node);
    }
  }
  for (const node of behind) children.push(node);
}

/** Text before an anchor: the text that stands there, if any, loses the white space at its end, even for no text. */
export function insertTextBefore(anchor: Anchor, text: string, origin: Origin): void {
  const { children } = anchor.parent;
  const at = children.indexOf(anchor);
  const before = children[at - 1];
  if (before?.kind === "text") {
    before.text = before.text.trimEnd() + text;
    if (before.text === "") children.splice(at - 1, 1);
  } else if (text !== "") {
    children.splice(at, 0, { kind: "text", parent: anchor.parent, text, origin });
  }
}

/** Takes an element out of its parent and leaves the text behind it. */
export function takeElement(element: ElementNode, parent: ParentNode): void {
  const { children } = parent;
  const at = children.indexOf(element);
  const [before, behind] = [children[at - 1], children[at + 1]];
  children.splice(at, 1);
  element.parent = null;
  if (before?.kind !== "text" || behind?.kind !== "text") return;
  // The text with which an element begins loses its end, other texts do not.
  before.text = (at === 1 ? before.text.trimEnd() : before.text) + behind.text;
  children.splice(at, 1);
}

/** Takes an element out of its parent, with the text behind it. */
export function removeElement(element: ElementNode, parent: ParentNode): void {
  const at = parent.children.indexOf(element);
  parent.children.splice(at, parent.children[at + 1]?.kind === "text" ? 2 : 1);
  element.parent = null;
}
