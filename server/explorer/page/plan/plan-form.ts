// The form of a plan, and what was read of what was pasted into it.
import { html, type Html } from "../../../contract/browser/html.js";
import {
  LIST_NAMES,
  LIST_OPTIONS,
  SWITCH_NAMES,
  SWITCH_OPTIONS,
} from "../../../contract/browser/plan-question.js";
import type { ModuleList } from "../../../contract/browser/listed-modules.js";
import { MATURITIES } from "../search/search-lists.js";
import { renderListField, renderPasted, renderVersionField } from "./list-form.js";
import type { PlanForm } from "./plan-question.js";
import { renderOption } from "../pieces.js";

/** @param versions that can be chosen, the newest first */
export function renderForm(form: PlanForm, versions: readonly string[]): Html {
  const { modules } = form;
  // What a paste said of the version is kept when its names are sent once more without it.
  const isAsked = modules.length > 0 || form.pasted !== undefined;
  const chosen = isAsked ? form.platformVersion : form.chosenVersion;
  const status = form.minStatus.toLowerCase();
  return html`<form class="plan-form" action="/plan" method="get" data-list>
    ${renderListField(modules)}
    <div class="plan-fields">
      ${renderVersionField({
        name: "platform_version",
        title: "Odoo version",
        open: "as in the list, else the main one",
        chosen,
        versions,
        isOfList: true,
      })}
      ${LIST_NAMES.map((name) => {
        const { title, placeholder } = LIST_OPTIONS[name];
        return renderField(name, title, placeholder, form[name]);
      })}
      ${renderField("lock", "Earlier plan", "OCA/web@0123456789ab", form.lock)}
      <label class="field"
        ><span>Warn below the status</span
        ><select name="min_status">
          <option value="">none</option>
          ${MATURITIES.map((one) => renderOption(one.toLowerCase(), one, one.toLowerCase() === status))}
        </select></label
      >
    </div>
    ${SWITCH_NAMES.map(
      (name) => html`<p>
        <label
          ><input type="checkbox" name="${name}" value="0" ${!form[name] && html` checked`} />
          ${SWITCH_OPTIONS[name].title}</label
        >
      </p>`,
    )}
    <button class="button main">Plan</button>
  </form>`;
}

function renderField(name: string, title: string, example: string, words: readonly string[]): Html {
  return html`<label class="field"
    ><span>${title}</span
    ><input
      name="${name}"
      value="${words.join(", ")}"
      placeholder="${example}"
      autocapitalize="none"
      autocomplete="off"
      spellcheck="false"
  /></label>`;
}

export function renderPastedPlan(list: ModuleList, form: PlanForm): Html {
  const { platformVersion: version } = list;
  const isOther = version !== undefined && version !== form.platformVersion;
  const note = isOther && html`<p>The plan is for ${form.platformVersion}, as chosen.</p>`;
  return renderPasted(list, form.modules, note);
}
