// Views of inline XML as lines, one fact a line, for tests that read like the file they are about.
import { parseDataFile } from "../../../../builder/parse/xml/data-file.js";

/** `xml_id "name" of model, new|inherits x, type`, then `code line: detail` for each diagnostic. */
export function outlineViews(source: string | Uint8Array): readonly string[] {
  const bytes = typeof source === "string" ? new TextEncoder().encode(source) : source;
  const { value, diagnostics } = parseDataFile(bytes);
  return [
    ...value.views.map((view) => {
      const origin = view.inherit_xml_id === null ? "new" : `inherits ${view.inherit_xml_id}`;
      if (view.is_new !== (view.inherit_xml_id === null)) throw new Error("is_new contradicts");
      return `${view.xml_id} "${view.name}" of ${view.model}, ${origin}, ${view.view_type}`;
    }),
    ...diagnostics.map(({ code, line, detail }) => `${code} ${line}: ${detail}`),
  ];
}

/** A new form view of res.partner. */
export function formView(id: string): string {
  return `<record id="${id}" model="ir.ui.view">
    <field name="name">partner.${id}</field>
    <field name="model">res.partner</field>
    <field name="arch" type="xml"><form><field name="name"/></form></field>
  </record>`;
}

/** Outline of `formView(id)`. */
export function formLine(id: string): string {
  return `${id} "partner.${id}" of res.partner, new, form`;
}
