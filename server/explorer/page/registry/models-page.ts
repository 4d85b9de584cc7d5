// All models of a system: which module made each, and how much there is to it.
import { readValue, type PageContent, type PageRequest } from "../../page.js";
import { html, type Html } from "../../../contract/browser/html.js";
import { KINDS, layModels } from "../../../contract/shape/system/registry-layout.js";
import type { RegistryModelSummary } from "../../../contract/shape/system/registry-model.js";
import { formatCount } from "../../../contract/browser/words.js";
import { renderInput, renderSelect } from "../question/fields.js";
import { readState, readSystem, renderHidden, showOfSystem, type System } from "./system.js";

/** What is shown of all models; `q` is part of a name or a description. */
type ModelFilter = Readonly<Record<"q" | "kind" | "module", string>>;

export async function showModels(request: PageRequest): Promise<PageContent> {
  const system = await readSystem(request);
  const filter = {
    q: readValue(request, "q"),
    kind: readValue(request, "kind"),
    module: readValue(request, "module"),
  };
  const question = { ...system, limit: 5_000 };
  const { body: models, address } = await request.ask("/v1/registry/models", question);
  const counts = Object.values(KINDS).map(
    ({ code, title }) => `${models.filter((model) => model.kind === code).length} ${title}`,
  );
  const shown = models.filter((model) => isShown(model, filter));
  const modules = [...new Set(models.flatMap(({ module }) => module ?? []))].toSorted();
  return showOfSystem(request, system, {
    list: "models",
    filter,
    title: "Models of an installation",
    lead: `${formatCount(models.length, "model")}: ${counts.join(", ")}.`,
    state: await readState(request.ask, system, []),
    body: html`${renderFilter(system, filter, modules)}
    ${shown.length < models.length && html`<p role="status">${shown.length} of them are shown.</p>`}`,
    blocks: layModels(shown, { total: undefined }),
    address,
  });
}

function isShown(
  { model, description, kind, module }: RegistryModelSummary,
  filter: ModelFilter,
): boolean {
  const text = `${model} ${description ?? ""}`.toLowerCase();
  return (
    filter.q
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word)) &&
    (filter.kind === "" || kind === filter.kind) &&
    (filter.module === "" || module === filter.module)
  );
}

function renderFilter(
  system: System,
  { q, kind, module }: ModelFilter,
  modules: readonly string[],
): Html {
  return html`<form class="inline-form" action="/registry/models" method="get">
    ${renderInput({ name: "q", title: "Name or description", value: q, placeholder: "sale.order" })}
    ${renderSelect({ name: "kind", title: "Kind", open: "all", chosen: kind, values: Object.values(KINDS).map(({ code, title }) => [code, title] as const) })}
    ${renderSelect({ name: "module", title: "Made by", open: "all modules", chosen: module, values: modules })}
    ${renderHidden(system)}
    <button class="button">Filter</button>
  </form>`;
}
