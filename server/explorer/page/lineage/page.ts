// Page of a module's lineage from version to version: its repositories and names, also of a name
// that nobody has any more.
import { readPart, type PageContent, type PageRequest } from "../../page.js";
import { toPath } from "../../../contract/browser/ask.js";
import { html } from "../../../contract/browser/html.js";
import { layLineage } from "../../../contract/shape/lineage-layout.js";
import { renderBlocks, renderFormats } from "../../../faces/page/blocks.js";
import { readTableView } from "../../../faces/page/table-view.js";

export async function showLineage(request: PageRequest): Promise<PageContent> {
  const question = { module_name: readPart(request, "name") };
  const { body: lineage, address } = await request.ask("/v1/lineage/{module_name}", question);
  const name = lineage.technical_name;
  const main = html`<header class="heading">
      <h1>What became of <code>${name}</code></h1>
      <p class="lead">
        From version to version. ${lineage.places.length > 0 && html`<a href="${toPath("module", name)}">The module itself</a>`}
      </p>
    </header>
    ${renderBlocks(layLineage(lineage), { view: readTableView(request.query) })} ${renderFormats(address)}`;
  const about = `${name} from version to version: where it is, what it was renamed to or merged into.`;
  return { title: `What became of ${name}`, about, main };
}
