// The fields of a model of a system: what the ORM makes of all their definitions, and where these are.
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import type { RegistryField } from "../../../contract/shape/system/registry-model.js";
import { renderShortPlace } from "../code-location.js";
import { renderSection } from "../../../faces/page/pieces.js";
import { renderTable } from "../../../faces/page/table.js";
import { renderModelLink, type System, type SystemModel } from "./system.js";

export function renderFields(model: SystemModel, system: System): Html {
  const { fields } = model;
  return renderSection(
    "Fields",
    fields.length,
    renderTable({
      label: "Fields",
      heads: ["Field", "Type", "Attributes", "Defined by"],
      ids: fields.map(({ name }) => `field-${name}`),
      rows: fields.map((field) => [
        html`<code>${field.name}</code>${field.string !== null && html`<br /><span class="hint">${field.string}</span>`}`,
        renderType(field, model, system),
        listFlags(field, model),
        renderDefinitions(field, model),
      ]),
    }),
    html` id="fields" data-filtered`,
  );
}

function renderType(field: RegistryField, model: SystemModel, system: System): Html {
  const { type, comodel_name: comodel, inverse_name: inverse, selection } = field;
  return html`${type}${
    comodel !== null &&
    html` <span class="hint">→</span> ${comodel === model.model ? html`<code>${comodel}</code>` : renderModelLink(system, comodel)}${inverse !== null && html`<br /><span class="hint">by</span> <code>${inverse}</code>`}`
  }${
    selection !== null &&
    selection.length > 0 &&
    html`<details class="names">
      <summary>${selection.length} values</summary>
      ${selection.map(([value = "", label = ""]) => html`<div><code>${value}</code> ${label}</div>`)}
    </details>`
  }`;
}

/** What is as most fields are is not said. */
function listFlags(field: RegistryField, model: SystemModel): Piece {
  const { compute, inverse, search, related, dynamic } = field;
  const isMade = compute !== null || related !== null;
  const link = (word: string, method: string | null): Html | false =>
    method !== null && renderSaid(word, renderMethodName(method, model));
  const flags: readonly Piece[] = [
    field.required === true && renderBadge("required"),
    field.readonly === true && renderBadge("readonly"),
    field.inherited === true ? renderBadge("delegated") : false,
    field.automatic === true && renderBadge("automatic"),
    field.store === false && renderBadge("not stored"),
    field.store === true && isMade && renderBadge("stored"),
    field.company_dependent === true && renderBadge("per company"),
    field.translate === true && renderBadge("translated"),
    typeof field.translate === "string" &&
      renderSaid("translated by", html`<code>${field.translate}</code>`),
    field.copy === false && !isMade && renderBadge("not copied"),
    link("computed by", compute),
    link("inverse", inverse),
    link("searched by", search),
    related !== null && renderSaid("related", html`<code>${related}</code>`),
    field.index !== null && renderSaid("index", field.index),
    field.groups !== null && renderSaid("only for", html`<code>${field.groups}</code>`),
    dynamic.length > 0 &&
      renderSaid("known only at run time:", html`<code>${dynamic.join(", ")}</code>`),
  ];
  return flags;
}

function renderBadge(word: string): Html {
  return html`<span class="badge">${word}</span> `;
}

function renderSaid(word: string, value: Piece): Html {
  return html`<span class="attr"><span class="hint">${word}</span> ${value}</span> `;
}

function renderMethodName(method: string, { methods }: SystemModel): Html {
  return methods.some(({ name }) => name === method)
    ? html`<a href="#method-${method}"><code>${method}</code></a>`
    : html`<code>${method}</code>`;
}

/** The first who brings it, then who changes it; the last decides. */
function renderDefinitions({ definitions }: RegistryField, model: SystemModel): Piece {
  const [only, ...others] = definitions.toReversed();
  if (only === undefined) return html`<span class="hint">none</span>`;
  if (others.length === 0) return renderDefinition(only, model);
  const modules = [...new Set([only, ...others].map(({ module }) => module))];
  return html`<details class="names">
    <summary>${modules.join(" → ")}</summary>
    ${[only, ...others].map(
      (one) =>
        html`<div>${renderDefinition(one, model)}${one.arguments.length > 0 && html` <span class="hint">${one.arguments.join(", ")}</span>`}</div>`,
    )}
  </details>`;
}

function renderDefinition(
  definition: RegistryField["definitions"][number],
  { model: name, line_urls }: SystemModel,
): Html {
  const { module, model } = definition;
  return html`${module}${model !== name && html` <span class="hint">${model}</span>`} ${renderShortPlace(definition, line_urls[module])}`;
}
