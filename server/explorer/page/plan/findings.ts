// What is found in a plan that somebody should look at: conflicts, circles, licences, maturity.
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import type { LicenseFinding, Plan } from "../../../contract/shape/system/plan.js";
import { renderPart } from "../../../faces/page/pieces.js";
import { renderNames } from "../names.js";

export function renderFindings(plan: Plan): Html | false {
  const { conflicts, cycles, policy, unknown_repositories: unknown } = plan;
  const notices: readonly Piece[] = [
    ...conflicts.map((row) =>
      renderNotice("Conflict", html`${row.detail} Of: ${renderNames(row.modules)}.`),
    ),
    ...cycles.map((cycle) =>
      renderNotice("Circle", html`Circular dependency, which Odoo refuses: ${renderNames(cycle)}.`),
    ),
    ...policy.licenses.map((row) => renderNotice("Licence", describeLicense(row))),
    ...(policy.maturity.length > 0 ? [renderNotice("Maturity", describeMaturity(plan))] : []),
    ...(policy.proprietary.length > 0
      ? [renderNotice("Proprietary", renderNames(policy.proprietary))]
      : []),
    ...(unknown.length > 0
      ? [
          renderNotice(
            "Not indexed",
            html`repositories of the addons path: ${renderNames(unknown)}`,
          ),
        ]
      : []),
  ];
  return renderPart("Warnings", notices.length, () => notices);
}

function renderNotice(title: string, text: Piece): Html {
  return html`<div class="notice"><strong>${title}:</strong> ${text}</div>`;
}

function describeLicense({ technical_name: name, license, rule, modules }: LicenseFinding): Html {
  const what = rule === "copyleft_below" ? "whose licence is stricter" : "which is proprietary";
  const below = modules.map((row) => `${row.technical_name} (${row.license})`);
  return html`<code>${name}</code> (${license}) depends on ${renderNames(below)}, ${what}.`;
}

function describeMaturity({ policy: { maturity } }: Plan): Html {
  const names = maturity.map((row) => `${row.technical_name} (${row.development_status})`);
  return html`below the required status: ${renderNames(names)}`;
}
