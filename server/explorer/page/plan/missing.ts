// What of a plan cannot be had, and why.
import { toPath } from "../../../contract/browser/ask.js";
import { html, type Html } from "../../../contract/browser/html.js";
import type { MissingModule, Plan } from "../../../contract/shape/system/plan.js";
import { MISSING_WORDS, sortMissing } from "../../../contract/browser/plan-members.js";
import { renderSuccessors } from "../lineage/successors.js";
import { renderTablePart } from "../../../faces/page/table.js";
import { PLATFORMS } from "../unresolved.js";
import { renderModuleLink, renderNames } from "../names.js";
import { join } from "../../../faces/page/pieces.js";

export function renderMissing(plan: Plan): Html | false {
  const { platform_version: version } = plan;
  const toRow = (row: MissingModule) => [
    html`<code>${row.technical_name}</code>`,
    html`${describe(row, version)}${row.successors.length > 0 && html`; ${renderSuccessors(row.successors)}`}`,
    row.requested ? "requested" : renderNames(row.required_by),
  ];
  return renderTablePart({
    label: "Missing",
    heads: ["Module", "Why", "Required by"],
    rows: sortMissing(plan).map(toRow),
  });
}

function describe(row: MissingModule, version: string): Html {
  const { technical_name: name, reason, kind, versions, providers, near } = row;
  const at = join(versions.map((one) => html`<a href="${toPath("module", name, one)}">${one}</a>`));
  switch (reason) {
    case "not_indexed":
      return html`${PLATFORMS[kind === "core" ? "core" : "enterprise"]} (${MISSING_WORDS[reason]})`;
    case "not_installable":
      return html`not installable at ${version}, in ${providers.join(", ")}${at.length > 0 && html`; installable at ${at}`}`;
    case "not_at_version":
      return html`not at ${version}${at.length > 0 ? html`; exists at ${at}` : html`, and nowhere installable`}`;
    case "excluded":
    case "unknown_name":
      return html`${MISSING_WORDS[reason]}${near.length > 0 && html`, near: ${join(near.map((one) => renderModuleLink(one, version)))}`}`;
  }
}
