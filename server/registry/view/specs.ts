// Applies the specs of an inheriting view to its parent's arch: `apply_inheritance_specs` of
// odoo/tools/template_inheritance.py. Faulty specs go to `report`, and the others are applied.
import type { PlatformRules } from "../../../data/platform/rules.js";
import type { Steps } from "../../../data/yield.js";
import { changeAttribute } from "./attribute-change.js";
import { spendSteps } from "../../lookup/limits.js";
import { ViewFault } from "./fault.js";
import {
  locateElement,
  type LocateOptions,
  createAnchor,
  insertBefore,
  insertTextBefore,
  removeElement,
  takeElement,
  type Anchor,
} from "./locate.js";
import {
  copyTree,
  isInside,
  listDescendants,
  measureTree,
  type ChildNode,
  type DocumentNode,
  type ElementNode,
} from "./tree.js";

export interface SpecRules extends PlatformRules, LocateOptions {
  /** Characters of copies that may still be made. */
  readonly copies: { left: number };
}

/** Steps of a spec beside its search, also of one that fails. */
const SPEC_STEPS = 40;
const FAULT_STEPS = 200;

/** One spec a step. @returns how many the view has; those that failed are among them @throws TooComplex */
export function* applySpecs(
  document: DocumentNode,
  specs: ElementNode,
  rules: SpecRules,
  report: (spec: ElementNode, fault: ViewFault) => void,
): Steps<number> {
  const attempt = (spec: ElementNode, apply: () => void): void => {
    try {
      apply();
    } catch (error) {
      if (!(error instanceof ViewFault)) throw error;
      spendSteps(rules.steps, FAULT_STEPS);
      report(spec, error);
    }
  };
  const application: Application = { document, rules, attempt };
  // The content of `data` comes after its siblings.
  const queue = [specs];
  let count = 0;
  for (let at = 0; at < queue.length; at += 1) {
    const spec = queue[at] as ElementNode;
    spendSteps(rules.steps, SPEC_STEPS);
    if (spec.tag === "data") for (const child of listElementChildren(spec)) queue.push(child);
    else {
      count += 1;
      attempt(spec, () => applySpec(application, spec));
      yield;
    }
  }
  return count;
}

interface Application {
  readonly document: DocumentNode;
  readonly rules: SpecRules;
  readonly attempt: (spec: ElementNode, apply: () => void) => void;
}

function applySpec(application: Application, spec: ElementNode): void {
  const target = locateElement(application.document, spec, application.rules);
  if (target === undefined) throw new ViewFault("not_found");
  const position = spec.attributes.get("position") ?? "inside";
  switch (position) {
    case "inside":
      return insertAt(application, spec, createAnchor(target, target.children.length));
    case "after": {
      const parent = getElementParent(target);
      const anchor = createAnchor(parent, parent.children.indexOf(target) + 1);
      return insertAt(application, spec, anchor);
    }
    case "before":
      getElementParent(target);
      return insertContents(application, spec, target as Anchor);
    case "replace":
      return replace(application, spec, target);
    case "attributes":
      for (const node of listDescendants(spec)) {
        if (node.kind !== "element" || node.tag !== "attribute") continue;
        const before = target.attributes.get(node.attributes.get("name") ?? "");
        spendSteps(application.rules.steps, SPEC_STEPS + (before?.length ?? 0));
        application.attempt(node, () => changeAttribute(target, node, application.rules));
      }
      return;
    default:
      throw new ViewFault("invalid_position", position);
  }
}

/** Beside a root nothing can stand. */
function getElementParent(target: ElementNode): ElementNode {
  if (target.parent?.kind !== "element") throw new ViewFault("root");
  return target.parent;
}

function insertAt(application: Application, spec: ElementNode, anchor: Anchor): void {
  insertContents(application, spec, anchor);
  takeElement(anchor, anchor.parent);
}

function insertContents(application: Application, spec: ElementNode, anchor: Anchor): void {
  // Finding the place among its siblings is work, too.
  spendSteps(application.rules.steps, anchor.parent.children.length);
  const [first] = spec.children;
  const text = first?.kind === "text" ? first.text : "";
  insertTextBefore(anchor, text, spec.origin);
  const last = spec.children.at(-1);
  if (last?.kind === "text") last.text = last.text.trimEnd();
  insertElements(application, spec, anchor);
}

/** The elements of a spec, each with the text behind it; the text before the first is left out. */
function insertElements(application: Application, spec: ElementNode, anchor: Anchor): void {
  let isMoved = true;
  let run: ChildNode[] = [];
  for (const child of spec.children) {
    if (child.kind === "text") {
      // A moved element leaves the text behind its spec, until 17.0.
      if (!isMoved && child.text !== "") run.push(child);
    } else if (application.rules.moves && child.attributes.get("position") === "move") {
      isMoved = !application.rules.movesWithin;
      insertBefore(anchor, run);
      run = [];
      spendSteps(application.rules.steps, SPEC_STEPS + anchor.parent.children.length);
      application.attempt(child, () => insertBefore(anchor, [extract(application, child, anchor)]));
    } else {
      isMoved = false;
      run.push(child);
    }
  }
  insertBefore(anchor, run);
}

/** Takes what a spec speaks of out of the arch, and leaves the text behind it. */
function extract(
  { document, rules }: Application,
  spec: ElementNode,
  anchor: ElementNode,
): ElementNode {
  if (listElementChildren(spec).length > 0) throw new ViewFault("invalid_move", "it has content");
  const element = locateElement(document, spec, rules);
  if (element === undefined) throw new ViewFault("not_found");
  if (isInside(anchor, element)) throw new ViewFault("invalid_move", "it would be in itself");
  const parent = getElementParent(element);
  spendSteps(rules.steps, parent.children.length);
  takeElement(element, parent);
  return element;
}

function replace(application: Application, spec: ElementNode, target: ElementNode): void {
  const { replacesInner } = application.rules;
  const mode = (replacesInner ? spec.attributes.get("mode") : undefined) ?? "outer";
  if (mode === "inner") return replaceContents(application, spec, target);
  if (mode !== "outer") throw new ViewFault("invalid_mode", mode);
  putCopies(spec, target, application.rules);
  if (target.parent?.kind === "document") return replaceRoot(application, spec, target);
  getElementParent(target);
  insertElements(application, spec, target as Anchor);
  removeElement(target, getElementParent(target));
}

/** Puts a copy of the target in each element of the spec whose text is `$0`. */
function putCopies(spec: ElementNode, target: ElementNode, { copies, steps }: SpecRules): void {
  const wrappers = [...listDescendants(spec)].filter(
    (node): node is ElementNode =>
      node !== spec &&
      node.kind === "element" &&
      node.children.some((child) => child.kind === "text" && child.text === "$0"),
  );
  if (wrappers.length === 0) return;
  const size = measureTree(target);
  spendSteps(steps, size >> 5);
  const behind = target.parent?.children[target.parent.children.indexOf(target) + 1];
  for (const wrapper of wrappers) {
    copies.left -= size;
    if (copies.left < 0) throw new ViewFault("too_large");
    if (wrapper.children[0]?.kind === "text") wrapper.children.shift();
    const copy = copyTree(target);
    copy.parent = wrapper;
    wrapper.children.push(copy);
    if (behind?.kind === "text") wrapper.children.push({ ...behind, parent: wrapper });
  }
}

/** The first element of the spec becomes the root; a template stays the same one. */
function replaceRoot(
  { document, rules }: Application,
  spec: ElementNode,
  target: ElementNode,
): void {
  const [root] = listElementChildren(spec);
  if (root === undefined) throw new ViewFault("root");
  const name = target.attributes.get("t-name") ?? "";
  if (rules.keepsTemplateName && name !== "") {
    root.attributes.set("t-name", name);
    root.changed ??= new Map();
    root.changed.set("t-name", target.changed?.get("t-name") ?? target.origin);
  }
  target.parent = null;
  root.parent = document;
  document.children.splice(0, 1, root);
}

function replaceContents(application: Application, spec: ElementNode, target: ElementNode): void {
  if (!application.rules.movesWithin) {
    for (const child of target.children) child.parent = null;
    target.children.length = 0;
    for (const child of spec.children) {
      child.parent = target;
      target.children.push(child);
    }
    return;
  }
  if (target.children[0]?.kind === "text") target.children.shift();
  const anchor = createAnchor(target, 0);
  insertContents(application, spec, anchor);
  for (const child of target.children.splice(target.children.indexOf(anchor))) child.parent = null;
}

const listElementChildren = (element: ElementNode): readonly ElementNode[] =>
  element.children.filter((child) => child.kind === "element");

/** Characters of a spec that people are shown. */
const MOST_SPEC_CHARS = 300;

/** The expression of an `xpath`, else its tag with its attributes. */
export function describeSpec({ tag, attributes }: ElementNode): string {
  const given = [...attributes].filter(([name]) => name !== "position");
  const text =
    tag === "xpath"
      ? (attributes.get("expr") ?? "")
      : `<${[tag, ...given.map(([name, value]) => `${name}="${value}"`)].join(" ")}>`;
  return text.length > MOST_SPEC_CHARS ? `${text.slice(0, MOST_SPEC_CHARS)}…` : text;
}
