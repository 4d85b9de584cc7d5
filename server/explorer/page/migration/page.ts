// The page of migrations: a list of modules, as somebody has it, and how it gets to another platform version.
import type { PageContent, PageRequest } from "../../page.js";
import { fillAddress } from "../../../contract/browser/ask.js";
import { html, type Html } from "../../../contract/browser/html.js";
import { renderSwitch } from "../question/fields.js";
import { layMigration } from "../../../contract/shape/migration/report-layout.js";
import { renderBlocks } from "../../../faces/page/blocks.js";
import {
  readStepForm,
  readSwitch,
  showStepPage,
  toStepAddress,
  type StepForm,
} from "./step-form.js";

export async function showMigration(request: PageRequest): Promise<PageContent> {
  const form = await readStepForm(request);
  const withApi = readSwitch(request, "api");
  return showStepPage(form, {
    menu: "migrate",
    title: "Migrate",
    lead: html`Which of your modules are ported to another version, which fixes are missing there, and what to port in which order. For auto-installed modules and the database see <a href="/upgrade">Upgrade</a>, for one module <a href="/api-changes">API changes</a>.`,
    about:
      "Paste a list of modules and see what it takes to migrate it to another version of Odoo.",
    choices: renderSwitch({
      name: "api",
      value: "1",
      title: "List the API changes that affect each module as well (takes some seconds)",
      isOn: withApi,
    }),
    button: "Report",
    command: "migration",
    renderAnswer: () => renderAnswer(request, form, withApi),
  });
}

async function renderAnswer(
  { ask, query }: PageRequest,
  { modules, from, to }: StepForm,
  withApi: boolean,
): Promise<Html> {
  const step = { from, to, modules: modules.join(",") };
  const question = { ...step, api: withApi ? "1" : "" };
  const { body: report } = await ask("/v1/migration", question);
  const links = html`<li><a href="${toStepAddress("/migrate", question)}">Link to this report</a></li>
    <li><a href="${toStepAddress("/upgrade", step)}">What it does to a database</a></li>`;
  const toFormat = (format: string): string =>
    fillAddress("/v1/migration", { ...question, format });
  return html`<div class="plan">
    ${renderBlocks(layMigration(report), { links, toAddress: toFormat, query })}
  </div>`;
}
