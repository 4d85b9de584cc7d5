// The page of API changes: what another version changes of the models, fields and methods of a module, and who
// uses them.
import type { ApiChanges } from "../../../contract/shape/api-changes.js";
import { readValue, type PageContent, type PageRequest } from "../../page.js";
import { catchProblem, toPath } from "../../../contract/browser/ask.js";
import type { Ask } from "../../../routes/ask.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import { renderFailure } from "../../shared/search-results.js";
import { renderInput, renderSelect } from "../question/fields.js";
import { renderQuestion } from "../question/question.js";
import { renderTable } from "../../../faces/page/table.js";
import { join, renderAnswerLink } from "../../../faces/page/pieces.js";
import { readStep } from "./step-form.js";

interface ApiQuestion {
  readonly from: string;
  readonly to: string;
  readonly module: string;
}

const MOST_ROWS = 500;

type ApiChange = ApiChanges["changes"][number];

export async function showApiChanges(request: PageRequest): Promise<PageContent> {
  const { ask } = request;
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
    module !== "" && (await catchProblem(renderAnswer(ask, question), renderFailure)),
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

async function renderAnswer(ask: Ask, question: ApiQuestion): Promise<Html> {
  const asked = await ask("/v1/api-changes", { ...question, limit: MOST_ROWS });
  const { body, total = 0, address } = asked;
  return html`<p class="lead">${describeCounts(body)}</p>
    ${body.changes.length > 0 && renderChanges(body.changes, question)}
    ${total > body.changes.length && html`<p>The first ${body.changes.length} of ${total}.</p>`}
    ${renderAnswerLink(address)}`;
}

function describeCounts({ counts, modules }: ApiChanges): string {
  if (modules.compared === 0) return "It is unknown what became of this module at that version.";
  const told = Object.entries(counts).filter(([, count]) => count > 0);
  return told.length === 0
    ? "No changes."
    : told.map(([what, count]) => `${count} ${what}`).join(" · ");
}

function renderChanges(changes: readonly ApiChange[], { from, module }: ApiQuestion): Html {
  return renderTable({
    label: `API changes of ${module}`,
    heads: ["Was", "Change", "Now", "Used by"],
    rows: changes.map((row) => [
      html`<span class="hint">${row.kind}</span> <code>${toName(row)}</code>`,
      html`<span class="badge${row.change === "removed" && " bad"}">${row.change}</span>`,
      describeNow(row),
      join(
        row.used_by.map(
          ({ technical_name: user, how }) =>
            html`<a href="${toPath("module", user, from)}"><code>${user}</code></a>
            <span class="hint">${how.join(", ")}</span>`,
        ),
      ),
    ]),
  });
}

function toName({ model, name }: { readonly model: string; readonly name: string | null }): string {
  return name === null ? model : `${model}.${name}`;
}

function describeNow({ change, target, details, evidence }: ApiChange): Piece {
  const place =
    target === null || change === "changed"
      ? false
      : html`<code>${toName(target)}</code>
          <span class="hint">in ${target.modules.join(", ")}</span>`;
  return [
    place,
    details.map(
      ({ attribute, from, to }) =>
        html`<span class="attr"
            ><span class="hint">${attribute}</span> <code>${from ?? "none"}</code> →
            <code>${to ?? "none"}</code></span
          > `,
    ),
    evidence.length > 0 &&
      html`<br /><span class="hint"
          >by ${evidence.map(({ kind, value }) => `${kind} ${value}`).join(", ")}</span
        >`,
  ];
}
