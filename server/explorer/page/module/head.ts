// The head of a module's page: what the module is for, and whether it is there, version by version.
import { toPath } from "../../../contract/browser/ask.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import { renderRepositoryLink } from "../names.js";
import { join, renderDay } from "../../../faces/page/pieces.js";
import { renderVersionStrip } from "../version-strip.js";
import { renderBadges } from "./details.js";
import type { ModuleViewModel } from "./view-model.js";

export function renderHead(viewModel: ModuleViewModel): Html {
  const { name, detail, version } = viewModel;
  const { organization, repository, update_date: moment } = detail;
  return html`<header class="heading module-head">
    ${renderTile(name)}
    <div>
      <h1>${detail.name}</h1>
      <p class="name">
        <code>${name}</code> ${detail.manifest_version ?? detail.version} for Odoo ${version}
        <span class="hint">in ${renderRepositoryLink(`${organization}/${repository}`)}${moment !== null && html`, changed ${renderDay(moment)}`}</span>
      </p>
    </div>
    ${detail.summary !== "" && html`<p class="lead">${detail.summary}</p>`}
    ${renderUses(detail)} ${renderStrip(viewModel)} ${renderBadges(detail)} ${renderNotInstallable(viewModel)}
  </header>`;
}

/** The first few say for whom it is; the rest are other words for the same. */
const FEW_NEEDS = 3;

function renderUses({ needs }: Pick<ModuleViewModel["detail"], "needs">): Html | false {
  return (
    needs.length > 0 &&
    html`<p class="uses"><span class="hint">Also described as (machine-written):</span> ${join(needs.slice(0, FEW_NEEDS).map(renderNeed), " · ")}</p>`
  );
}

/** Marks a language other than the page's for screen readers and translators. */
function renderNeed({ language, text }: ModuleViewModel["detail"]["needs"][number]): Piece {
  return language === "en" ? text : html`<span lang="${language.replace("_", "-")}">${text}</span>`;
}

/**
 * Two letters in a colour that follows from the name: modules differ at a glance, and nothing is
 * loaded.
 */
function renderTile(name: string): Html {
  const [first = "", second = first.slice(1)] = name.split("_").filter((word) => word !== "");
  const letters = (first.slice(0, 1) + second.slice(0, 1)).toUpperCase();
  const hue = Array.from(name).reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 360, 7);
  return html`<svg class="tile" viewBox="0 0 48 48" aria-hidden="true">
    <rect width="48" height="48" rx="10" fill="hsl(${hue} 42% 36%)" />
    <text x="24" y="31" text-anchor="middle">${letters}</text>
  </svg>`;
}

function renderStrip({ version, presences }: ModuleViewModel): Html {
  return renderVersionStrip(
    "Odoo versions",
    presences.map((one) => ({ ...one, isHere: one.version === version })),
  );
}

/** A module that was copied to a version and switched off may be ported at others. */
function renderNotInstallable({
  name,
  version,
  detail,
  installableVersions,
}: ModuleViewModel): Html | false {
  if (detail.installable) return false;
  const links = installableVersions
    .toReversed()
    .map((one) => html` <a class="version" href="${toPath("module", name, one)}">${one}</a>`);
  return html`<p class="notice">
    ${detail.refused === null ? `Not installable at ${version}: its manifest says so.` : `Odoo ${version} refuses it: ${detail.refused}.`}${links.length > 0 ? html` Installable at${links}` : " It is not installable at any indexed version."}
  </p>`;
}
