// The form of a plan, and what was read of what was pasted into it.
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import {
  LIST_NAMES,
  LIST_OPTIONS,
  SWITCH_NAMES,
  SWITCH_OPTIONS,
} from "../../../contract/browser/plan-question.js";
import { renderInput, renderSelect, renderSwitch } from "../question/fields.js";
import { renderListField } from "../question/list-form.js";
import { describeModules } from "../question/question.js";
import { MATURITIES } from "../search/search-lists.js";
import type { PlanForm } from "./plan-question.js";

/** @param versions that can be chosen, the newest first */
export function renderForm(form: PlanForm, versions: readonly string[]): Html {
  const { modules } = form;
  // A pasted version is kept when the names are sent again without it.
  const isAsked = modules.length > 0 || form.pasted !== undefined;
  return html`<form class="plan-form" action="/plan" method="get" data-list>
    ${renderListField(modules)}
    <div class="plan-fields">
      ${renderSelect({
        name: "platform_version",
        title: "Odoo version",
        open: "as in the list",
        chosen: isAsked ? form.platformVersion : form.chosenVersion,
        values: versions,
      })}
      ${LIST_NAMES.map((name) => {
        const { title, placeholder } = LIST_OPTIONS[name];
        return renderInput({ name, title, placeholder, value: form[name].join(", ") });
      })}
      ${renderInput({
        name: "lock",
        title: "Earlier plan",
        placeholder: "OCA/web@0123456789ab",
        value: form.lock.join(", "),
      })}
      ${renderSelect({
        name: "min_status",
        title: "Warn below maturity",
        open: "none",
        values: MATURITIES.map((one) => [one.toLowerCase(), one]),
        chosen: form.minStatus.toLowerCase(),
      })}
    </div>
    ${SWITCH_NAMES.map((name) => renderSwitch({ name, value: "0", title: SWITCH_OPTIONS[name].title, isOn: !form[name] }))}
    <button class="button main">Plan</button>
  </form>`;
}

/** Question in a line, with options that differ from the defaults. */
export function describeQuestion(form: PlanForm): Piece {
  const { modules, platformVersion: at, lock } = form;
  const options = [
    ...LIST_NAMES.filter((name) => form[name].length > 0).map(
      (name) => `${LIST_OPTIONS[name].title.toLowerCase()} ${form[name].join(", ")}`,
    ),
    ...SWITCH_NAMES.filter((name) => !form[name]).map((name) =>
      SWITCH_OPTIONS[name].title.toLowerCase(),
    ),
    ...(lock.length > 0 ? ["against an earlier plan"] : []),
  ];
  return html`${describeModules(modules)} for Odoo ${at}${options.map((one) => html`, ${one}`)}`;
}
