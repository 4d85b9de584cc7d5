// A page that takes a list of modules from one platform version to another: what is asked, its form, which is one
// line above an answer, and the answer.
import { readValue, readVersion, type PageContent, type PageRequest } from "../../page.js";
import { catchProblem, type ProblemBody } from "../../../contract/browser/ask.js";
import type { AnyQuestion } from "../../../contract/parameter.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import { renderSelect } from "../question/fields.js";
import {
  readList,
  renderListFailure,
  renderListField,
  renderPasted,
  type ListForm,
} from "../question/list-form.js";
import { readVersions } from "../search/search-lists.js";
import { describeModules, renderQuestion, toReadableQuery } from "../question/question.js";

/** Form about two versions. */
export interface StepForm extends ListForm {
  readonly from: string;
  readonly to: string;
  /** Versions of the index, newest first. */
  readonly versions: readonly string[];
}

interface StepPage {
  readonly menu: "migrate" | "upgrade";
  readonly title: string;
  /** Introduction of the empty form. */
  readonly lead: Html;
  readonly about: string;
  readonly choices: Piece;
  readonly button: string;
  /** The command that takes longer lists. */
  readonly command: "migration" | "upgrade";
  /** @throws AskError */
  renderAnswer(): Promise<Html>;
}

/** To the newest version where nothing else is said, from the one before or `from`. */
export async function readStep(request: PageRequest, from?: string) {
  const rows = await readVersions(request.ask);
  const versions = rows.map((row) => row.platform_version);
  const to = readVersion(request, "to") || (versions.at(-1) ?? "");
  const before = versions[versions.indexOf(to) - 1] ?? versions[0] ?? "";
  return {
    from: readVersion(request, "from") || (from ?? before),
    to,
    versions: versions.toReversed(),
  };
}

export async function readStepForm(request: PageRequest): Promise<StepForm> {
  const list = await readList(request);
  return { ...list, ...(await readStep(request, list.pasted?.platformVersion)) };
}

export async function showStepPage(form: StepForm, page: StepPage): Promise<PageContent> {
  const { title, about, lead, command } = page;
  const { modules, from, to } = form;
  const isAsked = modules.length > 0;
  const main = renderQuestion(
    {
      title,
      lead,
      asked: isAsked ? html`${describeModules(modules)} from Odoo ${from} to ${to}` : undefined,
      form: renderForm(form, page),
    },
    html`${renderPasted(form, from, "The report starts from")}
    ${isAsked && (await catchProblem(page.renderAnswer(), (problem) => (isBackward(problem) ? BACKWARD : renderListFailure(command)(problem))))}`,
  );
  return { title, about, main, script: "list", menu: page.menu };
}

/** Problem of a version that is not later than the other. */
function isBackward({ errors = [] }: ProblemBody): boolean {
  return errors.some(
    ({ parameter, detail }) => parameter === "to" && detail.includes("version than from"),
  );
}

const BACKWARD = html`<p class="notice" role="alert">Choose a later version in “To” than in “From”.</p>`;

function renderForm({ modules, from, to, versions }: StepForm, page: StepPage): Html {
  return html`<form class="plan-form" action="/${page.menu}" method="get" data-list>
    ${renderListField(modules)}
    <div class="plan-fields">
      ${renderSelect({
        name: "from",
        title: "From",
        open: "from the list, else the version before",
        chosen: modules.length > 0 ? from : "",
        values: versions,
      })}
      ${renderSelect({ name: "to", title: "To", chosen: to, values: versions })}
    </div>
    ${page.choices}
    <button class="button main">${page.button}</button>
  </form>`;
}

/** The address of such a page. */
export function toStepAddress(path: `/${StepPage["menu"]}`, question: AnyQuestion): string {
  return path + toReadableQuery(question);
}

export function readSwitch(request: PageRequest, name: string): boolean {
  return /^(?:1|true|yes)$/i.test(readValue(request, name));
}
