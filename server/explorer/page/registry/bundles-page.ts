// Bundles of assets of a system: their names, and of one the files in the order in which a browser gets them.
import { readPart, type PageContent, type PageRequest } from "../../page.js";
import { formatBytes } from "../../../faces/cells.js";
import { layBundles } from "../../../contract/shape/system/registry-layout.js";
import { html } from "../../../contract/browser/html.js";
import { join, renderCode } from "../../../faces/page/pieces.js";
import { formatCount } from "../../../contract/browser/words.js";
import { renderTable } from "../../../faces/page/table.js";
import { readSystem, showOfSystem } from "./system.js";

const MOST_ROWS = 5_000;

export async function showBundles(request: PageRequest): Promise<PageContent> {
  const system = await readSystem(request);
  const question = { ...system, limit: MOST_ROWS };
  const { body, address } = await request.ask("/v1/registry/assets", question);
  return showOfSystem(request, system, {
    list: "assets",
    title: "Bundles of an installation",
    lead: `${formatCount(body.total, "bundle")} of scripts, styles and templates.`,
    blocks: layBundles(body),
    address,
  });
}

export async function showBundle(request: PageRequest): Promise<PageContent> {
  const system = await readSystem(request);
  const question = { bundle: readPart(request, "name"), ...system };
  const { body: bundle, address } = await request.ask("/v1/registry/assets/{bundle}", question);
  const { bundle: name, paths, error, files_by_module: counts, bytes_by_module: sizes } = bundle;
  const modules = new Set(paths.map(({ module }) => module));
  return showOfSystem(request, system, {
    list: "assets",
    title: `${name} of an installation`,
    heading: renderCode(name),
    lead: `${formatCount(paths.length, "file")} of ${formatCount(modules.size, "module")}, in the order in which a browser gets them.`,
    known: [bundle, name],
    body: html`${error !== null && html`<p class="notice">Odoo refuses this bundle: ${error}</p>`}
    <p>${join(Object.entries(counts).map(([module, count]) => html`<code>${module}</code> ${count}${toSize(sizes[module])}`))}</p>
    ${renderTable({
      label: "Files",
      heads: ["File", "Module", "By", "In", "As written"],
      rows: paths.map(({ path, module, directive, bundle: of, def, file }) => [
        html`<code>${path}</code>${!file && html` <span class="badge bad">no such file</span>`}`,
        module,
        directive,
        renderCode(of),
        def !== path.slice(1) && renderCode(def),
      ]),
    })}`,
    address,
  });
}

const toSize = (bytes: number | null | undefined): string =>
  bytes === null || bytes === undefined ? "" : ` (${formatBytes(bytes)})`;
