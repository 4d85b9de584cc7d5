// The page of upgrades: what taking a list of modules to another platform version does to the rows of a database.
import { fillAddress } from "../../../contract/browser/ask.js";
import { readValue, type PageContent, type PageRequest } from "../../page.js";
import {
  mapLists,
  mapSwitches,
  type ListName,
  type SwitchName,
} from "../../../contract/browser/plan-question.js";
import { html, type Html } from "../../../contract/browser/html.js";
import { renderSwitch } from "../question/fields.js";
import { layOneModule, layUpgrade } from "../../../contract/shape/migration/upgrade-layout.js";
import { ONE_MODULE } from "../../../contract/shape/migration/upgrade-tables.js";
import { renderBlocks, renderPlainLink } from "../../../faces/page/blocks.js";
import { renderHidden } from "../registry/system.js";
import {
  readStepForm,
  readSwitch,
  showStepPage,
  toStepAddress,
  type StepForm,
} from "./step-form.js";

/** Files of other tools: the words of `format`, and what they are called. */
const FILES = [
  ["openupgrade", "upgrade_analysis.txt"],
  ["noupdate", "noupdate_changes.xml"],
  ["script", "drafts of migration scripts"],
] as const;

/** Options of a plan, as in the address. */
type Options = Readonly<Record<ListName | SwitchName, string>>;

export async function showUpgrade(request: PageRequest): Promise<PageContent> {
  const form = await readStepForm(request);
  const read = (name: string): string => readValue(request, name);
  const options: Options = { ...mapLists(read), ...mapSwitches(read) };
  const steps = readSwitch(request, "steps");
  return showStepPage(form, {
    menu: "upgrade",
    title: "Upgrade a database",
    lead: html`What another version of Odoo does to a database: which columns, tables and records change, where data is lost, and what may fail. See first which modules must be ported: <a href="/migrate">Migrate</a>.`,
    about: "Paste a list of modules and see what another version of Odoo does to their database.",
    choices: [
      renderHidden(options),
      renderSwitch({
        name: "steps",
        value: "1",
        title: "Step through every version in between",
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
        ? html`<li><a href="${toStepAddress("/migrate", { from, to, modules: question.modules })}">Modules to port</a></li>`
        : html`<li><a href="${toStepAddress("/upgrade", question)}">All modules</a></li>`
    }`;
  const blocks = isOne
    ? layOneModule(shown, upgrade.line_urls)
    : layUpgrade(upgrade, { total: undefined });
  return html`<div class="plan">
    ${renderBlocks(blocks, {
      query: request.query,
      links,
      files: FILES,
      toAddress: (format) =>
        isOne
          ? fillAddress("/v1/upgrade/{module_name}", { ...question, module_name: module, format })
          : fillAddress("/v1/upgrade", { ...question, format }),
      renderLink(href, text) {
        const name =
          href.startsWith(ONE_MODULE) && decodeURIComponent(href.slice(ONE_MODULE.length));
        return name === false
          ? renderPlainLink(href, text)
          : renderPlainLink(toStepAddress("/upgrade", { ...question, module: name }), text);
      },
    })}
  </div>`;
}
