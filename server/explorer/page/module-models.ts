// What a module defines: models with their fields and methods, and views. Folded, so that a module with
// many is still one page.
import { toPath, toQuery } from "../shared/ask.js";
import { html, type Html } from "../shared/html.js";
import type {
  FieldDetail,
  MethodDetail,
  ModelDetail,
  ModuleDetail,
  ViewDetail,
} from "./module-answers.js";

/** A module with as few models shows them open. */
const FEW_MODELS = 2;

export function renderModels(detail: ModuleDetail): Html {
  const { models, technical_name: module, platform_version: version } = detail;
  if (models.length === 0) return html`<p>It defines no model and extends none.</p>`;
  const isOpen = models.length <= FEW_MODELS;
  return html`${models.map((model) => renderModel(model, { module, version, isOpen }))}`;
}

export interface ModelPlacing {
  /** The module whose class it is. */
  readonly module: string;
  readonly version: string;
  readonly isOpen: boolean;
}

/** One class of a model. */
export function renderModel(model: ModelDetail, { module, version, isOpen }: ModelPlacing): Html {
  const { model_name: name, fields, methods, docstring, attrs, inherit_from } = model;
  const parents = inherit_from.filter((parent) => parent !== name);
  const chain = toPath("model", name) + toQuery({ platform_version: version });
  return html`<details class="model" ${isOpen && html` open`}>
    <summary>
      <code>${name}</code>
      <span class="badge${model.is_new_model && " good"}"
        >${model.is_new_model ? "new" : "extends"}</span
      >
      <span class="hint"
        >${attrs?.kind ?? ""} · ${fields.length} fields · ${methods.length} methods</span
      >
    </summary>
    <div class="inside">
      <p class="hint">
        Class
        <code>${model.class_name}</code
        >${parents.length > 0 && html`, inherits ${parents.map((parent, at) => html`${at > 0 && ", "}<code>${parent}</code>`)}`}${attrs?.description !== undefined && html` · ${attrs.description}`}
        · <a href="${chain}">Where ${name} comes from</a>
      </p>
      ${docstring !== null && html`<p class="doc">${docstring}</p>`}
      ${
        fields.length > 0 &&
        html`<div class="scroll" tabindex="0" role="region" aria-label="Fields of ${name}, ${model.class_name} in ${module}">
          <table class="plain-table">
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Type</th>
                <th scope="col">Details</th>
              </tr>
            </thead>
            <tbody>
              ${fields.map((field) => renderField(field, chain))}
            </tbody>
          </table>
        </div>`
      }
      ${
        methods.length > 0 &&
        html`<ul class="methods">
          ${methods.map((method) => renderMethod(method, chain))}
        </ul>`
      }
    </div>
  </details> `;
}

/** @param chain where all modules are told that have a say in it */
function renderField({ name, field_type, relation, attrs }: FieldDetail, chain: string): Html {
  const details = Object.entries(attrs ?? {}).map(([key, value]) => {
    const text = typeof value === "string" ? value : value.join(", ");
    return html`<span class="attr"><span class="hint">${key}</span> <code>${text}</code></span> `;
  });
  return html`<tr>
    <td><a href="${chain}#field-${name}"><code>${name}</code></a></td>
    <td>
      ${field_type}${relation !== null && html` <span class="hint">→</span> <code>${relation}</code>`}
    </td>
    <td>${details}</td>
  </tr>`;
}

function renderMethod(method: MethodDetail, chain: string): Html {
  const { name, decorators, signature, docstring } = method;
  const marks = decorators.map((one) => html`<span class="hint">@${one}</span> `);
  return html`<li>
    ${marks}<code><a href="${chain}#method-${name}">${name}</a>${signature}</code
    >${docstring !== null && html`<p class="doc">${docstring}</p>`}
  </li>`;
}

export function renderViews(detail: ModuleDetail): Html {
  if (detail.views.length === 0) return html`<p>It has no view.</p>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Views">
    <table class="plain-table">
      <thead>
        <tr>
          <th scope="col">View</th>
          <th scope="col">Type</th>
          <th scope="col">Model</th>
        </tr>
      </thead>
      <tbody>
        ${detail.views.map((view) => renderView(view, detail))}
      </tbody>
    </table>
  </div>`;
}

function renderView(view: ViewDetail, detail: ModuleDetail): Html {
  const { xml_id, name, model, view_type, inherit_xml_id: parent } = view;
  return html`<tr>
    <td>
      ${renderViewLink(xml_id, detail)}
      ${name !== "" && name !== xml_id && html`<br /><span class="hint">${name}</span>`}
      ${parent !== null && html`<br /><span class="hint">extends ${renderViewLink(parent, detail)}</span>`}
    </td>
    <td>${view_type ?? ""}</td>
    <td>${model !== "" && html`<code>${model}</code>`}</td>
  </tr>`;
}

/** An id without a module is one of the module's own. */
function renderViewLink(id: string, { technical_name, platform_version }: ModuleDetail): Html {
  const whole = id.includes(".") ? id : `${technical_name}.${id}`;
  const href = toPath("view", whole) + toQuery({ platform_version });
  return html`<a href="${href}"><code>${id}</code></a>`;
}
