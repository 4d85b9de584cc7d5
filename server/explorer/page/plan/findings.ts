// Whether a plan can be installed, and what is found in it that somebody should look at: conflicts,
// circles, licences, maturity.
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import type { LicenseFinding, MissingKind, Plan } from "../../../contract/shape/system/plan.js";
import { isIndexed, listLacking } from "../../../contract/browser/plan-members.js";
import { PLATFORMS } from "../unresolved.js";
import { renderPart } from "../../../faces/page/pieces.js";
import { renderNames } from "../names.js";
import { formatCount } from "../../../contract/browser/words.js";

/** What the plan comes to, for the card above its details. */
export function describeVerdict(plan: Plan) {
  const { counts, platform_version: at, platform_indexed: hasPlatform } = plan;
  const obstacles = listObstacles(plan);
  const isGood = obstacles.length === 0;
  const parts = [
    `${counts.requested} requested`,
    formatCount(counts.dependency, "dependency", "dependencies"),
    `${counts.auto_install} by auto-install`,
  ];
  return {
    badge: isGood ? "Installable" : "Cannot be installed like this",
    isGood,
    title: `${formatCount(counts.modules, "module")} at ${at}`,
    lines: [
      `${parts.join(", ")}; ${listLacking(plan).length} missing, ${counts.conflicts} in conflict.`,
      !isGood && `Blocked by: ${obstacles.join(", ")}.`,
      !hasPlatform && describeNotIndexed(plan),
    ],
  };
}

function describeNotIndexed({ modules }: Plan): string {
  const ofTable = modules.filter((row) => !isIndexed(row)).length;
  return ofTable > 0
    ? `Odoo itself is not indexed here: its own ${ofTable} modules, and what they depend on, are those of a table of its manifests.`
    : "Odoo itself is not indexed here: the dependencies of its own modules, and what is auto-installed with them, are unknown.";
}

const OBSTACLES: readonly (readonly [kind: MissingKind, what: string])[] = [
  ["unknown", "unknown"],
  ["other_version", "only at other versions"],
  ["not_installable", "not installable"],
  ["excluded", "excluded"],
  ["enterprise", `of ${PLATFORMS.enterprise}`],
];

/** What the platform would refuse. Its own modules are there with it, and a Python package is not its business. */
function listObstacles({ missing, cycles, conflicts }: Plan): readonly string[] {
  const counted = OBSTACLES.map(
    ([wanted, what]) => [missing.filter(({ kind }) => kind === wanted).length, what] as const,
  );
  const excluding = conflicts.filter(({ kind }) => kind === "excludes").length;
  return [
    ...counted,
    [cycles.length, cycles.length === 1 ? "circular dependency" : "circular dependencies"] as const,
    [excluding, "modules that exclude others"] as const,
  ]
    .filter(([number]) => number > 0)
    .map(([number, what]) => `${number} ${what}`);
}

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
