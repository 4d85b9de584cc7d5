// What of a system points at a model: views, access rights, rules, actions, menus, scheduled jobs.
import { html, type Html } from "../../../contract/browser/html.js";
import type { CodeLocation } from "../../../contract/browser/line-address.js";
import { renderPlace } from "../code-location.js";
import { renderFoldedTable, type TableContent } from "../../../faces/page/table.js";
import { renderCodeIfAny as code } from "../../../faces/page/pieces.js";
import { showMay } from "../module/parts.js";
import { toPath } from "../../../contract/browser/ask.js";
import { renderSystemLink, type System, type SystemModel } from "./system.js";

export function renderUsage(model: SystemModel, system: System): Html {
  const usages = listUsages(model, system);
  return html`<section id="used-by">
    <h2>Used in</h2>
    ${usages.every(({ rows }) => rows.length === 0) && html`<p>In no view, access right, record rule, action, menu or scheduled action.</p>`}
    ${usages.map(renderFoldedTable)}
  </section>`;
}

function listUsages({ used_by, line_urls }: SystemModel, system: System): readonly TableContent[] {
  const { views, access, rules, actions, menus, crons } = used_by;
  const where = (row: CodeLocation & { readonly module: string }): Html =>
    html`${row.module}<br />${renderPlace(row, line_urls[row.module])}`;
  return [
    {
      label: "Views",
      heads: ["View", "Where"],
      rows: views.map(({ xml_id, type, name, inherit_id: parent, ...row }) => [
        html`${renderSystemLink(system, toPath("registry", "views", xml_id), code(xml_id))}${parent !== null && html` <span class="hint">inherits</span> <code>${parent}</code>`}<br /><span class="hint">${type} ${name}</span>`,
        where(row),
      ]),
    },
    {
      label: "Access rights",
      heads: ["Group", "May", "Id", "Where"],
      rows: access.map((row) => [
        row.group === null ? "everyone" : code(row.group),
        showMay(row),
        code(row.xml_id),
        where(row),
      ]),
    },
    {
      label: "Record rules",
      heads: ["Domain", "Groups", "May", "Id", "Where"],
      rows: rules.map((row) => [
        code(row.domain),
        row.groups.length === 0 ? "everyone" : row.groups.map((one) => html`<code>${one}</code> `),
        showMay(row),
        code(row.xml_id),
        where(row),
      ]),
    },
    {
      label: "Actions",
      heads: ["Action", "Kind", "Id", "Where"],
      rows: actions.map((row) => [
        row.name,
        row.type.replace("ir.actions.", ""),
        code(row.xml_id),
        where(row),
      ]),
    },
    {
      label: "Menus",
      heads: ["Menu", "Starts", "Id", "Where"],
      rows: menus.map((row) => [row.name, code(row.action), code(row.xml_id), where(row)]),
    },
    {
      label: "Scheduled actions",
      heads: ["Job", "Runs", "Id", "Where"],
      rows: crons.map((row) => [row.name, code(row.code), code(row.xml_id), where(row)]),
    },
  ];
}
