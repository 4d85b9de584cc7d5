// A view: which module has it, and which inherit from it, in load order where that is known.
import { readPart, readVersion, type PageContent, type PageRequest } from "../page.js";
import { toPath } from "../../contract/browser/ask.js";
import { html, type Html } from "../../contract/browser/html.js";
import type { ViewLocation, ViewLocations } from "../../contract/shape/where.js";
import { renderPlace as renderLine } from "./code-location.js";
import { toSystemAddress } from "./registry/system.js";
import { readAllModules, renderPlaceHead, showPlaces } from "./places.js";
import { PLATFORMS } from "./unresolved.js";

export async function showView(request: PageRequest): Promise<PageContent> {
  const id = readPart(request, "name");
  const platform_version = readVersion(request);
  const { body: places, address } = await readAllModules((part) =>
    request.ask("/v1/view/{xml_id}", { xml_id: id, platform_version, ...part }),
  );
  return showPlaces({
    name: id,
    path: toPath("view", id),
    places,
    lead: `At ${places.platform_version}. ${describeOwner(places)}`,
    body: places.modules.map((place) => renderPlace(place, places)),
    address,
  });
}

/** Whose view it is, where that module is not here. */
function describeOwner({ xml_id, kind }: ViewLocations): string {
  if (kind === null) return "";
  const [module = ""] = xml_id.split(".");
  return kind === "unknown"
    ? `The module ${module} is not indexed.`
    : `The module ${module} is one of ${PLATFORMS[kind]} (not indexed).`;
}

function renderPlace(place: ViewLocation, places: ViewLocations): Html {
  const rows = place.views.map(
    ({ xml_id, name: title, view_type, model, inherit_xml_id, ...line }) =>
      html`<li>
        <code>${xml_id}</code> ${title !== "" && html`<span class="hint">${title}</span>`}
        <span class="hint"
          >${view_type ?? ""} ${model !== "" && html`of <code>${model}</code>`}
          ${inherit_xml_id !== null && html`extends <code>${inherit_xml_id}</code>`}</span
        >
        ${renderLine(line, place.line_url)}
      </li>`,
  );
  return html`<section class="chain-place">
    ${renderPlaceHead(place, places.platform_version)}
    <ul class="methods">
      ${rows}
    </ul>
    ${place.installable && places.kind === null && renderCombined(place, places)}
  </section>`;
}

/** What the view is where the module is installed. */
function renderCombined(place: ViewLocation, { xml_id, platform_version }: ViewLocations): Html {
  const { technical_name: modules, organization, repository } = place;
  const prefer = `${organization}/${repository}`;
  const href = toSystemAddress(toPath("registry", "views", xml_id), {
    platform_version,
    modules,
    prefer,
  });
  return html`<p><a href="${href}">The combined view where <code>${modules}</code> is installed</a></p>`;
}
