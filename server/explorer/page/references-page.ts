// Page of who refers to something: a form, and of what was asked for the modules, then references with file and line.
import { readValue, readVersion, type PageContent, type PageRequest } from "../page.js";
import { catchProblem, readAllParts } from "../../contract/browser/ask.js";
import { html, type Html } from "../../contract/browser/html.js";
import { layReferences } from "../../contract/shape/system/references.js";
import { renderBlocks, renderFormats } from "../../faces/page/blocks.js";
import { renderFailure } from "../shared/search-results.js";
import { readVersions } from "./search/search-lists.js";
import { renderInput, renderSelect } from "./question/fields.js";
import { renderQuestion } from "./question/question.js";

/** Limit of the interface for one question. */
const ROWS = 500;

interface ReferencesQuestion {
  readonly to: string;
  readonly platform_version: string;
}

const ABOUT =
  "Every file and line that refers to a model, field, method or external id, by module.";

export async function showReferences(request: PageRequest): Promise<PageContent> {
  const rows = await readVersions(request.ask);
  const versions = rows.map((row) => row.platform_version).toReversed();
  const to = readValue(request, "to");
  const question = { to, platform_version: readVersion(request) || (versions[0] ?? "") };
  const main = renderQuestion(
    {
      title: "References",
      lead: ABOUT,
      asked: to === "" ? undefined : html`<code>${to}</code> in Odoo ${question.platform_version}`,
      form: renderForm(question, versions),
    },
    to !== "" && (await catchProblem(renderAnswer(request, question), renderFailure)),
  );
  return { title: to === "" ? "References" : `References to ${to}`, about: ABOUT, main };
}

function renderForm(
  { to, platform_version: version }: ReferencesQuestion,
  versions: readonly string[],
): Html {
  return html`<form class="plan-form" action="/references" method="get">
    <div class="plan-fields">
      ${renderInput({ name: "to", title: "Name", value: to, placeholder: "sale.order.partner_id", isRequired: true, isWide: true })}
      ${renderSelect({ name: "platform_version", title: "Odoo", chosen: version, values: versions })}
    </div>
    <button class="button main">Find</button>
  </form>`;
}

async function renderAnswer(request: PageRequest, question: ReferencesQuestion): Promise<Html> {
  const { body, total, address } = await readAllParts("references", ROWS, (part) =>
    request.ask("/v1/references", { ...question, ...part }),
  );
  return html`${renderBlocks(layReferences(body, { total }), { query: request.query })}
  ${renderFormats(address)}`;
}
