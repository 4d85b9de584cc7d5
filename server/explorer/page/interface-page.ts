// The interface for programs, out of its own description: every operation with its parameters, what it
// answers, and a form to try it.
import type { PageContent, PageRequest } from "../page.js";
import type {
  InterfaceDescription,
  OperationDescription,
  ParameterDescription,
} from "../../contract/shape/service.js";
import { html, type Html } from "../../contract/browser/html.js";
import { renderMarks, renderName } from "../../faces/page/pieces.js";

export async function showInterface({ ask }: PageRequest): Promise<PageContent> {
  const { body } = await ask("/openapi.json", {});
  const { info, tags, paths } = body;
  const [lead = "", ...rest] = info.description.split("\n\n");
  const main = html`<h1>API <span class="number">${info.version}</span></h1>
    <p class="lead">${lead}</p>
    ${rest.filter((text) => !isForFew(text)).map(renderParagraph)}
    <p>The same as <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1), to generate clients from.</p>
    ${tags.map((tag) => renderTag(tag, paths))}
    ${rest.filter(isForFew).map(renderParagraph)}`;
  return { title: "API", main, script: "interface", menu: "interface" };
}

/** Paragraph that stands below the operations. */
const isForFew = (text: string): boolean => text.startsWith("Former addresses");

const renderParagraph = (text: string): Html => html`<p>${renderMarks(text)}</p>`;

function renderTag(
  { name, description }: InterfaceDescription["tags"][number],
  paths: InterfaceDescription["paths"],
): Html {
  const operations = Object.entries(paths).filter(([, { get }]) => get.tags.includes(name));
  return html`<section>
    <h2>${description}</h2>
    ${operations.map(([path, { get }]) => renderOperation(path, get))}
  </section>`;
}

function renderOperation(path: string, operation: OperationDescription): Html {
  const { operationId, summary, description, parameters = [], responses } = operation;
  const statuses = Object.entries(responses).map(
    ([status, { description: meaning }]) =>
      html`<li><b>${status}</b> ${renderMarks(meaning)}</li> `,
  );
  return html`<details class="fold" id="${operationId}">
    <summary>${renderName(`GET ${path}`)} <span class="hint">${summary}</span></summary>
    <div class="inside">
      <p>${renderMarks(description)}</p>
      <form class="try" action="${path}" method="get" data-try>
        ${parameters.length > 0 && html`<div class="plan-fields">${parameters.map(renderParameter)}</div>`}
        <button class="button main" data-send hidden>Try it</button>
        <noscript><p class="hint">The form needs JavaScript; without it, type the URL.</p></noscript>
        <div class="tried" data-tried aria-live="polite"></div>
      </form>
      <details>
        <summary>Responses</summary>
        <ul>${statuses}</ul>
      </details>
    </div>
  </details> `;
}

function renderParameter(parameter: ParameterDescription): Html {
  const { name, required, description, schema, example, in: location } = parameter;
  const shown = example === undefined ? "" : String(example);
  const choices = schema.type === "boolean" ? ["true", "false"] : (schema.enum ?? []).map(String);
  const isInPath = location === "path" && html` data-in="path"`;
  const control =
    choices.length > 0
      ? html`<select name="${name}" aria-label="${name}"${isInPath}>
          <option></option>
          ${choices.map((one) => html`<option>${one}</option>`)}
        </select>`
      : html`<input
          name="${name}"
          aria-label="${name}"
          ${isInPath}
          ${required && html` value="${shown}" required`}
          placeholder="${shown}"
          autocomplete="off"
          spellcheck="false"
        />`;
  return html`<label class="field"
    ><span><code>${name}</code>${required && html` <span class="hint">required</span>`}</span
    >${control}<span class="hint">${renderMarks(description)}</span></label
  > `;
}
