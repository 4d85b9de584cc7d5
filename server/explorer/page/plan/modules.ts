// The modules of a plan, and those that could come besides.
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import { groupModules } from "../../../contract/browser/plan-members.js";
import type { Origin, Plan, PlanModule } from "../../../contract/shape/system/plan.js";
import {
  renderFoldedTable,
  renderTablePart,
  type TableContent,
} from "../../../faces/page/table.js";
import { renderModuleLink, renderNames, renderRepositoryLink } from "../names.js";

const ORIGINS: Readonly<Record<Origin, string>> = {
  requested: "requested",
  dependency: "dependency",
  auto_install: "auto-install",
};

/** Those that were asked for first, Odoo's own folded; numbers are places in the load order. */
export function renderModules(plan: Plan): Html {
  const { load_order: order } = plan;
  const places = new Map(plan.modules.map((row, at) => [row, at + 1]));
  const toTable = (label: string, modules: Plan["modules"]): TableContent => ({
    label,
    heads: [
      ...(order.known ? ["Order"] : []),
      "Module",
      "Origin",
      "Required by",
      "From",
      "Version",
    ],
    numbers: ["Order"],
    rows: modules.map((row) => [
      ...(order.known ? [places.get(row)] : []),
      ...toCells(row, plan.platform_version),
    ]),
  });
  const { requested, others, ofPlatform } = groupModules(plan);
  return html`${renderTablePart(toTable("Modules that were asked for", requested))}
  ${renderTablePart(toTable("Modules that come with them", others))}
  ${renderFoldedTable(toTable("Modules of Odoo", ofPlatform))} ${renderCandidates(plan)}`;
}

function toCells(row: PlanModule, at: string): readonly Piece[] {
  const { technical_name: name, from_platform_table: isOfTable } = row;
  const provider = `${row.organization}/${row.repository}`;
  return [
    isOfTable ? html`<code>${name}</code>` : renderModuleLink(name, at, provider),
    ORIGINS[row.origin],
    renderNames(row.required_by),
    isOfTable ? "Odoo (not indexed)" : renderRepositoryLink(provider),
    row.version ?? "",
  ];
}

function renderCandidates({
  could_auto_install: candidates,
  platform_version: at,
}: Plan): Html | false {
  const rows = candidates.map((row) => {
    const provider = `${row.organization}/${row.repository}`;
    return [
      renderModuleLink(row.technical_name, at, provider),
      renderRepositoryLink(provider),
      renderNames(row.required_by),
      describeObstacle(row),
    ];
  });
  const lead = html`<p class="hint">
    They are auto-installed if their repository is on the addons path and nothing blocks them.
  </p>`;
  const heads = ["Module", "Repository", "Required by", "Blocked by"];
  return renderTablePart({ label: "Could be auto-installed", heads, rows }, lead);
}

function describeObstacle({
  blocked_by: blockers,
  countries,
}: Plan["could_auto_install"][number]): Html {
  if (blockers.length > 0) return html`needs ${renderNames(blockers)}`;
  if (countries.length > 0) return html`only with a company in ${countries.join(", ")}`;
  return html`its repository is not on the addons path`;
}
