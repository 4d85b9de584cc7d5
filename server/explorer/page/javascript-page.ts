// Something in JavaScript, or a template of the browser: which modules have it, and which patch it, in load order where that is known.
import { readPart, readVersion, type PageContent, type PageRequest } from "../page.js";
import { toPath } from "../../contract/browser/ask.js";
import { html, type Html } from "../../contract/browser/html.js";
import type { ScriptLocation } from "../../contract/shape/where.js";
import { renderPlace as renderLine } from "./code-location.js";
import { readAllModules, renderPlaceHead, showPlaces } from "./places.js";

export async function showInJavaScript(request: PageRequest): Promise<PageContent> {
  const name = readPart(request, "name");
  const platform_version = readVersion(request);
  const { body: places, address } = await readAllModules((part) =>
    request.ask("/v1/javascript/{name}", { name, platform_version, ...part }),
  );
  const version = places.platform_version;
  return showPlaces({
    name,
    path: toPath("javascript", name),
    places,
    lead: `JavaScript at ${version}.`,
    body: places.modules.map((place) => renderPlace(place, version)),
    address,
  });
}

function renderPlace(place: ScriptLocation, version: string): Html {
  return html`<section class="chain-place">
    ${renderPlaceHead(place, version)}
    <ul class="methods">
      ${listRows(place)}
    </ul>
  </section>`;
}

function listRows(place: ScriptLocation): readonly Html[] {
  const { classes, functions, registry, patches, templates, line_url } = place;
  const toRow = (at: { readonly file: string; readonly line: number }, what: Html): Html =>
    html`<li>${what} ${renderLine(at, line_url)}</li>`;
  return [
    ...classes.map((one) =>
      toRow(
        one,
        html`class <code>${one.name}</code>${one.extends !== null && html` extends <code>${one.extends}</code>`}${listMethods(one.methods)}`,
      ),
    ),
    ...functions.map((one) => toRow(one, html`function <code>${one.name}</code>`)),
    ...registry.map((one) =>
      toRow(
        one,
        html`${one.use === "remove" ? "removes" : "adds"} <code>${one.key}</code> ${one.use === "remove" ? "from" : "to"} ${one.category}${one.value !== null && html`: <code>${one.value}</code>`}${one.force && " in place of what was there"}`,
      ),
    ),
    ...patches.map((one) =>
      toRow(
        one,
        html`patches <code>${one.target}</code>${one.from !== null && html` of ${one.from}`}${listMethods(one.methods)}`,
      ),
    ),
    ...templates.map((one) =>
      toRow(
        one,
        one.mode === "extension"
          ? html`changes the template <code>${one.inherit}</code>`
          : html`template <code>${one.name}</code>${one.inherit !== null && html`, a copy of <code>${one.inherit}</code>`}`,
      ),
    ),
  ];
}

function listMethods(methods: readonly string[]): Html | false {
  return methods.length > 0 && html` <span class="hint">${methods.join(", ")}</span>`;
}
