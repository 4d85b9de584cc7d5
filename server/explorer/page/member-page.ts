// A field or a method: which models have one of its name, and of one model every module that declares or
// overrides it, in load order.
import type { FieldLocations, MemberModel, MethodLocations } from "../../contract/shape/where.js";
import { readPart, readValue, type PageContent, type PageRequest } from "../page.js";
import { toAddress } from "../shared/ask.js";
import { toPath, toQuery } from "../../contract/browser/ask.js";
import { html, type Html, type Piece } from "../../contract/browser/html.js";
import { renderPlace as renderLine } from "./code-location.js";
import { renderDecorators, renderFieldAttributes, renderFieldType } from "./module/models.js";
import { renderTable } from "./table.js";
import { describeLoadOrder, renderUnknown } from "./unresolved.js";
import { join } from "./pieces.js";
import { formatCount } from "../../contract/browser/words.js";
import { renderVersionLinks } from "./version-strip.js";

type MemberKind = "field" | "method";

const PATHS = { field: "/v1/field", method: "/v1/method" } as const;

/** Rows of one question, which the interface gives at most. */
const MOST_ROWS = 200;

/** Every model that has one of the name. */
export async function showMembers(request: PageRequest, kind: MemberKind): Promise<PageContent> {
  const name = readPart(request, "name");
  const platform_version = readValue(request, "platform_version");
  const question = { name, platform_version };
  const path = PATHS[kind];
  const { body: rows, total = 0 } = await request.ask(path, { ...question, limit: MOST_ROWS });
  const main = html`<header class="heading">
      <h1><code>${name}</code></h1>
      <p class="lead">
        ${kind === "field" ? "A field" : "A method"} of ${formatCount(total, "model")}${platform_version !== "" && ` at ${platform_version}`}${rows.length < total && `, of which ${rows.length} are shown`}.
      </p>
    </header>
    ${renderTable({
      label: `Models with the ${kind} ${name}`,
      heads: ["Model", "Modules", "Odoo versions", "Defined by"],
      rows: rows.map((row) => renderModel(row, kind)),
    })}
    <p><a href="${toAddress(path, question)}">All of this as JSON</a></p>`;
  return { title: name, main };
}

function renderModel(row: MemberModel, kind: MemberKind): readonly Piece[] {
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
            (module) => html`<a href="${toModuleAddress(row, module, newest)}">${module}</a>`,
          ),
        ),
  ];
}

/** At the newest version at which the module is one of those. */
function toModuleAddress({ defined_by }: MemberModel, module: string, newest: string): string {
  const version = Object.keys(defined_by).findLast((one) => defined_by[one]?.includes(module));
  return toPath("module", module, version ?? newest);
}

type Places = FieldLocations | MethodLocations;

/** Every module that has it, of one model. */
export async function showMember(request: PageRequest, kind: MemberKind): Promise<PageContent> {
  const model_name = readPart(request, "model");
  const name = readPart(request, "name");
  const wanted = readValue(request, "platform_version");
  const places = await readPlaces(request, kind, { model_name, name, platform_version: wanted });
  const { platform_version: version, modules } = places;
  const names = modules.map(({ technical_name }) => technical_name);
  const question = { model_name, platform_version: version };
  const model = toPath("model", model_name) + toQuery({ platform_version: version });
  const main = html`<header class="heading">
      <h1><code>${model_name}.${name}</code></h1>
      <p class="lead">
        A ${kind} of <a href="${model}"><code>${model_name}</code></a> at ${version}, in
        ${formatCount(modules.length, "module")}.
        ${describeLoadOrder(places.load_order, names)}${kind === "method" && names.length > 1 && html` <code>super()</code> goes from the last to the first.`}
      </p>
      ${renderVersionLinks(toPath(kind, model_name, name), places.platform_versions, version)}
    </header>
    ${renderUnknown(places, `${model_name}.${name}`)}
    <ol class="chain">
      ${modules.map((place) => renderPlace(place, version))}
    </ol>
    <p>
      <a href="${toPath(kind, name)}">Every model with a ${kind} <code>${name}</code></a> ·
      <a
        href="${
          kind === "field"
            ? toAddress("/v1/field/{model_name}/{field_name}", { ...question, field_name: name })
            : toAddress("/v1/method/{model_name}/{method_name}", { ...question, method_name: name })
        }"
        >All of this as JSON</a
      >
    </p>`;
  return { title: `${model_name}.${name} ${version}`, main };
}

interface Question {
  readonly model_name: string;
  readonly name: string;
  readonly platform_version: string;
}

async function readPlaces(
  { ask }: PageRequest,
  kind: MemberKind,
  { name, ...question }: Question,
): Promise<Places> {
  const read = (
    offset: number,
  ): Promise<{ readonly body: Places; readonly total: number | undefined }> => {
    const page = { ...question, limit: MOST_ROWS, offset };
    return kind === "field"
      ? ask("/v1/field/{model_name}/{field_name}", { ...page, field_name: name })
      : ask("/v1/method/{model_name}/{method_name}", { ...page, method_name: name });
  };
  const { body: first, total = 0 } = await read(0);
  const modules = [...first.modules];
  while (modules.length < total) modules.push(...(await read(modules.length)).body.modules);
  return { ...first, modules } as Places;
}

type Place = Places["modules"][number];
type Declaration = Place["declarations"][number];

function renderPlace(place: Place, version: string): Html {
  const { technical_name: module, organization: org, repository: repo, declarations } = place;
  const href = toPath("module", module, version) + toQuery({ org, repo });
  const isMaker = declarations.some((one) => one.is_new_model);
  return html`<li class="chain-place">
    <h2>
      <a href="${href}">${module}</a>
      <span class="badge${isMaker && " good"}">${isMaker ? "defines" : "extends"}</span>${!place.installable && html` <span class="badge bad">not installable</span>`}
    </h2>
    <p class="hint">
      ${org}/${repo}${place.after.length > 0 && html` · after ${place.after.join(", ")}`}
    </p>
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
