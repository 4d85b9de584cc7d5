// Page of changes since the previous snapshot: new, removed and updated modules.
import { readValue, readVersion, type PageContent, type PageRequest } from "../page.js";
import { toQuery } from "../../contract/browser/ask.js";
import { html } from "../../contract/browser/html.js";
import { layChanges } from "../../contract/shape/changes-layout.js";
import { renderBlocks, renderFormats } from "../../faces/page/blocks.js";
import { readTableView } from "../../faces/page/table-view.js";
import { renderSteps } from "../../faces/page/table.js";

/** Limit of the interface for one request. */
const MOST_ROWS = 500;

export async function showChanges(request: PageRequest): Promise<PageContent> {
  const platform_version = readVersion(request);
  const offset = readValue(request, "offset");
  const question = { limit: MOST_ROWS, offset, platform_version };
  const { body: changes, total = 0, address } = await request.ask("/v1/changes", question);
  const part = { offset: Number(offset), shown: changes.changes.length, total, most: MOST_ROWS };
  const main = html`<h1>What changed</h1>
    ${renderBlocks(layChanges(changes, { total: undefined }), { view: readTableView(request.query) })}
    ${renderSteps(part, (at) => `/changes${toQuery({ platform_version, offset: at === 0 ? "" : at })}`)}
    <p>As a feed: <a href="/v1/changes?format=atom">Atom</a>; as data:</p>
    ${renderFormats(address)}`;
  return { title: "What changed", main, menu: "changes" };
}
