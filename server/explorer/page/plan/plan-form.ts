// The form of a plan, and what was read of what was pasted into it.
import { html, type Html } from "../../shared/html.js";
import { LEFT_OUT, type ModuleList } from "../../shared/listed-modules.js";
import { MATURITIES } from "../search-lists.js";
import type { PlanForm } from "./plan-question.js";

/** @param versions that can be chosen, the newest first */
export function renderForm(form: PlanForm, versions: readonly string[]): Html {
  const { modules } = form;
  // What a paste said of the version is kept when its names are sent once more without it.
  const isAsked = modules.length > 0 || form.pasted !== undefined;
  const chosen = isAsked ? form.platformVersion : form.chosenVersion;
  // One may come from an address, and is then shown although no module has it.
  const all = chosen === "" || versions.includes(chosen) ? versions : [chosen, ...versions];
  const status = form.minStatus.toLowerCase();
  return html`<form class="plan-form" action="/plan" method="get" data-plan>
    <label for="text">Modules: names, a <code>requirements.txt</code>, a <code>repos.yaml</code>,
      or a CSV of <code>ir.module.module</code></label>
    <textarea
      id="text"
      name="text"
      rows="8"
      autocapitalize="none"
      autocomplete="off"
      spellcheck="false"
      placeholder="sale_management, stock"
      aria-describedby="text-hint"
    >
${modules.join("\n")}</textarea
    >
    <p id="text-hint" class="hint">
      Up to 500 names. <noscript>What is pasted must fit into an address, some 10,000 characters.</noscript>
      Also read: <code>depends</code> of a manifest, <code>addons.yaml</code>,
      <code>spec.yaml</code>.
    </p>
    <div role="status" data-plan-status></div>
    <div class="plan-fields">
      <label class="field"
        ><span>Platform version</span
        ><select name="platform_version">
          <option value="">as pasted, else the main one</option>
          ${all.map((one) => renderOption(one, one, one === chosen))}
        </select></label
      >
      ${renderField("repositories", "Addons path", "OCA/web, OCA/stock; empty: whole index", form.repositories)}
      ${renderField("exclude", "Modules that are not there", "sale_loyalty", form.exclude)}
      ${renderField("prefer", "Prefer modules of", "OCA, acme/web", form.prefer)}
      ${renderField("lock", "Former plan", "OCA/web@0123456789ab", form.lock)}
      <label class="field"
        ><span>Warn below the status</span
        ><select name="min_status">
          <option value="">none</option>
          ${MATURITIES.map((one) => renderOption(one.toLowerCase(), one, one.toLowerCase() === status))}
        </select></label
      >
    </div>
    <p>
      <label
        ><input
          type="checkbox"
          name="auto_install"
          value="0"
          ${!form.isAutoInstall && html` checked`}
        />
        Without auto-installed modules</label
      >
    </p>
    <button class="button main">Plan</button>
  </form>`;
}

function renderOption(value: string, title: string, isChosen: boolean): Html {
  return html`<option value="${value}" ${isChosen && html` selected`}>${title}</option>`;
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

/** Nothing that was pasted is passed over in silence. */
export function renderPasted(list: ModuleList, form: PlanForm): Html {
  const { kind, modules, repositories, prefer, platformVersion: version, leftOut } = list;
  const isOther = version !== undefined && version !== form.platformVersion;
  const found = [
    count(modules.length, "module"),
    repositories.length > 0 && count(repositories.length, "repository", "repositories"),
    prefer.length > 0 && `${count(prefer.length, "repository", "repositories")} to prefer`,
    version !== undefined && `platform version ${version}`,
  ].filter((part) => part !== false);
  return html`<div class="notice">
    <p>Read as ${kind}: ${found.join(", ")}.</p>
    ${isOther && html`<p>The plan is for ${form.platformVersion}, as chosen.</p>`}
    ${form.modules.length === 0 && html`<p>No names of modules were found: paste them too, and the rest stays.</p>`}
    ${
      leftOut.length > 0 &&
      html`<ul>
        ${leftOut.map(
          ({ reason, count: number, examples }) =>
            html`<li>
              ${number} × ${LEFT_OUT[reason]}: ${examples.map((one, at) => html`${at > 0 && ", "}<code>${one}</code>`)}${number > examples.length && ", …"}
            </li>`,
        )}
      </ul>`
    }
  </div>`;
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
