// What changed since the snapshot before this one: modules that came, went and were updated.
import { readValue, readVersion, type PageContent, type PageRequest } from "../page.js";
import { listChangeLines } from "../../contract/browser/change-lines.js";
import { toQuery } from "../../contract/browser/ask.js";
import { html, type Html, type Piece } from "../../contract/browser/html.js";
import type { Change, ChangeRow, Changes } from "../../contract/shape/changes.js";
import { renderRepositoryLink, toModuleAddress } from "./names.js";
import { renderSteps, renderTablePart } from "../../faces/page/table.js";

/** As many as the interface gives at once. */
const MOST_ROWS = 500;

const TITLES: Readonly<Record<Change, string>> = {
  added: "New",
  updated: "Updated",
  removed: "Gone",
};

export async function showChanges(request: PageRequest): Promise<PageContent> {
  const platform_version = readVersion(request);
  const offset = readValue(request, "offset");
  const question = { limit: MOST_ROWS, offset, platform_version };
  const { body: changes, total = 0, address } = await request.ask("/v1/changes", question);
  const part = { offset: Number(offset), shown: changes.changes.length, total, most: MOST_ROWS };
  const main = html`<h1>What changed</h1>
    ${changes.previous === null ? renderNothing(changes) : renderChanges(changes)}
    ${renderSteps(part, (at) => `/changes${toQuery({ platform_version, offset: at === 0 ? "" : at })}`)}
    <p>As a feed: <a href="/v1/changes.atom">Atom</a>; as data: <a href="${address}">JSON</a>.</p>`;
  return { title: "What changed", main, menu: "changes" };
}

function renderNothing({ reason }: Changes): Html {
  return html`<p class="notice">
    There is no earlier index to compare with. ${reason ?? ""} As soon as the index has been built again, this page shows what changed.
  </p>`;
}

function renderChanges({ changes, counts }: Changes): Html {
  const kinds = Object.keys(TITLES) as readonly Change[];
  return html`<p class="lead">
      Since the index was built before: ${counts.added} added, ${counts.updated} updated, ${counts.removed} removed.
    </p>
    ${kinds.map((kind) =>
      renderTablePart({
        label: TITLES[kind],
        heads: ["Module", "At", "Where", "What"],
        rows: changes.filter(({ change }) => change === kind).map(toCells),
      }),
    )}`;
}

function toCells(row: ChangeRow): readonly Piece[] {
  const { technical_name: name, platform_version: at, organization: org, repository: repo } = row;
  const href = toModuleAddress(name, at, `${org}/${repo}`);
  const lines = listChangeLines(row);
  const facts = lines.length === 0 ? [row.version] : lines;
  const what = [...(row.installable ? [] : ["not installable"]), ...facts].join("; ");
  const title =
    row.change === "removed" ? html`${row.name}` : html`<a href="${href}">${row.name}</a>`;
  return [
    html`${title}<br /><code>${name}</code>`,
    at,
    renderRepositoryLink(`${org}/${repo}`),
    what,
  ];
}
