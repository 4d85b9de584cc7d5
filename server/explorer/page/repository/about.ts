// About a repository: purpose and address.
import { toPath } from "../../../contract/browser/ask.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import type { RepositorySummary } from "../../../contract/shape/browse.js";
import type { Ask } from "../../../routes/ask.js";
import { NO_FILTERS, toSearchAddress } from "../../shared/search-state.js";
import { join } from "../../../faces/page/pieces.js";
import { formatCount } from "../../../contract/browser/words.js";

/** Categories that say what it is for, and modules that most others need. */
const FEW = 5;

export async function renderAbout(
  ask: Ask,
  { name: repository, ...summary }: RepositorySummary,
  organization: string,
): Promise<Html> {
  const counts = summary.organizations[organization] ?? {};
  // A newer version may have the first few modules.
  const most = Math.max(0, ...Object.values(counts));
  const main = Object.keys(counts).findLast((version) => 2 * (counts[version] ?? 0) >= most) ?? "";
  const question = { platform_version: main, organization, repository };
  const { body: facets } = await ask("/v1/facets", { ...question, limit: FEW });
  const { body: used } = await ask("/v1/search", { ...question, sort: "dependents", limit: FEW });
  const categories = facets.find(({ parameter }) => parameter === "category")?.values ?? [];
  const filters = {
    ...NO_FILTERS,
    platform_version: main,
    repository: `${organization}/${repository}`,
  };
  const mostly = categories.map(
    ({ value, count: number }) =>
      html`<a href="${toSearchAddress({ q: "", show: 0, filters: { ...filters, category: value } })}">${value}</a> <span class="number">${number}</span>`,
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
  </div>`;
}

function renderLinks(
  { git, forge }: Pick<RepositorySummary, "git" | "forge">,
  organization: string,
): Piece {
  const pages = forge[organization] ?? null;
  if (pages === null) return html`<p class="hint"><code>${git[organization]}</code></p>`;
  return html`<ul class="inline">
    <li><a href="${pages.home}" rel="external">${new URL(pages.home).hostname}</a></li>
    <li><a href="${pages.issues}" rel="external">Issues</a></li>
    <li><a href="${pages.pull_requests}" rel="external">Pull requests</a></li>
  </ul>`;
}
