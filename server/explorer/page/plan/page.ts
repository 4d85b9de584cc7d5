// The page of plans: a list of modules, as somebody has it, and the whole installation that it comes to.
import { catchProblem, fillAddress } from "../../../contract/browser/ask.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import {
  LIST_NAMES,
  LIST_OPTIONS,
  SWITCH_NAMES,
  SWITCH_OPTIONS,
} from "../../../contract/browser/plan-question.js";
import { layPlan, PREFER } from "../../../contract/shape/system/plan-layout.js";
import { renderBlocks, renderPlainLink } from "../../../faces/page/blocks.js";
import type { PageContent, PageRequest } from "../../page.js";
import { toStepAddress } from "../migration/step-form.js";
import { renderInput, renderSelect, renderSwitch } from "../question/fields.js";
import { renderListFailure, renderPasted, renderListField } from "../question/list-form.js";
import { renderQuestion, describeModules } from "../question/question.js";
import { toSystemAddress } from "../registry/system.js";
import { chooseMainVersion, readVersions, MATURITIES } from "../search/search-lists.js";
import {
  readPlanForm,
  toPlanAddress,
  toPlanQuestion,
  toUpdateAddress,
  type PlanForm,
  type PlanQuestion,
} from "./plan-question.js";

/** Files of other tools: the words of `format`, and what they are called. */
const FILES = [
  ["lock", "lock file"],
  ["repos.yaml", "repos.yaml (git-aggregator, the commits of this index)"],
  ["addons.yaml", "addons.yaml (doodba)"],
  ["requirements.txt", "requirements.txt"],
] as const;

export async function showPlan(request: PageRequest): Promise<PageContent> {
  const { ask } = request;
  const versions = await readVersions(ask);
  const mainVersion = chooseMainVersion(versions);
  const form = await readPlanForm(request, mainVersion);
  const names = versions.map((row) => row.platform_version).toReversed();
  const before = names[names.indexOf(form.platformVersion) + 1];
  const isAsked = form.modules.length > 0;
  const main = renderQuestion(
    {
      title: "Plan an installation",
      lead: "All modules that a list needs, in load order; what is missing or in conflict; and the commands to install them.",
      asked: isAsked ? describeQuestion(form) : undefined,
      form: renderForm(form, names, mainVersion),
    },
    html`${renderPasted(form, form.platformVersion, "The plan is for")}
    ${isAsked && (await catchProblem(renderAnswer(request, form, before), renderListFailure("plan")))}`,
  );
  const about = "Paste a list of modules and see everything that is installed with it.";
  return { title: "Plan", about, main, script: "list", menu: "plan" };
}

/** Link to an upgrade of the same modules from the version before. */
function renderUpgradeLink(
  { platform_version: to, lock: _lock, min_status: _status, ...system }: PlanQuestion,
  from: string,
): Html {
  const address = toStepAddress("/upgrade", { from, to, ...system });
  return html`<li><a href="${address}">Check a database upgrade from ${from}</a></li>`;
}

/** @param before the platform version before that of the plan */
async function renderAnswer(
  { ask, query }: PageRequest,
  form: PlanForm,
  before: string | undefined,
): Promise<Html> {
  const question = toPlanQuestion(form);
  const { body: plan } = await ask("/v1/plan", question);
  const links = html`<li><a href="${toPlanAddress(form)}">Link to this plan</a></li>
    <li><a href="${toUpdateAddress(form, plan)}">Save this plan to compare after an update</a></li>
    <li><a href="${toSystemAddress("/registry/models", question)}">Models of this installation</a></li>
    ${before !== undefined && renderUpgradeLink(question, before)}`;
  return html`<div class="plan">
    ${renderBlocks(layPlan(plan), {
      query,
      links,
      files: FILES,
      toAddress: (format) => fillAddress("/v1/plan", { ...question, format }),
      renderLink: (href, text) =>
        href.startsWith(PREFER)
          ? html`<a href="${toPreferring(form, decodeURIComponent(href.slice(PREFER.length)))}">${text}</a>`
          : renderPlainLink(href, text),
    })}
  </div>`;
}

function toPreferring(form: PlanForm, provider: string): string {
  return toPlanAddress({ ...form, prefer: [...new Set([provider, ...form.prefer])] });
}

/** @param versions that can be chosen, the newest first @param main the version where neither form nor list says one */
function renderForm(form: PlanForm, versions: readonly string[], main: string): Html {
  const { modules } = form;
  // A pasted version is kept when the names are sent again without it.
  const isAsked = modules.length > 0 || form.pasted !== undefined;
  return html`<form class="plan-form" action="/plan" method="get" data-list>
    ${renderListField(modules)}
    <div class="plan-fields">
      ${renderSelect({
        name: "platform_version",
        title: "Odoo version",
        open: `from the list, else ${main}`,
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
function describeQuestion(form: PlanForm): Piece {
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
