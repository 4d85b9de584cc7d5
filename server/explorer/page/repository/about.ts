// About a repository: purpose, address, and size at each version.
import { toPath } from "../../../contract/browser/ask.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import type { RepositorySummary } from "../../../contract/shape/browse.js";
import type { Ask } from "../../../routes/ask.js";
import { NO_FILTERS, toSearchAddress } from "../../shared/search-state.js";
import { nameForge } from "../names.js";
import { join } from "../../../faces/page/pieces.js";
import { formatCount } from "../../../contract/browser/words.js";
import { renderVersionStrip } from "../version-strip.js";

/** Categories that say what it is for, and modules that most others need. */
const FEW = 5;

export async function renderAbout(
  ask: Ask,
  { name: repository, ...summary }: RepositorySummary,
  organization: string,
): Promise<Html> {
  const counts = summary.organizations[organization] ?? {};
  const versions = Object.keys(counts);
  const main = Object.keys(counts).findLast((version) => (counts[version] ?? 0) > 0) ?? "";
  const question = { platform_version: main, organization, repository };
  const { body: facets } = await ask("/v1/facets", { ...question, limit: FEW });
  const { body: used } = await ask("/v1/search", { ...question, sort: "dependents", limit: FEW });
  const categories = facets.find(({ parameter }) => parameter === "category")?.values ?? [];
  const toHref = (platform_version: string, category = ""): string =>
    toSearchAddress({
      q: "",
      show: 0,
      filters: {
        ...NO_FILTERS,
        platform_version,
        repository: `${organization}/${repository}`,
        category,
      },
    });
  const mostly = categories.map(
    ({ value, count: number }) =>
      html`<a href="${toHref(main, value)}">${value}</a> <span class="number">${number}</span>`,
  );
  return html`<div class="heading">
    ${renderLinks(summary, organization)}
    <p class="lead">
      ${formatCount(counts[main] ?? 0, "module")} at ${main}.${mostly.length > 0 && html` Main categories: ${join(mostly)}.`}
    </p>
    ${
      used.length > 0 &&
      html`<p>
        Most used:
        ${join(used.map((row) => html`<a href="${toPath("module", row.technical_name, main)}">${row.name}</a>`))}.
      </p>`
    }
    ${renderVersionStrip(
      `Odoo versions of ${organization}/${repository}`,
      versions.map((version) => ({
        version,
        presence: "installable",
        href: toHref(version),
        note: counts[version] ?? 0,
      })),
    )}
  </div>`;
}

function renderLinks(
  { git, forge }: Pick<RepositorySummary, "git" | "forge">,
  organization: string,
): Piece {
  const pages = forge[organization] ?? null;
  if (pages === null) return html`<p class="hint"><code>${git[organization]}</code></p>`;
  return html`<ul class="inline">
    <li><a href="${pages.home}" rel="external">${nameForge(pages.home)}</a></li>
    <li><a href="${pages.issues}" rel="external">Issues</a></li>
    <li><a href="${pages.pull_requests}" rel="external">Pull requests</a></li>
  </ul>`;
}
