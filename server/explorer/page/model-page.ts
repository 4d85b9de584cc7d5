// A model: which modules define and extend it, and where each of its fields and methods comes from.
import { readPart, readVersion, type PageContent, type PageRequest } from "../page.js";
import { toPath, toQuery } from "../../contract/browser/ask.js";
import { html, type Html } from "../../contract/browser/html.js";
import type { ModelRecord } from "../../../data/module/records.js";
import { renderSection } from "../../faces/page/pieces.js";
import { readAllModules, renderPlaceHead, showPlaces } from "./places.js";
import { renderModel } from "./module/models.js";
import { renderTable, renderRowFilter } from "../../faces/page/table.js";
import type { ModelLocation, ModelLocations } from "../../contract/shape/where.js";
import { formatCount } from "../../contract/browser/words.js";

export async function showModel(request: PageRequest): Promise<PageContent> {
  const name = readPart(request, "name");
  const question = { model_name: name, platform_version: readVersion(request) };
  const { body: places, address } = await readAllModules((part) =>
    request.ask("/v1/model/{model_name}", { ...question, ...part }),
  );
  const { platform_version: version, counts, modules } = places;
  const [fields, methods] = [listFields(places), listMethods(places)];
  return showPlaces({
    name,
    path: toPath("model", name),
    places,
    lead: `At ${version}: defined by ${countModules(counts.defining)}, extended by ${countModules(counts.extending)}.`,
    body: html`<nav aria-label="Parts">
        <ul class="inline">
          ${fields.length > 0 && html`<li><a href="#fields">Fields</a></li>`}
          ${methods.length > 0 && html`<li><a href="#methods">Methods</a></li>`}
          <li><a href="#modules">Modules</a></li>
        </ul>
      </nav>
      ${renderRowFilter("Show only fields, methods and modules with")}
      ${renderMembers("field", fields, places)} ${renderMembers("method", methods, places)}
      ${renderSection(
        "Modules",
        modules.length,
        modules.map((place) => renderPlace(place, version)),
        html` id="modules" data-filtered`,
      )}`,
    address,
    script: "filter",
  });
}

/** What a member is called, and every module that declares it, in the order of the modules. */
interface Member {
  readonly name: string;
  /** Of the first field; a method has none. */
  readonly type: string;
  readonly modules: readonly string[];
}

function listFields(places: ModelLocations): readonly Member[] {
  return listMembers(places, ({ fields }) =>
    fields.map(({ name, field_type: type }) => ({ name, type })),
  );
}

function listMethods(places: ModelLocations): readonly Member[] {
  return listMembers(places, ({ methods }) => methods.map(({ name }) => ({ name, type: "" })));
}

function listMembers(
  { modules }: ModelLocations,
  list: (one: ModelRecord) => readonly Omit<Member, "modules">[],
): readonly Member[] {
  const members = new Map<string, { readonly type: string; readonly modules: Set<string> }>();
  for (const { technical_name, classes } of modules) {
    for (const { name, type } of classes.flatMap(list)) {
      const known = members.get(name) ?? { type, modules: new Set() };
      members.set(name, known);
      known.modules.add(technical_name);
    }
  }
  return [...members]
    .map(([name, { type, modules: those }]) => ({ name, type, modules: [...those] }))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

function renderMembers(
  kind: "field" | "method",
  members: readonly Member[],
  { model_name: model, platform_version: version, load_order }: ModelLocations,
): Html | false {
  const title = kind === "field" ? "Fields" : "Methods";
  const unplaced = new Set(load_order.unplaced);
  const query = toQuery({ platform_version: version });
  // An arrow says which is loaded first.
  const renderBefore = (module: string, at: number): string =>
    at === 0 ? "" : unplaced.has(module) ? ", " : " → ";
  const rows = members.map(({ name, type, modules }) => {
    const from = modules.map(
      (one, at) =>
        html`${renderBefore(one, at)}<a href="${toPath("module", one, version)}">${one}</a>`,
    );
    const link = html`<a href="${toPath(kind, model, name)}${query}"><code>${name}</code></a>`;
    return kind === "field" ? [link, type, from] : [link, from];
  });
  if (rows.length === 0) return false;
  const table = renderTable({
    label: `${title} and where they come from`,
    heads: kind === "field" ? ["Name", "Type", "From"] : ["Name", "From"],
    isTall: true,
    rows,
    ids: members.map(({ name }) => `${kind}-${name}`),
  });
  return renderSection(title, rows.length, table, html` id="${kind}s" data-filtered`);
}

function countModules(number: number): string {
  return number === 0 ? "no module of this index" : formatCount(number, "module");
}

function renderPlace(place: ModelLocation, version: string): Html {
  const { technical_name: module, line_url: lines } = place;
  return html`<div class="chain-place">
    ${renderPlaceHead(place, version, "h3")}
    ${place.classes.map((one) => renderModel(one, { module, version, lines, isOpen: false }))}
  </div>`;
}
