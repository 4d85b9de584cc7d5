// What of a plan cannot be had, and why; what is near where a name is unknown.
import { catchProblem, toPath } from "../../../contract/browser/ask.js";
import type { Ask } from "../../../routes/ask.js";
import { html, type Html } from "../../../contract/browser/html.js";
import type { MissingKind, MissingModule, Plan } from "../../../contract/shape/system/plan.js";
import { listLacking } from "../../../contract/browser/plan-members.js";
import { renderSuccessors } from "../lineage/successors.js";
import { renderTablePart } from "../../../faces/page/table.js";
import { PLATFORMS } from "../unresolved.js";
import { renderModuleLink, renderNames } from "../names.js";
import { join } from "../../../faces/page/pieces.js";

/** Suggestions are asked for so many names at most. */
const MOST_ASKED = 20;

/** What stands in the way first. */
const ORDER: readonly MissingKind[] = [
  "unknown",
  "other_version",
  "not_installable",
  "excluded",
  "enterprise",
  "core",
];

/** Names near to those that nobody knows. */
export async function readNearNames(
  ask: Ask,
  missing: readonly MissingModule[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const unknown = missing.filter(({ kind }) => kind === "unknown").slice(0, MOST_ASKED);
  const near = await Promise.all(
    unknown.map(async ({ technical_name: name }) => [name, await readNear(ask, name)] as const),
  );
  return new Map(near);
}

/** The interface suggests names where it knows no module. */
function readNear(ask: Ask, module_name: string): Promise<readonly string[]> {
  const known = ask("/v1/module/{module_name}", { module_name }).then(() => []);
  return catchProblem(known, ({ suggestions = [] }) => suggestions);
}

export function renderMissing(
  plan: Plan,
  near: ReadonlyMap<string, readonly string[]>,
): Html | false {
  const { platform_version: version } = plan;
  const missing = listLacking(plan);
  const sorted = missing.toSorted(
    (left, right) => ORDER.indexOf(left.kind) - ORDER.indexOf(right.kind),
  );
  const toRow = (row: MissingModule) => [
    html`<code>${row.technical_name}</code>`,
    html`${describe(row, version, near.get(row.technical_name) ?? [])}${row.successors.length > 0 && html`; ${renderSuccessors(row.successors)}`}`,
    row.requested ? "requested" : renderNames(row.required_by),
  ];
  return renderTablePart({
    label: "Missing",
    heads: ["Module", "Why", "Required by"],
    rows: sorted.map(toRow),
  });
}

function describe(row: MissingModule, version: string, near: readonly string[]): Html {
  const { technical_name: name, kind, versions, carriers } = row;
  const at = join(versions.map((one) => html`<a href="${toPath("module", name, one)}">${one}</a>`));
  switch (kind) {
    case "core":
    case "enterprise":
      return html`${PLATFORMS[kind]} (not indexed)`;
    case "excluded":
      return html`excluded`;
    case "not_installable":
      return html`not installable at ${version}, in ${carriers.join(", ")}${at.length > 0 && html`; installable at ${at}`}`;
    case "other_version":
      return html`not at ${version}${at.length > 0 ? html`; at ${at}` : html`, and nowhere installable`}`;
    case "unknown":
      return near.length === 0
        ? html`unknown`
        : html`unknown, near: ${join(near.map((one) => renderModuleLink(one, version)))}`;
  }
}
