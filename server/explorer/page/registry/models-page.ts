// All models of a system: which module made each, and how much there is to it.
import { readValue, type PageContent, type PageRequest } from "../../page.js";
import { toAddress } from "../../shared/ask.js";
import { catchProblem, toPath } from "../../../contract/browser/ask.js";
import type { Ask } from "../../../routes/ask.js";
import { html, type Html } from "../../../contract/browser/html.js";
import { renderFailure } from "../../shared/search-results.js";
import type { RegistryModelSummary } from "../../../contract/shape/system/registry-model.js";
import { chooseMainVersion } from "../search/search-lists.js";
import { renderNamedTable, type NamedRow } from "../table.js";
import {
  readState,
  readSystem,
  renderHidden,
  renderModelLink,
  renderSystem,
  type System,
} from "./system.js";
import { renderOption, renderSelectField } from "../pieces.js";

/** What is shown of all models. */
interface ModelFilter {
  /** Part of a name or a description. */
  readonly words: string;
  readonly kind: string;
  readonly module: string;
}

export const KINDS: Readonly<Record<NonNullable<RegistryModelSummary["kind"]>, string>> = {
  Model: "stored",
  TransientModel: "transient",
  AbstractModel: "abstract",
};

export async function showModels(request: PageRequest): Promise<PageContent> {
  const { ask } = request;
  const { body: versions } = await ask("/v1/versions", { limit: 500 });
  const read = readSystem(request);
  const system = {
    ...read,
    platform_version: read.platform_version || chooseMainVersion(versions),
  };
  const filter = {
    words: readValue(request, "q"),
    kind: readValue(request, "kind"),
    module: readValue(request, "module"),
  };
  const names = versions.map((row) => row.platform_version).toReversed();
  const main = html`<h1>Models of a system</h1>
    <p class="lead">
      All models of a list of modules with its dependencies: the module that defines each, and its number of classes, fields and methods. No code is run.
    </p>
    ${renderForm(system, names)}
    ${system.modules !== "" || system.plan !== "" ? await catchProblem(renderAnswer(ask, system, filter), renderFailure) : ""}`;
  return { title: "Models of an installation", main, menu: "plan" };
}

function renderForm(
  { modules, platform_version: chosen, ...rest }: System,
  known: readonly string[],
): Html {
  const versions = known.includes(chosen) ? known : [chosen, ...known];
  return html`<form class="inline-form" action="/registry/models" method="get">
    <label class="field wide-field"
      ><span>Modules, comma-separated</span
      ><input
        name="modules"
        value="${modules}"
        placeholder="sale_management, stock"
        autocapitalize="none"
        autocomplete="off"
        spellcheck="false"
    /></label>
    ${renderSelectField(
      "platform_version",
      "Odoo version",
      versions.map((one) => renderOption(one, one, one === chosen)),
    )}
    ${renderHidden(rest)}
    <button class="button main">Show</button>
  </form>`;
}

const PATH = "/v1/registry/models";

async function renderAnswer(ask: Ask, system: System, filter: ModelFilter): Promise<Html> {
  const { body: models } = await ask(PATH, { ...system, limit: 5_000 });
  const state = await readState(ask, system, []);
  return html`${renderSystem(system, state)} ${renderModels(models, system, filter)}`;
}

function renderModels(
  models: readonly RegistryModelSummary[],
  system: System,
  filter: ModelFilter,
): Html {
  const shown = models.filter((model) => isShown(model, filter));
  const counts = Object.entries(KINDS).map(
    ([kind, word]) => `${models.filter((model) => model.kind === kind).length} ${word}`,
  );
  const modules = [...new Set(models.flatMap(({ module }) => module ?? []))].toSorted();
  return html`<section>
      <h2>
        ${models.length} models
        <span class="hint">${counts.join(", ")}; defined by ${modules.length} modules</span>
      </h2>
      ${renderFilter(system, filter, modules)}
      ${shown.length < models.length && html`<p role="status">${shown.length} of them are shown.</p>`}
      ${renderNamedTable({
        label: "Models",
        heads: ["Model", "Kind", "Made by", "Classes", "Fields", "Methods"],
        numbers: ["Classes", "Fields", "Methods"],
        rows: shown.map((model) => toRow(model, system)),
      })}
    </section>
    <p><a href="${toAddress(PATH, system)}">All of this as JSON</a></p>`;
}

function isShown(
  { model, description, kind, module }: RegistryModelSummary,
  filter: ModelFilter,
): boolean {
  const text = `${model} ${description ?? ""}`.toLowerCase();
  return (
    filter.words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word)) &&
    (filter.kind === "" || kind === filter.kind) &&
    (filter.module === "" || module === filter.module)
  );
}

function renderFilter(
  system: System,
  { words, kind, module }: ModelFilter,
  modules: readonly string[],
): Html {
  const kinds = html`${renderOption("", "all", kind === "")}
    ${Object.entries(KINDS).map(([value, word]) => renderOption(value, word, value === kind))}`;
  const makers = html`${renderOption("", "all modules", module === "")}
    ${modules.map((one) => renderOption(one, one, one === module))}`;
  return html`<form class="inline-form" action="/registry/models" method="get">
    <label class="field"
      ><span>Name or description</span
      ><input type="search" name="q" value="${words}" placeholder="sale.order" autocapitalize="none" spellcheck="false"
    /></label>
    ${renderSelectField("kind", "Kind", kinds)}
    ${renderSelectField("module", "Made by", makers)}
    ${renderHidden(system)}
    <button class="button">Filter</button>
  </form>`;
}

function toRow(row: RegistryModelSummary, system: System): NamedRow {
  const { model, description, kind, module, classes, fields, methods } = row;
  return {
    id: undefined,
    name: html`${renderModelLink(system, model)}${description !== null && html`<br /><span class="hint">${description}</span>`}`,
    cells: [
      kind === null ? "too complex to combine" : KINDS[kind],
      module !== null &&
        html`<a href="${toPath("module", module, system.platform_version)}">${module}</a>`,
      classes,
      fields,
      methods,
    ],
  };
}
