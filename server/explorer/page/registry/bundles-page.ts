// Bundles of assets of a system: their names, and of one the files in the order in which a browser gets them.
import { readPart, type PageContent, type PageRequest } from "../../page.js";
import { toAddress } from "../../shared/ask.js";
import { toPath } from "../../../contract/browser/ask.js";
import { html } from "../../../contract/browser/html.js";
import { count, renderCode } from "../pieces.js";
import { renderNamedTable } from "../table.js";
import { renderUnknown } from "../unresolved.js";
import { readState, readSystem, renderSystem, renderSystemLink } from "./system.js";

const BUNDLES_PATH = "/v1/registry/assets";
const BUNDLE_PATH = "/v1/registry/assets/{bundle}";

const MOST_ROWS = 5_000;

export async function showBundles(request: PageRequest): Promise<PageContent> {
  const system = readSystem(request);
  const question = { ...system, limit: MOST_ROWS };
  const { body } = await request.ask(BUNDLES_PATH, question);
  const state = await readState(request.ask, system, []);
  const main = html`<header class="heading">
      <h1>Bundles of a system</h1>
      <p class="lead">${count(body.total, "bundle")} of scripts, styles and templates.</p>
      ${renderSystem(system, state)}
    </header>
    ${renderUnknown(body, "The list")}
    <ul>
      ${body.bundles.map((name) => html`<li>${renderSystemLink(system, toPath("registry", "assets", name), renderCode(name))}</li>`)}
    </ul>
    <p><a href="${toAddress(BUNDLES_PATH, question)}">All of this as JSON</a></p>`;
  return { title: "Bundles of an installation", main, menu: "plan" };
}

export async function showBundle(request: PageRequest): Promise<PageContent> {
  const system = readSystem(request);
  const question = { bundle: readPart(request, "name"), ...system };
  const { body: bundle } = await request.ask(BUNDLE_PATH, question);
  const state = await readState(request.ask, system, []);
  const { paths, error } = bundle;
  const modules = new Set(paths.map(({ module }) => module));
  const main = html`<header class="heading">
      <h1><code>${bundle.bundle}</code></h1>
      <p class="lead">
        ${count(paths.length, "file")} of ${count(modules.size, "module")}, in the order in which a browser gets them.
      </p>
      ${renderSystem(system, state)}
    </header>
    ${renderUnknown(bundle, bundle.bundle)}
    ${error !== null && html`<p class="notice">Odoo refuses this bundle: ${error}</p>`}
    ${renderNamedTable({
      label: "Files",
      heads: ["File", "Module", "By", "In", "As written"],
      rows: paths.map(({ path, module, directive, bundle: of, def, file }) => ({
        id: undefined,
        name: html`<code>${path}</code>${!file && html` <span class="badge bad">no such file</span>`}`,
        cells: [module, directive, renderCode(of), def !== path.slice(1) && renderCode(def)],
      })),
    })}
    <p><a href="${toAddress(BUNDLE_PATH, question)}">All of this as JSON</a></p>`;
  return { title: `${bundle.bundle} of an installation`, main, menu: "plan" };
}
