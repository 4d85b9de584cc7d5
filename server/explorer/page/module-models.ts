// What a module defines: models with their fields and methods, and views. Folded, so that a module with
// many is still one page.
import { toPath } from "../shared/ask.js";
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

export function renderModels({ models }: ModuleDetail): Html {
  if (models.length === 0) return html`<p>It defines no model and extends none.</p>`;
  return html`${models.map((model) => renderModel(model, models.length <= FEW_MODELS))}`;
}

function renderModel(model: ModelDetail, isOpen: boolean): Html {
  const { model_name: name, fields, methods, docstring, attrs, inherit_from } = model;
  const parents = inherit_from.filter((parent) => parent !== name);
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
      </p>
      ${docstring !== null && html`<p class="doc">${docstring}</p>`}
      ${
        fields.length > 0 &&
        html`<div class="scroll" tabindex="0" role="region" aria-label="Fields of ${name}">
          <table class="plain-table">
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Type</th>
                <th scope="col">Details</th>
              </tr>
            </thead>
            <tbody>
              ${fields.map(renderField)}
            </tbody>
          </table>
        </div>`
      }
      ${
        methods.length > 0 &&
        html`<ul class="methods">
          ${methods.map(renderMethod)}
        </ul>`
      }
    </div>
  </details> `;
}

function renderField({ name, field_type, relation, attrs }: FieldDetail): Html {
  const details = Object.entries(attrs ?? {}).map(([key, value]) => {
    const text = typeof value === "string" ? value : value.join(", ");
    return html`<span class="attr"><span class="hint">${key}</span> <code>${text}</code></span> `;
  });
  return html`<tr>
    <td><code>${name}</code></td>
    <td>
      ${field_type}${relation !== null && html` <span class="hint">→</span> <code>${relation}</code>`}
    </td>
    <td>${details}</td>
  </tr>`;
}

function renderMethod({ name, decorators, signature, docstring }: MethodDetail): Html {
  const marks = decorators.map((one) => html`<span class="hint">@${one}</span> `);
  return html`<li>
    ${marks}<code><b>${name}</b>${signature}</code
    >${docstring !== null && html`<p class="doc">${docstring}</p>`}
  </li>`;
}

/** @param known modules that can be looked at */
export function renderViews({ views }: ModuleDetail, known: ReadonlySet<string>): Html {
  if (views.length === 0) return html`<p>It has no view.</p>`;
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
        ${views.map((view) => renderView(view, known))}
      </tbody>
    </table>
  </div>`;
}

function renderView(view: ViewDetail, known: ReadonlySet<string>): Html {
  const { xml_id, name, model, view_type, inherit_xml_id } = view;
  return html`<tr>
    <td>
      <code>${xml_id}</code
      >${name !== "" && name !== xml_id && html`<br /><span class="hint">${name}</span>`}${inherit_xml_id !== null && html`<br /><span class="hint">extends ${renderParent(inherit_xml_id, known)}</span>`}
    </td>
    <td>${view_type ?? ""}</td>
    <td>${model !== "" && html`<code>${model}</code>`}</td>
  </tr>`;
}

/** The part before the dot is the module that has the view. */
function renderParent(id: string, known: ReadonlySet<string>): Html {
  const [module = ""] = id.split(".");
  return id.includes(".") && known.has(module)
    ? html`<a href="${toPath("module", module)}"><code>${id}</code></a>`
    : html`<code>${id}</code>`;
}
