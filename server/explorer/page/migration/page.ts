// The page of migrations: a list of modules, as somebody has it, and how it gets to another platform version.
import { readValue, type PageContent, type PageRequest } from "../../page.js";
import { toAddress } from "../../shared/ask.js";
import { catchProblem, toQuery } from "../../../contract/browser/ask.js";
import type { Ask } from "../../../routes/ask.js";
import { html, type Html } from "../../../contract/browser/html.js";
import type { ModuleList } from "../../../contract/browser/listed-modules.js";
import { parseModuleList } from "../../../contract/browser/module-list.js";
import { renderSelect, renderSwitch } from "../question/fields.js";
import { renderListFailure, renderListField, renderPasted } from "../question/list-form.js";
import {
  describeModules,
  renderFormats,
  renderQuestion,
  renderVerdict,
} from "../question/question.js";
import { readWords } from "../plan/plan-question.js";
import { chooseMainVersion } from "../search/search-lists.js";
import { describeVerdict, renderReport } from "./report.js";

/** What else the report can be had as: the words of `format`, and what they are called. */
const FORMATS = [
  ["json", "JSON"],
  ["csv", "CSV"],
  ["xlsx", "Workbook"],
  ["markdown", "Markdown"],
] as const;

interface MigrationForm {
  readonly modules: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly withApi: boolean;
  /** What was pasted; `undefined` where nothing was. */
  readonly pasted: ModuleList | undefined;
}

export async function showMigration(request: PageRequest): Promise<PageContent> {
  const { ask } = request;
  const { body: rows } = await ask("/v1/versions", { limit: 500 });
  const versions = rows.map((row) => row.platform_version);
  const form = readForm(request, versions, chooseMainVersion(rows));
  const { modules, from, to } = form;
  const isAsked = modules.length > 0;
  const main = renderQuestion(
    {
      title: "Migrate",
      lead: html`Migrate a list of modules to another version: where each of them is, which fixes are missing, what is to be ported and in which order. For a single module: <a href="/api-changes">API changes</a>.`,
      asked: isAsked ? html`${describeModules(modules)} from Odoo ${from} to ${to}` : undefined,
      form: renderForm(form, versions.toReversed()),
    },
    html`${form.pasted && renderPastedList(form.pasted, form)}
    ${isAsked && (await catchProblem(renderAnswer(ask, form), renderListFailure("migration")))}`,
  );
  const about =
    "Paste a list of modules and see what it takes to migrate it to another version of Odoo.";
  return { title: "Migrate", about, main, script: "list", menu: "migrate" };
}

/** @param versions oldest first; to the main one where nothing else is said, from the one before */
function readForm(
  request: PageRequest,
  versions: readonly string[],
  mainVersion: string,
): MigrationForm {
  const text = readValue(request, "text");
  const pasted = text === "" ? undefined : parseModuleList(text);
  const to = readValue(request, "to") || mainVersion;
  const before = versions[versions.indexOf(to) - 1] ?? versions[0] ?? "";
  return {
    modules: [...new Set([...readWords(request, "modules"), ...(pasted?.modules ?? [])])],
    from: readValue(request, "from") || (pasted?.platformVersion ?? before),
    to,
    withApi: /^(?:1|true|yes)$/i.test(readValue(request, "api")),
    pasted,
  };
}

function renderForm(
  { modules, from, to, withApi }: MigrationForm,
  versions: readonly string[],
): Html {
  return html`<form class="plan-form" action="/migrate" method="get" data-list>
    ${renderListField(modules)}
    <div class="plan-fields">
      ${renderSelect({
        name: "from",
        title: "From",
        open: "as in the list, else the previous one",
        chosen: modules.length > 0 ? from : "",
        values: versions,
        isOfList: true,
      })}
      ${renderSelect({ name: "to", title: "To", chosen: to, values: versions })}
    </div>
    ${renderSwitch({
      name: "api",
      value: "1",
      title: "List the API changes that affect each module as well (takes some seconds)",
      isOn: withApi,
    })}
    <button class="button main">Report</button>
  </form>`;
}

function renderPastedList(list: ModuleList, { modules, from }: MigrationForm): Html {
  const { platformVersion: version } = list;
  const isOther = version !== undefined && version !== from;
  return renderPasted(
    list,
    modules,
    isOther && html`<p>The report starts from ${from}, as chosen.</p>`,
  );
}

async function renderAnswer(
  ask: Ask,
  { modules, from, to, withApi }: MigrationForm,
): Promise<Html> {
  const question = { from, to, modules: modules.join(","), api: withApi ? "1" : "" };
  const { body: report } = await ask("/v1/migration", question);
  const links = html`<li>
    <a href="/migrate${toQuery(question).replaceAll("%2C", ",")}">Link to this report</a>
  </li>`;
  const formats = renderFormats(FORMATS, (format) =>
    toAddress("/v1/migration", { ...question, format }),
  );
  return html`<div class="plan">
    ${renderVerdict({ ...describeVerdict(report), links, formats })} ${renderReport(report)}
  </div>`;
}
