// Actions that code makes of literals: the model that one opens, and its view modes.
import { findAround, findChild, FUNCTIONS, type Syntax } from "../../python/syntax.js";
import type { Code, Found } from "./code.js";

const ACTION_MODEL = "ir.actions.act_window";

/** The mode of lists before 18.0, among others. */
export const OLD_MODE = /(?:^|,)\s*tree\s*(?:,|$)/;

/** `{"type": "ir.actions.act_window", "res_model": "…", "view_mode": "…"}` */
export function readAction(node: Syntax, code: Code): readonly Found[] {
  const values = new Map<string, { readonly node: Syntax; readonly text: string | undefined }>();
  for (const pair of node.children) {
    const [key, value] = [findChild(pair, "key"), findChild(pair, "value")];
    const name = key?.type === "string" ? code.readText(key) : undefined;
    if (name === undefined || value?.type !== "string") continue;
    values.set(name, { node: value, text: code.readText(value) });
  }
  if (values.get("type")?.text !== ACTION_MODEL) return [];
  const found: Found[] = [];
  const { node: ofModel, text: model = "" } = values.get("res_model") ?? {};
  if (ofModel !== undefined && /^[a-z][\w.]*$/.test(model) && !code.asked.has(model)) {
    found.push({ reference: { kind: "model", model }, node: ofModel });
  }
  const { node: ofMode, text: mode = "" } = values.get("view_mode") ?? {};
  if (ofMode !== undefined && OLD_MODE.test(mode) && !hasViews(node, code)) {
    const reference = { kind: "wrong", rule: "outdated-list", name: "view_mode" } as const;
    found.push({ reference, node: ofMode });
  }
  return found;
}

/** Whether the function around it names views, which count before modes. */
function hasViews(node: Syntax, code: Code): boolean {
  const around = findAround(node, FUNCTIONS) ?? node;
  return /["']views["']|\bviews=/.test(code.toSourceText(around));
}
