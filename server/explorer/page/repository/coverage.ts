// What of a repository is still to come from one platform version to another.
import { readVersion, type PageRequest } from "../../page.js";
import { toPath } from "../../../contract/browser/ask.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import type { CoverageRow } from "../../../contract/shape/coverage.js";
import type { RepositorySummary } from "../../../contract/shape/repository.js";
import { renderSuccessors } from "../lineage/successors.js";
import { comparePlatformVersions } from "../../../contract/read-parameters.js";
import { renderLinkList } from "../../../faces/page/pieces.js";
import { renderSelect } from "../question/fields.js";

/** From one version to another, as the query says; from the last but one to the last otherwise. */
export async function renderComing(
  request: PageRequest,
  { name, organizations }: RepositorySummary,
  org: string | undefined,
): Promise<Html | false> {
  const versions = [...new Set(Object.values(organizations).flatMap(Object.keys))].toSorted(
    comparePlatformVersions,
  );
  if (versions.length < 2) return false;
  const from = readVersion(request, "from") || (versions.at(-2) ?? "");
  const to = readVersion(request, "to") || (versions.at(-1) ?? "");
  const question = { repo_name: name, org, from, to };
  const { body } = await request.ask("/v1/repo/{repo_name}/coverage", question);
  const { counts, modules } = body;
  const moved = modules.filter(({ status }) => status === "moved");
  const goingOn = modules.filter(({ successors }) => successors.length > 0);
  const listLeft = (wanted: CoverageRow["status"]): readonly CoverageRow[] =>
    modules.filter(({ status, successors }) => status === wanted && successors.length === 0);
  const renderLeft = (title: string, wanted: CoverageRow["status"]): Html | false =>
    renderList(
      title,
      listLeft(wanted).map((row) => renderBlocked(row, from)),
    );
  return html`<section id="coming">
    <h2>From ${from} to ${to}</h2>
    <form class="inline-form" action="${toPath("repo", ...(org === undefined ? [] : [org]), name)}#coming" method="get">
      ${renderSelect({ name: "from", title: "From", values: versions, chosen: from })}
      ${renderSelect({ name: "to", title: "To", values: versions, chosen: to })}
      <button class="button">Compare</button>
    </form>
    <p>
      ${counts.present} ported, ${counts.moved} ported in another repository,
      ${counts.not_installable} not installable, ${counts.missing} not ported${goingOn.length > 0 && html` (${goingOn.length} of these under another name or in Odoo)`}.
      ${counts.ready} can be ported now: no dependency blocks them.${counts.not_installable_from > 0 && html` ${counts.not_installable_from} are not installable at ${from} either.`}
    </p>
    ${renderList(
      "Moved",
      moved.map(({ technical_name: one, carriers_to }) =>
        renderFound(toPath("module", one, to), one, `to ${carriers_to.join(", ")}`),
      ),
    )}
    ${renderList(
      "Under another name",
      goingOn.map(({ technical_name: one, successors }) =>
        renderFound(toPath("lineage", one), one, renderSuccessors(successors)),
      ),
    )}
    ${renderLeft("Not installable", "not_installable")}
    ${renderLeft("Missing", "missing")}
  </section>`;
}

const renderList = (title: string, rows: readonly Html[]) =>
  renderLinkList(html`<h3>${title}</h3>`, rows);

function renderFound(href: string, name: string, where: Piece): Html {
  return html`<li>
    <a href="${href}"><code>${name}</code></a>
    <span class="hint">${where}</span>
  </li>`;
}

function renderBlocked({ technical_name: name, blocked_by }: CoverageRow, from: string): Html {
  return html`<li>
    <a href="${toPath("module", name, from)}"><code>${name}</code></a
    >${blocked_by.length > 0 && html` <span class="hint">blocked by ${blocked_by.join(", ")}</span>`}
  </li>`;
}
