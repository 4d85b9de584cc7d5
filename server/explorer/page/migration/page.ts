// The page of migrations: a list of modules, as somebody has it, and how it gets to another platform version.
import { readValue, type PageContent, type PageRequest } from "../../page.js";
import { toAddress } from "../../shared/ask.js";
import { catchProblem, toQuery } from "../../../contract/browser/ask.js";
import type { Ask } from "../../../routes/ask.js";
import { html, type Html } from "../../../contract/browser/html.js";
import type { ModuleList } from "../../../contract/browser/listed-modules.js";
import { parseModuleList } from "../../../contract/browser/module-list.js";
import {
  renderListFailure,
  renderListField,
  renderPasted,
  renderVersionField,
} from "../plan/list-form.js";
import { readWords } from "../plan/plan-question.js";
import { chooseMainVersion } from "../search/search-lists.js";
import { count } from "../pieces.js";
import { renderReport } from "./report.js";

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
  const fields = renderForm(form, versions.toReversed());
  const pasted = form.pasted && renderPastedList(form.pasted, form);
  const main =
    form.modules.length > 0
      ? html`<h1>Migrate</h1>
          ${renderFoldedForm(form, fields)} ${pasted}
          ${await catchProblem(renderAnswer(ask, form), renderListFailure("migration"))}`
      : html`<h1>Migrate</h1>
          <p class="lead">
            Migrate a list of modules to another version: where each of them is, which fixes are missing, what is to be ported and in which order. For a single module: <a href="/api-changes">API changes</a>.
          </p>
          ${fields} ${pasted}`;
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
      ${renderVersionField({
        name: "from",
        title: "From",
        open: "as in the list, else the previous one",
        chosen: modules.length > 0 ? from : "",
        versions,
        isOfList: true,
      })}
      ${renderVersionField({ name: "to", title: "To", chosen: to, versions, isOfList: false })}
    </div>
    <p>
      <label
        ><input type="checkbox" name="api" value="1" ${withApi && html` checked`} />
        List the API changes that affect each module as well (takes some seconds)</label
      >
    </p>
    <button class="button main">Report</button>
  </form>`;
}

/** Below what was asked the answer comes first. */
function renderFoldedForm({ modules, from, to }: MigrationForm, fields: Html): Html {
  return html`<details class="fold">
    <summary>
      ${count(modules.length, "module")}, ${from} to ${to} <span class="hint">change</span>
    </summary>
    <div class="inside">${fields}</div>
  </details>`;
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
  const links = FORMATS.map(
    ([format, title]) =>
      html`<li><a href="${toAddress("/v1/migration", { ...question, format })}">${title}</a></li>`,
  );
  return html`<div class="plan">
    ${renderReport(
      report,
      html`<ul class="inline">
        <li>
          <a href="/migrate${toQuery(question).replaceAll("%2C", ",")}">Link to this report</a>
        </li>
        ${links}
      </ul>`,
    )}
  </div>`;
}
