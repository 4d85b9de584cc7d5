// Page of who refers to something: modules, then references with file and line.
import { readValue, readVersion, type PageContent, type PageRequest } from "../page.js";
import { toQuery } from "../../contract/browser/ask.js";
import { html } from "../../contract/browser/html.js";
import { layReferences } from "../../contract/shape/system/references-layout.js";
import { renderBlocks, renderFormats } from "../../faces/page/blocks.js";
import { renderSteps } from "../../faces/page/table.js";

/** Rows of a page. */
const ROWS = 200;

export async function showReferences(request: PageRequest): Promise<PageContent> {
  const question = { to: readValue(request, "to"), platform_version: readVersion(request) };
  const offset = readValue(request, "offset");
  const asked = await request.ask("/v1/references", { ...question, limit: ROWS, offset });
  const { body, total = 0, address } = asked;
  const part = { offset: Number(offset), shown: body.references.length, total, most: ROWS };
  const title = `References to ${body.to} in Odoo ${body.platform_version}`;
  const main = html`<h1>References to <code>${body.to}</code></h1>
    ${renderBlocks(layReferences(body, { total }), {})}
    ${renderSteps(part, (at) => `/references${toQuery({ ...question, offset: at === 0 ? "" : at })}`)}
    ${renderFormats(address)}`;
  return { title, about: `Every file and line that refers to ${body.to}, by module.`, main };
}
