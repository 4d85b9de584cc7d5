// The page of API changes: what another version changes of the models, fields and methods of a module, and who
// uses them.
import { layApiChanges } from "../../../contract/shape/api-changes.js";
import { readValue, type PageContent, type PageRequest } from "../../page.js";
import { catchProblem } from "../../../contract/browser/ask.js";
import { html, type Html } from "../../../contract/browser/html.js";
import { renderFailure } from "../../shared/search-results.js";
import { renderInput, renderSelect } from "../question/fields.js";
import { renderQuestion } from "../question/question.js";
import { renderBlocks, renderFormats } from "../../../faces/page/blocks.js";
import { readStep } from "./step-form.js";

interface ApiQuestion {
  readonly from: string;
  readonly to: string;
  readonly module: string;
}

const MOST_ROWS = 500;

export async function showApiChanges(request: PageRequest): Promise<PageContent> {
  const { from, to, versions } = await readStep(request);
  const module = readValue(request, "module");
  const question = { from, to, module };
  const main = renderQuestion(
    {
      title: "API changes",
      lead: "Models, fields, methods and JavaScript of a module that another version removes, moves, renames or changes, and the modules that use them.",
      asked: module === "" ? undefined : html`<code>${module}</code> from Odoo ${from} to ${to}`,
      form: renderForm(question, versions),
    },
    module !== "" && (await catchProblem(renderAnswer(request, question), renderFailure)),
  );
  const about =
    "Models, fields, methods and JavaScript that a version of Odoo changes, and the modules that use them.";
  return { title: "API changes", about, main, menu: "migrate" };
}

function renderForm({ from, to, module }: ApiQuestion, versions: readonly string[]): Html {
  return html`<form class="plan-form" action="/api-changes" method="get">
    <div class="plan-fields">
      ${renderInput({ name: "module", title: "Module", value: module, placeholder: "sale", isRequired: true })}
      ${renderSelect({ name: "from", title: "From", chosen: from, values: versions })}
      ${renderSelect({ name: "to", title: "To", chosen: to, values: versions })}
    </div>
    <button class="button main">Compare</button>
  </form>`;
}

async function renderAnswer(request: PageRequest, question: ApiQuestion): Promise<Html> {
  const asked = await request.ask("/v1/api-changes", { ...question, limit: MOST_ROWS });
  const { body, total, address } = asked;
  return html`${renderBlocks(layApiChanges(body, { total }), { query: request.query })} ${renderFormats(address)}`;
}
