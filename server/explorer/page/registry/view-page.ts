// A view of a system: what all modules together make of it, which has put what there, and what was applied.
import { readPart, readValue, type PageContent, type PageRequest } from "../../page.js";
import { toPath, toQuery } from "../../../contract/browser/ask.js";
import { capitalise } from "../../../contract/field-words.js";
import { html, type Html } from "../../../contract/browser/html.js";
import { layUnknown } from "../../../contract/shape/completeness.js";
import { getModule, layApplied } from "../../../contract/shape/system/registry-one-layout.js";
import { renderBlocks } from "../../../faces/page/blocks.js";
import { renderArch } from "./arch.js";
import { listShares, type Share, type SystemView } from "./shares.js";
import { readSystem, renderSystemLink, showOfSystem, type System } from "./system.js";
import { renderCode, renderSection } from "../../../faces/page/pieces.js";
import { formatCount } from "../../../contract/browser/words.js";

export async function showSystemView(request: PageRequest): Promise<PageContent> {
  const system = await readSystem(request);
  const question = { xml_id: readPart(request, "name"), ...system, at: readValue(request, "at") };
  const { body: view, address } = await request.ask("/v1/registry/views/{xml_id}", question);
  const shares = listShares(view);
  const { xml_id: id, name, model, type, views, active } = view;
  const modules = new Set(views.map((_, at) => getModule(view, at)));
  return showOfSystem(request, system, {
    list: "models",
    title: `${id} of an installation`,
    about: `${id} with all inheriting views applied, and the line that each element is from.`,
    heading: html`${renderCode(id)} in an installation`,
    lead: (
      link,
    ) => html`<p class="lead">${type === null ? "View" : `${capitalise(type)} view`}${model !== null && html` of ${link(toPath("registry", "models", model), renderCode(model))}`}, combined from ${formatCount(views.length, "view")} of ${formatCount(modules.size, "module")}${question.at !== "" && html`, as it is after <code>${question.at}</code>`}.
    ${name !== id && html`<span class="hint">${name}</span>`}
    ${!active && html`<span class="badge bad">not active</span>`}</p>`,
    tellsMissing: true,
    body: () => html`${renderBlocks(layUnknown(view), {})} ${renderSteps(view, shares, system, question.at)}
      ${renderSection("Arch", `${view.elements.length} elements`, [
        view.dynamic &&
          html`<p class="notice">Code sets some values of the views below: they are unknown.</p>`,
        renderArch({ view, shares }),
      ])}
      ${renderBlocks(layApplied(view), { query: request.query })}
      <p>
        <a href="${toPath("view", id)}${toQuery({ platform_version: view.platform_version })}">Modules that inherit it at ${view.platform_version}</a>
      </p>`,
    blocks: [],
    answer: { address },
  });
}

/** The modules in load order, with their colours; each is a step at which the view can be looked at. */
function renderSteps(
  { xml_id: id, modules, module: maker }: SystemView,
  shares: ReadonlyMap<string, Share>,
  system: System,
  at: string,
): Html {
  const path = toPath("registry", "views", id);
  const first = modules.indexOf(maker);
  const current = at === "" ? modules.length - 1 : modules.indexOf(at);
  const step = (to: number, text: string): Html | false => {
    const module = modules[to];
    if (module === undefined || to < first || current === -1) return false;
    const end = to === modules.length - 1 ? "" : module;
    return html`<li>${renderSystemLink(system, path, html`${text} <code>${module}</code>`, end)}</li>`;
  };
  const rows = [...shares.values()].map((share, index) => {
    const { module, look } = share;
    const isLater = current !== -1 && index > current;
    const isCurrent = index === current;
    return html`<li class="${look}${isLater && " later"}"${isCurrent && html` aria-current="step"`}>
      ${index < first ? module : renderSystemLink(system, path, module, module)}
      ${isLater ? html`<span class="hint">later</span>` : renderShare(share)}
    </li>`;
  });
  return html`<nav class="steps" aria-labelledby="steps">
    <p id="steps">
      Modules in load order, with their number of elements. Choose one to see the view after that module.
    </p>
    <ol>
      ${rows}
    </ol>
    <ul class="inline">
      ${step(current - 1, "← before, after")}${step(current + 1, "→ next, after")}
      ${at !== "" && html`<li>${renderSystemLink(system, path, "After all modules")}</li>`}
    </ul>
  </nav>`;
}

function renderShare({ elements, changes }: Share): Html {
  return html`<span class="number"
    >${elements}<span class="hidden"> ${elements === 1 ? "element" : "elements"}</span>${changes > 0 && `, ${formatCount(changes, "change")}`}</span
  >`;
}
