// A model of a system: what all modules together make of it.
import { readPart, type PageContent, type PageRequest } from "../../page.js";
import { toPath } from "../../../contract/browser/ask.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import { renderPlace, renderShortPlace } from "../code-location.js";
import { renderRowFilter, renderTable } from "../../../faces/page/table.js";
import { renderAccessLink } from "./access-page.js";
import { renderFields } from "./fields.js";
import { KINDS } from "../../../contract/shape/system/registry-layout.js";
import {
  readState,
  readSystem,
  renderModelLink,
  showOfSystem,
  type System,
  type SystemState,
  readModel,
  type SystemModel,
} from "./system.js";
import { renderUsage } from "./usage.js";
import {
  join,
  joinCodes,
  renderCode,
  renderFact,
  renderFold,
  renderSection,
} from "../../../faces/page/pieces.js";
import { formatCount } from "../../../contract/browser/words.js";
import type { RegistryMethod } from "../../../contract/shape/system/registry-model.js";

export async function showSystemModel(request: PageRequest): Promise<PageContent> {
  const system = await readSystem(request);
  const { body: model, address } = await readModel(request.ask, readPart(request, "name"), system);
  const state = await readState(request.ask, system, [
    ...model.inherit_parents,
    ...model.ancestors,
    ...Object.keys(model.inherits),
  ]);
  const { model: name, description, classes, fields, methods, dynamic } = model;
  const modules = new Set(classes.map(({ module }) => module));
  return showOfSystem(request, system, {
    list: "models",
    title: `${name} of an installation`,
    about: `${name} as its modules make it together: fields, methods, classes.`,
    heading: renderCode(name),
    lead: html`${description !== null && html`${description}. `}${fields.length} fields and
    ${methods.length} methods of ${formatCount(classes.length, "class", "classes")} in
    ${formatCount(modules.size, "module")}.`,
    known: [model, name],
    state,
    body: html`${dynamic.length > 0 && html`<p class="notice">Known only at run time: ${joinCodes(dynamic)}.</p>`}
      ${renderFacts(model, system, state)}
      <nav aria-label="Parts">
        <ul class="inline">
          <li><a href="#fields">Fields</a></li>
          <li><a href="#methods">Methods</a></li>
          <li><a href="#classes">Classes</a></li>
          <li><a href="#used-by">Used in</a></li>
          <li>${renderAccessLink(system, name, "Rights by group")}</li>
        </ul>
      </nav>
      ${renderRowFilter("Show only fields and methods with")}
      ${renderFields(model, system)} ${renderMethods(model)} ${renderClasses(model)}
      ${renderUsage(model, system)}`,
    address,
    script: "filter",
  });
}

function renderFacts(model: SystemModel, system: System, state: SystemState): Html {
  const link = (name: string): Html =>
    state.models.has(name) ? renderModelLink(system, name) : html`<code>${name}</code>`;
  const list = (names: readonly string[]): Piece => names.length > 0 && join(names.map(link));
  const { kind, module, table, order, rec_name, parent_name, inherits } = model;
  const { inherit_parents: parents } = model;
  const others = model.ancestors.filter((ancestor) => !parents.includes(ancestor));
  const delegates = Object.entries(inherits).map(
    ([parent, field]) => html`${link(parent)} by <code>${field}</code>`,
  );
  const path = toPath("module", module, system.platform_version);
  return html`<dl class="facts-list facts-row">
    ${renderFact("Kind", KINDS[kind].title)}
    ${renderFact("Made by", html`<a href="${path}"><code>${module}</code></a>`)}
    ${renderFact("Table", table !== null && html`<code>${table}</code>`)}
    ${renderFact("Order", order !== null && html`<code>${order}</code>`)}
    ${renderFact("Name of a record", rec_name !== null && html`<code>${rec_name}</code>`)}
    ${renderFact("Parent of a record", model.fields.some(({ name }) => name === parent_name) && html`<code>${parent_name}</code>`)}
    ${renderFact("Delegates to", delegates.length > 0 && join(delegates))}
    ${renderFact("Inherits", list(parents))}
    ${renderFact("And through them", list(others))}
  </dl>`;
}

/** More are folded. */
const FEW_CLASSES = 12;

function renderClasses({ model: name, classes, line_urls, complete }: SystemModel): Html {
  const table = renderTable({
    label: "Classes",
    heads: ["Place", "Module", "Class", "Of the model", "Where"],
    rows: classes.map(({ module, class_name, model, file, line }, at) => [
      complete && html`<span class="number">${at + 1}</span>`,
      module,
      html`<code>${class_name}</code>`,
      model === null ? "none (plain Python class)" : model !== name && renderCode(model),
      renderPlace({ file, line }, line_urls[module]),
    ]),
  });
  const order = complete ? ": the first one wins" : ", as far as it is known";
  return renderSection(
    "Classes",
    classes.length,
    renderFold(`In method resolution order${order}`, table, classes.length <= FEW_CLASSES),
    html` id="classes"`,
  );
}

type Definer = RegistryMethod["definers"][number];

/** Through which functions super() leads, and where that ends. */
function renderMethods(model: SystemModel): Html {
  const { methods } = model;
  const lead = html`<p class="hint">
    Call order: → calls <code>super()</code>, that is the next one; ■ does not, so the chain ends there.
  </p>`;
  const table = renderTable({
    label: "Methods",
    heads: ["Method", "Call order"],
    ids: methods.map(({ name }) => `method-${name}`),
    rows: methods.map(({ name, definers }) => [
      html`${definers[0]?.decorators.map((one) => html`<span class="hint">@${one}</span><br />`)}<code>${name}<span class="hint">${definers[0]?.signature}</span></code>`,
      renderChain(definers, model),
    ]),
  });
  return renderSection("Methods", methods.length, [lead, table], html` id="methods" data-filtered`);
}

function renderChain(definers: readonly Definer[], model: SystemModel): readonly Html[] {
  const end = definers.findIndex((definer) => !definer.calls_super);
  const last = definers.length - 1;
  return definers.map((definer, at) => {
    const isReached = end === -1 || at <= end;
    return html`<span class="call${!isReached && " unreached"}"
        >${renderDefiner(definer, model)}${isReached && renderNext(definer, at === last, last === 0)}</span
      >${at === end && at < last && html`<span class="badge bad">not reached:</span>`} `;
  });
}

function renderNext(
  { calls_super: calls }: Definer,
  isLast: boolean,
  isOnly: boolean,
): Html | false {
  if (calls) return isLast ? html` → <span class="hint">the platform</span>` : html` →`;
  return !isOnly && END;
}

const SUDO = html` <span class="badge" title="It calls sudo(), behind which access rights do not count">sudo</span>`;

const END = html` <span title="It does not call super()" aria-hidden="true">■</span
  ><span class="hidden">, which does not call super()</span>`;

function renderDefiner(definer: Definer, { model: name, line_urls }: SystemModel): Html {
  const { module, model } = definer;
  return html`<b>${module}</b>${model !== name && html` <span class="hint">${model ?? "a plain class"}</span>`} ${renderShortPlace(definer, line_urls[module])}${definer.calls_sudo && SUDO}`;
}
