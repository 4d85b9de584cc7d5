// `noupdate_changes.xml`: what a script loads to give records what updates leave alone.
import {
  GIVEN,
  isGivenList,
  LONGEST_SOURCE_CHARS,
  type GivenValue,
} from "../../../../data/module/given-value.js";
import { toPythonText } from "../../../../data/module/python-text.js";
import { escape } from "../../../contract/browser/html.js";
import type { NoupdateChange } from "../../../compare/upgrade/noupdate-changes.js";

/** Modules one after the other, each below a comment. */
export function renderNoupdate(changes: readonly NoupdateChange[]): string {
  const lines: string[] = [];
  let last: string | undefined;
  for (const { module, id, model, values } of changes) {
    if (module !== last) lines.push(`  <!-- ${module} -->`);
    last = module;
    lines.push(
      `  <record id="${escape(id)}" model="${escape(model)}">`,
      ...values.map(([field, value]) => `    ${toField(field, value, module)}`),
      "  </record>",
    );
  }
  return ["<?xml version='1.0' encoding='utf-8'?>", "<odoo>", ...lines, "</odoo>", ""].join("\n");
}

function toField(field: string, value: GivenValue | undefined, module: string): string {
  const name = `name="${escape(field)}"`;
  if (value === undefined) return `<field ${name}/>`;
  if (typeof value === "string") return `<field ${name}>${escape(value)}</field>`;
  if (isGivenList(value)) {
    const [kind, why, source] = value;
    if (kind === GIVEN.reference) return `<field ${name} ref="${escape(String(why))}"/>`;
    const isWhole = String(source).length < LONGEST_SOURCE_CHARS;
    if (kind === GIVEN.unknown && why === "eval" && isWhole) {
      return `<field ${name} eval="${escape(String(source))}"/>`;
    }
  }
  const text = toPythonText(value, module)?.replace(/%\(([\w.]+)\)d/g, "ref('$1')");
  if (text === undefined) return `<!-- ${escape(field)}: see the data file -->`;
  return `<field ${name} eval="${escape(text)}"/>`;
}
