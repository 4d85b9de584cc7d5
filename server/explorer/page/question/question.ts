// Frame of a question's page. Without a question it shows the form; an answer comes first, below
// one line with the question and the folded form.
import { toQuery } from "../../../contract/browser/ask.js";
import type { AnyQuestion } from "../../../contract/parameter.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import { listSome } from "../../../contract/problem.js";
import { formatCount } from "../../../contract/browser/words.js";
import { renderName } from "../../../faces/page/pieces.js";

interface Question {
  readonly title: string;
  /** Purpose of the page, shown without a question. */
  readonly lead: Piece;
  /** Question in a line; `undefined` without one. */
  readonly asked: Piece;
  readonly form: Html;
}

/** @param answer what is shown below the form or the line: nothing, or why there is no answer, too */
export function renderQuestion({ title, lead, asked, form }: Question, answer: Piece): Html {
  return asked === undefined
    ? html`<h1>${title}</h1>
        <p class="lead">${lead}</p>
        ${form} ${answer}`
    : html`<h1>${title}</h1>
        ${renderAsked(asked, form)} ${answer}`;
}

/** The line itself, for pages that have a heading of their own. */
export function renderAsked(asked: Piece, form: Piece): Html {
  return html`<details class="asked">
    <summary><span>${asked}</span><span class="button">Change</span></summary>
    <div class="inside">${form}</div>
  </details>`;
}

/** Names of a list that the line shows. */
const FEW_NAMES = 3;

/** `5 modules: web, sale, stock and 2 more` */
export function describeModules(names: readonly string[]): Piece {
  const some = renderName(listSome(names, FEW_NAMES), undefined, 20);
  return names.length === 1 ? some : html`${formatCount(names.length, "module")}: ${some}`;
}

/** The query of an address that people pass on: what separates names stays as it is. */
export function toReadableQuery(values: AnyQuestion): string {
  return toQuery(values).replaceAll("%2C", ",").replaceAll("%2F", "/").replaceAll("%40", "@");
}
