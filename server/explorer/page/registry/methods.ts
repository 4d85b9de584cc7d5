// The methods of a model of a system: through which functions super() leads, and where that ends.
import { html, type Html } from "../../../contract/browser/html.js";
import type { RegistryMethod } from "../../../contract/shape/system/registry-model.js";
import { renderShortPlace } from "../code-location.js";
import { renderTable } from "../table.js";
import type { SystemModel } from "./system-model.js";

type Definer = RegistryMethod["definers"][number];

export function renderMethods(model: SystemModel): Html {
  const { methods } = model;
  return html`<section id="methods" data-filtered>
    <h2>Methods <span class="number">${methods.length}</span></h2>
    <p class="hint">
      Call order: → calls <code>super()</code>, that is the next one; ■ does not, so the chain ends there.
    </p>
    ${renderTable({
      label: "Methods",
      heads: ["Method", "Call order"],
      ids: methods.map(({ name }) => `method-${name}`),
      rows: methods.map(({ name, definers }) => [
        html`${definers[0]?.decorators.map((one) => html`<span class="hint">@${one}</span><br />`)}<code>${name}<span class="hint">${definers[0]?.signature}</span></code>`,
        renderChain(definers, model),
      ]),
    })}
  </section>`;
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
