// What a module defines: models with their fields and methods, and views. Folded, so that a module with
// many is still one page.
import { toPath, toQuery } from "../../../contract/browser/ask.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import type {
  FieldRecord,
  MethodRecord,
  ModelAttributes,
  ModelRecord,
  ViewRecord,
} from "../../../../data/module/records.js";
import type { ModuleDetail } from "../../../contract/shape/module.js";
import type { LineTemplate } from "../../../contract/browser/line-address.js";
import { renderPlace, renderShortPlace } from "../code-location.js";
import { renderFoldedTable, renderTable } from "../../../faces/page/table.js";
import { joinCodes, renderAttribute, renderFold } from "../../../faces/page/pieces.js";
import { formatCount } from "../../../contract/browser/words.js";

/** A module with as few models, or views, shows them open. */
const FEW_MODELS = 2;
const FEW_VIEWS = 20;

export function renderModels(detail: ModuleDetail): Html {
  const { models, technical_name: module, platform_version: version, line_url: lines } = detail;
  if (models.length === 0) return html`<p>No models are defined or extended.</p>`;
  const isOpen = models.length <= FEW_MODELS;
  return html`${models.map((model) => renderModel(model, { module, version, lines, isOpen }))}`;
}

interface ModelPlacing {
  /** The module whose class it is. */
  readonly module: string;
  readonly version: string;
  readonly lines: LineTemplate;
  readonly isOpen: boolean;
}

/** One class of a model. */
function renderModel(model: ModelRecord, { module, version, lines, isOpen }: ModelPlacing): Html {
  const { model_name: name, file, fields, methods, docstring, attrs, inherit_from } = model;
  const parents = inherit_from.filter((parent) => parent !== name);
  const query = toQuery({ platform_version: version });
  const chain = toPath("model", name) + query;
  const toMember = (kind: "field" | "method", member: string): string =>
    toPath(kind, name, member) + query;
  const summary = html`<code>${name}</code>
    <span class="badge${model.is_new_model && " good"}"
      >${model.is_new_model ? "new" : "extends"}</span
    >
    <span class="hint"
      >${attrs?.kind ?? ""} · ${formatCount(fields.length, "field")} ·
      ${formatCount(methods.length, "method")}</span
    >`;
  const head = html`<p class="hint">
    Class
    <code>${model.class_name}</code
    >${parents.length > 0 && html`, inherits ${joinCodes(parents)}`}${attrs?.description !== undefined && html` · ${attrs.description}`}
    · ${renderPlace(model, lines)} · <a href="${chain}">Where ${name} comes from</a>
  </p>`;
  const content = [
    head,
    docstring !== null && html`<p class="doc">${docstring}</p>`,
    renderAttributes(attrs),
    fields.length > 0 &&
      renderTable({
        label: `Fields of ${name}, ${model.class_name} in ${module}`,
        heads: ["Field", "Type", "Details", "Line"],
        rows: fields.map((field) => [
          ...showField(field, toMember("field", field.name)),
          renderShortPlace({ file, line: field.line }, lines),
        ]),
      }),
    methods.length > 0 &&
      html`<ul class="methods">
        ${methods.map((method) =>
          renderMethod(
            method,
            toMember("method", method.name),
            renderShortPlace({ file, line: method.line }, lines),
          ),
        )}
      </ul>`,
  ];
  return renderFold(summary, content, isOpen);
}

/** What the class says of itself beside its kind and its description. */
function renderAttributes(attrs: ModelAttributes | null): Html | false {
  const { rec_name, order, table, inherits = {} } = attrs ?? {};
  const links = Object.entries(inherits).map(([parent, field]) => `${parent} by ${field}`);
  const said = Object.entries({ rec_name, order, table, inherits: links.join(", ") })
    .filter(([, text]) => text !== undefined && text !== "")
    .map(([key, text = ""]) => renderAttribute(key, text));
  return said.length > 0 && html`<p>${said}</p>`;
}

/** @param href where all modules are listed that have a say in it */
function showField(field: FieldRecord, href: string): readonly Piece[] {
  return [
    html`<a href="${href}"><code>${field.name}</code></a>`,
    renderFieldType(field),
    renderFieldAttributes(field),
  ];
}

/** `many2one → res.partner` */
function renderFieldType({
  field_type,
  relation,
}: Pick<FieldRecord, "field_type" | "relation">): Html {
  return html`${field_type}${relation !== null && html` <span class="hint">→</span> <code>${relation}</code>`}`;
}

function renderFieldAttributes({ attrs }: Pick<FieldRecord, "attrs">): readonly Html[] {
  return Object.entries(attrs ?? {}).map(([key, value]) =>
    renderAttribute(key, typeof value === "string" ? value : value.join(", ")),
  );
}

function renderDecorators({ decorators }: Pick<MethodRecord, "decorators">): readonly Html[] {
  return decorators.map((one) => html`<span class="hint">@${one}</span> `);
}

function renderMethod(method: MethodRecord, href: string, place: Html): Html {
  const { name, signature, docstring } = method;
  return html`<li>
    ${renderDecorators(method)}<code><a href="${href}">${name}</a>${signature}</code> ${place}${docstring !== null && html`<p class="doc">${docstring}</p>`}
  </li>`;
}

export function renderViews(detail: ModuleDetail): Html | false {
  if (detail.views.length === 0) return html`<p>No views.</p>`;
  const render = detail.views.length <= FEW_VIEWS ? renderTable : renderFoldedTable;
  return render({
    label: "Views",
    heads: ["View", "Type", "Model"],
    rows: detail.views.map((view) => showView(view, detail)),
  });
}

function showView(view: ViewRecord, detail: ModuleDetail): readonly Piece[] {
  const { xml_id, name, model, view_type, inherit_xml_id: parent } = view;
  return [
    html`${renderViewLink(xml_id, detail)}
    ${name !== "" && name !== xml_id && html`<br /><span class="hint">${name}</span>`}
    ${parent !== null && html`<br /><span class="hint">extends ${renderViewLink(parent, detail)}</span>`}
    <br />${renderPlace(view, detail.line_url)}`,
    view_type,
    model !== "" && html`<code>${model}</code>`,
  ];
}

/** An id without a module is one of the module's own. */
function renderViewLink(id: string, { technical_name, platform_version }: ModuleDetail): Html {
  const whole = id.includes(".") ? id : `${technical_name}.${id}`;
  const href = toPath("view", whole) + toQuery({ platform_version });
  return html`<a href="${href}"><code>${id}</code></a>`;
}
