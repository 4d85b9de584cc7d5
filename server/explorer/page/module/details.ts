// The details of a module beside its text: badges, a list, and lines to copy.
import { renderDay, renderFact, renderPhoneFold } from "../../../faces/page/pieces.js";
import { formatBytes } from "../../../faces/cells.js";
import { renderRepositoryLink, renderForgeLink } from "../names.js";
import { FACT_TITLES } from "../../../contract/browser/words.js";
import { html, type Html } from "../../../contract/browser/html.js";
import { describeCopy } from "../../../contract/shape/copies.js";
import type { ModuleDetail } from "../../../contract/shape/module.js";

export function renderBadges(detail: ModuleDetail): Html {
  const badges = [
    detail.application && html`<li class="badge good">application</li>`,
    !detail.installable && html`<li class="badge bad">not installable</li>`,
    detail.auto_install && html`<li class="badge">auto-install</li>`,
    detail.development_status !== null && html`<li class="badge">${detail.development_status}</li>`,
    html`<li class="badge">${detail.license}</li>`,
    html`<li class="badge">${detail.category}</li>`,
  ];
  return html`<ul class="badges">
    ${badges}
  </ul>`;
}

export function renderDetails(detail: ModuleDetail): Html {
  const { pip, bin } = detail.dependencies;
  const names = Object.keys(FACT_TITLES) as readonly (keyof typeof FACT_TITLES)[];
  return html`<h2>Details</h2>
    ${renderPhoneFold(
      "facts",
      "Show all details",
      html`<dl class="facts-list">
        ${names.map((name) => renderFact(findTitle(detail, name), (FORMS[name] ?? toFactText)(detail, name)))}
        ${renderFact("Python packages", pip.join(", "))} ${renderFact("Programs", bin.join(", "))}
      </dl>`,
    )}
    ${renderPeople("developer", detail.developers)}
    ${renderPeople("translator", detail.translators)}
    ${renderPeople("committer", detail.committers)}`;
}

/** Its pages at the host stand below the host's name. */
function findTitle({ forge }: ModuleDetail, name: keyof typeof FACT_TITLES): string {
  return name === "forge" && forge !== null ? new URL(forge.folder).hostname : FACT_TITLES[name];
}

type Value = Html | string;

/** A fact that is shown as it is; nothing where there is nothing to say. */
function toFactText(detail: ModuleDetail, name: keyof typeof FACT_TITLES): Value {
  const value: unknown = detail[name];
  if (typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value) ? value.join(", ") : String(value ?? "");
}

/** Facts that are more than their text. */
const FORMS: Partial<Record<keyof typeof FACT_TITLES, (detail: ModuleDetail) => Value>> = {
  version: ({ manifest_version: written, version }) => written ?? version,
  update_date: ({ update_date: moment, last_code_change: code }) =>
    moment === null
      ? "unknown: read without its history"
      : html`${renderDay(moment)}${code !== null && code !== moment && html` (code: ${renderDay(code)})`}`,
  first_commit_date: ({ first_commit_date: moment }) => (moment === null ? "" : renderDay(moment)),
  repository: ({ organization, repository }) =>
    renderRepositoryLink(`${organization}/${repository}`),
  copy_of: ({ copy_of: original }) =>
    original === null
      ? ""
      : html`${renderRepositoryLink(`${original.organization}/${original.repository}`)}${describeCopy(original)}`,
  branch: ({ branch, platform_version: version }) =>
    branch === version ? "" : html`<code>${branch}</code>`,
  source_path: ({ forge, source_path: folder }) =>
    renderForgeLink(forge?.folder, html`<code>${folder}</code>`),
  forge: ({ forge }) =>
    forge === null
      ? ""
      : html`<a href="${forge.folder}" rel="external">Code</a> ·
          <a href="${forge.issues}" rel="external">Issues</a> ·
          <a href="${forge.pull_requests}" rel="external">Pull requests</a>`,
  folder_size: ({ folder_size: bytes }) => (bytes === null ? "" : formatBytes(bytes)),
  website: ({ website }) =>
    isWebAddress(website)
      ? html`<a href="${website}" rel="nofollow noopener external">${website}</a>`
      : website,
  // The badge says the rest.
  license_spdx: ({ license, license_spdx: spdx }) => (spdx === license ? "" : spdx),
  commit: ({ commit, forge }) =>
    renderForgeLink(forge?.commit, html`<code>${commit.slice(0, 12)}</code>`),
  purl: ({ purl }) => html`<code>${purl}</code>`,
};

function renderPeople(what: string, names: readonly string[]): Html | false {
  return (
    names.length > 0 &&
    html`<details>
      <summary>${names.length} ${what}${names.length > 1 && "s"}</summary>
      <p>${names.join(", ")}</p>
    </details>`
  );
}

/** Only such an address becomes a link: a manifest may hold anything. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s"'<>]+$/i.test(text) && URL.canParse(text);
}
