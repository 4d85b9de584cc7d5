// Target element of a spec, as `locate_node` of odoo/tools/template_inheritance.py.
import type { PlatformRules } from "../../../data/platform/rules.js";
import { MOST_SPEC_STEPS, spendSteps, spendText, type StepBudget } from "../../lookup/limits.js";
import { ViewFault } from "./fault.js";
import { getRoot, type DocumentNode, type ElementNode } from "./tree.js";
import { AXES } from "./xpath/axes.js";
import { evaluateFirst } from "./xpath/compile.js";
import { createSteps, XPathFault } from "./xpath/values.js";

export interface LocateOptions extends Pick<PlatformRules, "comparesVersion"> {
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
      ? locateByExpression(document, spec, budget)
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
  budget: StepBudget,
): ElementNode | undefined {
  const text = spec.attributes.get("expr");
  if (text === undefined) throw new XPathFault("it has no `expr`");
  spendSteps(budget, text.length >> 2);
  const node = evaluateFirst(text, document, budget);
  if (node === undefined || node?.kind === "element") return node;
  throw new ViewFault("not_an_element");
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
