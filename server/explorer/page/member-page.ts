// A field or a method: which models have one of its name, and of one model every module that declares or
// overrides it, in load order.
import type { FieldLocations, MemberModel, MethodLocations } from "../../contract/shape/where.js";
import { readPart, readVersion, type PageContent, type PageRequest } from "../page.js";
import { toPath, toQuery } from "../../contract/browser/ask.js";
import { html, type Html, type Piece } from "../../contract/browser/html.js";
import { renderPlace as renderLine } from "./code-location.js";
import { renderDecorators, renderFieldAttributes, renderFieldType } from "./module/models.js";
import { renderTable } from "../../faces/page/table.js";
import { readAllModules, renderPlaceHead, showPlaces } from "./places.js";
import { join, renderAnswerLink } from "../../faces/page/pieces.js";
import { formatCount } from "../../contract/browser/words.js";

type MemberKind = "field" | "method";

/** Rows of one question, which the interface gives at most. */
const MOST_ROWS = 200;

/** Every model that has one of the name. */
export async function showMembers(request: PageRequest, kind: MemberKind): Promise<PageContent> {
  const name = readPart(request, "name");
  const platform_version = readVersion(request);
  const question = { kind: `${kind}s`, name, platform_version, limit: MOST_ROWS };
  const { body: rows, total = 0, address } = await request.ask("/v1/members/{kind}", question);
  const main = html`<header class="heading">
      <h1><code>${name}</code></h1>
      <p class="lead">
        ${kind === "field" ? "A field" : "A method"} of ${formatCount(total, "model")}${platform_version !== "" && ` at ${platform_version}`}${rows.length < total && `, of which ${rows.length} are shown`}.
      </p>
    </header>
    ${renderTable({
      label: `Models with the ${kind} ${name}`,
      heads: ["Model", "Modules", "Odoo versions", "Defined by"],
      rows: rows.map((row) => renderModel(row, kind, platform_version)),
    })}
    ${renderAnswerLink(address)}`;
  return { title: name, main };
}

function renderModel(row: MemberModel, kind: MemberKind, asked: string): readonly Piece[] {
  const address = toPath(kind, row.model_name, row.name);
  const versions = Object.keys(row.platform_versions).toReversed();
  const [newest = ""] = versions;
  const makers = [...new Set(Object.values(row.defined_by).toReversed().flat())];
  return [
    html`<a href="${address}"><code>${row.model_name}</code></a>`,
    row.modules,
    html`${versions.map(
      (version) =>
        html`<a class="version" href="${address + toQuery({ platform_version: version })}"
          >${version}</a
        > `,
    )}`,
    makers.length === 0
      ? html`<span class="hint">modules that extend it</span>`
      : join(
          makers.map(
            (module) =>
              html`<a href="${toModuleAddress(row, module, asked || newest)}">${module}</a>`,
          ),
        ),
  ];
}

/** At `wanted`, or else at the newest version, if the module is one of those there. */
function toModuleAddress({ defined_by }: MemberModel, module: string, wanted: string): string {
  const isMaker = (one: string): boolean => defined_by[one]?.includes(module) ?? false;
  const version = isMaker(wanted) ? wanted : Object.keys(defined_by).findLast(isMaker);
  return toPath("module", module, version ?? wanted);
}

type Places = FieldLocations | MethodLocations;

/** Every module that has it, of one model. */
export async function showMember(request: PageRequest, kind: MemberKind): Promise<PageContent> {
  const model_name = readPart(request, "model");
  const name = readPart(request, "name");
  const asked = { model_name, platform_version: readVersion(request) };
  const { body: places, address } = await readAllModules<Place, Places>((part) => {
    const question = { ...asked, ...part };
    return kind === "field"
      ? request.ask("/v1/field/{model_name}/{field_name}", { ...question, field_name: name })
      : request.ask("/v1/method/{model_name}/{method_name}", { ...question, method_name: name });
  });
  const { platform_version: version, modules } = places;
  const model = toPath("model", model_name) + toQuery({ platform_version: version });
  return showPlaces({
    name: `${model_name}.${name}`,
    path: toPath(kind, model_name, name),
    places,
    lead: html`A ${kind} of <a href="${model}"><code>${model_name}</code></a> at ${version}, in ${formatCount(modules.length, "module")}.`,
    note:
      kind === "method" &&
      modules.length > 1 &&
      html` <code>super()</code> goes from the last to the first.`,
    body: html`<ol class="chain">
        ${modules.map((place) => renderPlace(place, version))}
      </ol>
      <p><a href="${toPath(kind, name)}">Every model with a ${kind} <code>${name}</code></a></p>`,
    address,
  });
}

type Place = Places["modules"][number];
type Declaration = Place["declarations"][number];

function renderPlace(place: Place, version: string): Html {
  const { declarations } = place;
  const role = declarations.some((one) => one.is_new_model) ? "defines" : "extends";
  return html`<li class="chain-place">
    ${renderPlaceHead({ ...place, role }, version)}
    <ul class="methods">
      ${declarations.map(
        (one) => html`<li>
          ${renderDeclaration(one)} <span class="hint">in <code>${one.class_name}</code></span>
          ${renderLine(one, place.line_url)}${"docstring" in one && one.docstring !== null && html`<p class="doc">${one.docstring}</p>`}
        </li> `,
      )}
    </ul>
  </li> `;
}

function renderDeclaration(one: Declaration): Html {
  if ("signature" in one) {
    return html`${renderDecorators(one)}<code>${one.signature}</code>`;
  }
  return html`${renderFieldType(one)} ${renderFieldAttributes(one)}`;
}
