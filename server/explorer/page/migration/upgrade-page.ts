// The page of upgrades: what taking a list of modules to another platform version does to the rows of a database.
import { readValue, type PageContent, type PageRequest } from "../../page.js";
import { toAddress } from "../../shared/ask.js";
import {
  mapLists,
  mapSwitches,
  type ListName,
  type SwitchName,
} from "../../../contract/browser/plan-question.js";
import { splitSteps } from "../../../contract/browser/upgrade-changes.js";
import { html, type Html } from "../../../contract/browser/html.js";
import { renderSwitch } from "../question/fields.js";
import { renderFormats, renderVerdict } from "../question/question.js";
import { renderHidden } from "../registry/system.js";
import {
  readStepForm,
  readSwitch,
  showStepPage,
  toStepAddress,
  type StepForm,
} from "./step-form.js";
import { describeUpgrade, renderModuleUpgrade, renderUpgrade } from "./upgrade-report.js";

/** What else the analysis can be had as: the words of `format`, and what they are called. */
const FORMATS = [
  ["json", "JSON"],
  ["openupgrade", "upgrade_analysis.txt"],
  ["noupdate", "noupdate_changes.xml"],
  ["script", "drafts of migration scripts"],
] as const;

/** What a plan may be asked besides, as it stands in the address. */
type Options = Readonly<Record<ListName | SwitchName, string>>;

export async function showUpgrade(request: PageRequest): Promise<PageContent> {
  const form = await readStepForm(request);
  const read = (name: string): string => readValue(request, name);
  const options: Options = { ...mapLists(read), ...mapSwitches(read) };
  const steps = readSwitch(request, "steps");
  return showStepPage(form, {
    path: "/upgrade",
    title: "Upgrade a database",
    lead: html`What another version of Odoo does to the rows that are there: columns, tables and records that come, go or change, what is lost without a migration script, and what may fail. What is to be ported before: <a href="/migrate">Migrate</a>.`,
    about: "Paste a list of modules and see what another version of Odoo does to their database.",
    choices: [
      renderHidden(options),
      renderSwitch({
        name: "steps",
        value: "1",
        title: "Through each version between, as migration scripts run",
        isOn: steps,
      }),
    ],
    button: "Analyse",
    command: "upgrade",
    renderAnswer: () =>
      renderAnswer(request, form, {
        ...options,
        steps: steps ? "1" : "",
      }),
  });
}

async function renderAnswer(
  request: PageRequest,
  { modules, from, to }: StepForm,
  options: Options & { readonly steps: string },
): Promise<Html> {
  const question = { from, to, modules: modules.join(","), ...options };
  const { body: upgrade } = await request.ask("/v1/upgrade", question);
  const module = readValue(request, "module");
  const shown = upgrade.modules.filter((one) => one.module === module);
  const isOne = shown.length > 0;
  const asked = !isOne ? question : { ...question, module };
  const links = html`<li><a href="${toStepAddress("/upgrade", asked)}">Link to this page</a></li>
    ${
      !isOne
        ? html`<li><a href="${toStepAddress("/migrate", { from, to, modules: question.modules })}">What is to be ported</a></li>`
        : html`<li><a href="${toStepAddress("/upgrade", question)}">All modules</a></li>`
    }`;
  const formats = renderFormats(FORMATS, (format) =>
    !isOne
      ? toAddress("/v1/upgrade", { ...question, format })
      : toAddress("/v1/upgrade/{module_name}", { ...question, module_name: module, format }),
  );
  return html`<div class="plan">
    ${renderVerdict({ ...describeUpgrade(upgrade, modules, shown), links, formats })}
    ${splitSteps(upgrade).map((step, _, { length }) => {
      const own = step.modules.filter((one) => one.module === module);
      const { from: before, to: after } = step;
      return html`${length > 1 && html`<h2>${before.platform_version} to ${after.platform_version}</h2>`}
        ${
          isOne
            ? own.map((one) => renderModuleUpgrade(one, step))
            : renderUpgrade(step, modules, renderHidden(question))
        }`;
    })}
  </div>`;
}
