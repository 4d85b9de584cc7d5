// The modules of a plan in load order, and what could come besides.
import { html, type Html } from "../../../contract/browser/html.js";
import type { Origin, Plan } from "../../../contract/shape/system/plan.js";
import { renderTablePart } from "../../../faces/page/table.js";
import { renderModuleLink, renderNames, renderRepositoryLink } from "../names.js";

const ORIGINS: Readonly<Record<Origin, string>> = {
  requested: "requested",
  dependency: "dependency",
  auto_install: "auto-install",
};

export function renderModules(plan: Plan): Html {
  const { modules, platform_version: at, load_order: order } = plan;
  const title = order.known ? "Modules in load order" : "Modules, each after what it depends on";
  const rows = modules.map((row, place) => {
    const provider = `${row.organization}/${row.repository}`;
    return [
      html`${order.known && html`<span class="number">${place + 1}</span> `}${row.from_platform_table ? html`<code>${row.technical_name}</code>` : renderModuleLink(row.technical_name, at, provider)}`,
      ORIGINS[row.origin],
      renderNames(row.because),
      row.from_platform_table ? "Odoo (not indexed)" : renderRepositoryLink(provider),
      row.version ?? "",
    ];
  });
  const heads = ["Module", "Origin", "Because of", "Repository", "Version"];
  return html`${renderTablePart({ label: title, heads, rows })}${renderCandidates(plan)}`;
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
      renderNames(row.because),
      describeObstacle(row),
    ];
  });
  const lead = html`<p class="hint">
    They are auto-installed if their repository is on the addons path and nothing blocks them.
  </p>`;
  const heads = ["Module", "Repository", "Because of", "Blocked by"];
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
