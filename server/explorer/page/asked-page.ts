// Pages of a form with names and versions, and below it the answer as its layout has it.
import { readValue, readVersion, type PageContent, type PageRequest } from "../page.js";
import { catchProblem, readAllParts, toPath } from "../../contract/browser/ask.js";
import { html, type Html } from "../../contract/browser/html.js";
import type { Block, LayoutContext } from "../../contract/layout.js";
import { layApiChanges } from "../../contract/shape/api-changes.js";
import { layReferences } from "../../contract/shape/system/references.js";
import { renderBlocks, renderFormats } from "../../faces/page/blocks.js";
import type { BodyAt, QuestionAt, RoutePath } from "../../routes/ask.js";
import { renderFailure } from "../shared/search-results.js";
import { readStep } from "./migration/step-form.js";
import { renderInput, renderSelect } from "./question/fields.js";
import { renderQuestion } from "./question/question.js";

interface AskedPage<P extends RoutePath> extends Pick<PageContent, "title" | "menu"> {
  readonly path: P;
  readonly at: string;
  /** Key of the list, which comes in parts. */
  readonly list: keyof BodyAt<P> & string;
  readonly about: string;
  /** Fields for names, of which one is enough. */
  readonly names: readonly Readonly<Record<"name" | "title" | "placeholder", string>>[];
  /** Names and titles of the fields for versions; the last is the newest one. */
  readonly versions: Readonly<Partial<Record<"from" | "to" | "platform_version", string>>>;
  readonly button: string;
  /** Link to a page that says more. */
  renderLink?(asked: Readonly<Record<string, string>>): Html | false;
  lay(body: BodyAt<P>, context: LayoutContext): readonly Block[];
}

/** Limit of the interface for one question. */
const MOST_ROWS = 500;

const showAsked =
  <P extends RoutePath>({ path, list, lay, title, about, menu, ...page }: AskedPage<P>) =>
  async (request: PageRequest): Promise<PageContent> => {
    const step = await readStep(request);
    const names = Object.fromEntries(
      page.names.map((field) => [field.name, readValue(request, field.name)]),
    );
    const newest = readVersion(request) || (step.versions[0] ?? "");
    const chosen = { from: step.from, to: step.to, platform_version: newest };
    const fields = Object.entries(page.versions) as [keyof typeof chosen, string][];
    const at = Object.fromEntries(fields.map(([field]) => [field, chosen[field]]));
    const form = html`<form class="plan-form" action="${page.at}" method="get">
      <div class="plan-fields">
        ${page.names.map((field) => renderInput({ ...field, value: names[field.name] ?? "", isRequired: page.names.length === 1, isWide: true }))}
        ${fields.map(([field, head]) => renderSelect({ name: field, title: head, chosen: chosen[field], values: step.versions }))}
      </div>
      <button class="button main">${page.button}</button>
    </form>`;
    const answer = async (): Promise<Html> => {
      const { body, ...answered } = await readAllParts<BodyAt<P>>(list, MOST_ROWS, (part) =>
        request.ask(path, { ...at, ...names, ...part } as unknown as QuestionAt<P>),
      );
      return html`${page.renderLink?.({ ...names, ...at })}
      ${renderBlocks(lay(body, answered), { query: request.query })} ${renderFormats(answered)}`;
    };
    const name = Object.values(names).filter(Boolean).join(", ");
    const asked = name !== "" && html`<code>${name}</code>, Odoo ${Object.values(at).join(" to ")}`;
    const main = renderQuestion(
      { title, lead: about, asked: asked || undefined, form },
      name !== "" && (await catchProblem(answer(), renderFailure)),
    );
    const named = name === "" ? title : `${title}: ${name}`;
    return { title: named, about, main, ...(menu && { menu }) };
  };

export const showReferences = showAsked({
  path: "/v1/references",
  at: "/references",
  list: "references",
  lay: layReferences,
  title: "References",
  about: "Every file and line that refers to a model, field, method or external id, by module.",
  names: [{ name: "to", title: "Name", placeholder: "sale.order.partner_id" }],
  versions: { platform_version: "Odoo" },
  button: "Find",
});

export const showApiChanges = showAsked({
  path: "/v1/api-changes",
  at: "/api-changes",
  list: "changes",
  lay: layApiChanges,
  title: "API changes",
  about:
    "Models, fields, methods and JavaScript of a module, or those of a model, that another version removes, moves, renames or changes; and the modules that use them.",
  menu: "migrate",
  names: [
    { name: "module", title: "Module", placeholder: "sale" },
    { name: "model", title: "Model", placeholder: "sale.order" },
  ],
  versions: { from: "From", to: "To" },
  button: "Compare",
  renderLink: ({ module = "", from = "", to = "" }) =>
    module !== "" &&
    html`<p><a href="${toPath("module", module, "diff", from, to)}">All changes of ${module}</a></p>`,
});
