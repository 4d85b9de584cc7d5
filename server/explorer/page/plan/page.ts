// The page of plans: a list of modules, as somebody has it, and the whole installation that it comes to.
import type { PageContent, PageRequest } from "../../page.js";
import { toAddress } from "../../shared/ask.js";
import { catchProblem } from "../../../contract/browser/ask.js";
import type { Ask } from "../../../routes/ask.js";
import { html, type Html } from "../../../contract/browser/html.js";
import { chooseMainVersion } from "../search/search-lists.js";
import { renderMissing } from "./missing.js";
import { renderModules } from "./modules.js";
import { toStepAddress } from "../migration/step-form.js";
import { describeVerdict } from "../../../contract/browser/plan-members.js";
import { renderFindings } from "./findings.js";
import { renderListFailure, renderPasted } from "../question/list-form.js";
import { renderFormats, renderQuestion, renderVerdict } from "../question/question.js";
import { describeQuestion, renderForm } from "./plan-form.js";
import { toSystemAddress } from "../registry/system.js";
import {
  readPlanForm,
  toPlanAddress,
  toPlanQuestion,
  toUpdateAddress,
  type PlanForm,
  type PlanQuestion,
} from "./plan-question.js";
import { renderUpdate } from "./update.js";
import type { ChoiceRule, Plan } from "../../../contract/shape/system/plan.js";
import { renderTablePart } from "../../../faces/page/table.js";
import { renderModuleLink, renderRepositoryLink, renderNames } from "../names.js";
import { join, renderLine, renderPart } from "../../../faces/page/pieces.js";
import { listPlanCommands } from "../../../contract/browser/shell-lines.js";

/** What else the plan can be had as: the words of `format`, and what they are called. */
const FORMATS = [
  ["json", "JSON"],
  ["lock", "lock file"],
  ["repos.yaml", "repos.yaml (git-aggregator)"],
  ["addons.yaml", "addons.yaml (doodba)"],
  ["requirements.txt", "requirements.txt"],
  ["cyclonedx", "CycloneDX"],
] as const;

export async function showPlan(request: PageRequest): Promise<PageContent> {
  const { ask } = request;
  const { body: versions } = await ask("/v1/versions", { limit: 500 });
  const form = readPlanForm(request, chooseMainVersion(versions));
  const names = versions.map((row) => row.platform_version).toReversed();
  const before = names[names.indexOf(form.platformVersion) + 1];
  const isAsked = form.modules.length > 0;
  const main = renderQuestion(
    {
      title: "Plan an installation",
      lead: "Everything that a list of modules brings: its dependencies in load order, and what is missing or in conflict.",
      asked: isAsked ? describeQuestion(form) : undefined,
      form: renderForm(form, names),
    },
    html`${renderPasted(form, form.platformVersion, "The plan is for")}
    ${isAsked && (await catchProblem(renderAnswer(ask, form, before), renderListFailure("plan")))}`,
  );
  const about = "Paste a list of modules and see everything that is installed with it.";
  return { title: "Plan", about, main, script: "list", menu: "plan" };
}

/** The same modules, taken from the version before to this one. */
function renderUpgradeLink(
  { platform_version: to, lock: _lock, min_status: _status, ...system }: PlanQuestion,
  from: string,
): Html {
  const address = toStepAddress("/upgrade", { from, to, ...system });
  return html`<li><a href="${address}">What the upgrade from ${from} does to a database</a></li>`;
}

/** @param before the platform version before that of the plan */
async function renderAnswer(ask: Ask, form: PlanForm, before: string | undefined): Promise<Html> {
  const question = toPlanQuestion(form);
  const { body: plan } = await ask("/v1/plan", question);
  const links = html`<li><a href="${toPlanAddress(form)}">Link to this plan</a></li>
    <li><a href="${toUpdateAddress(form, plan)}">Link to compare later: what an update changes</a></li>
    <li><a href="${toSystemAddress("/registry/models", question)}">Models of this installation</a></li>
    ${before !== undefined && renderUpgradeLink(question, before)}`;
  const formats = renderFormats(FORMATS, (format) =>
    toAddress("/v1/plan", { ...question, format }),
  );
  return html`<div class="plan">
    ${renderVerdict({ ...describeVerdict(plan), isGood: plan.installable, links, formats })}
    ${renderMissing(plan)} ${renderCommands(plan)} ${renderUpdate(plan)} ${renderModules(plan)}
    ${renderFindings(plan)} ${renderChoices(plan, form)} ${renderNeeds(plan)}
  </div>`;
}

const RULES: Readonly<Record<ChoiceRule, string>> = {
  installable: "installable there alone",
  prefer: "preferred",
  addons_path: "earlier on the addons path",
  platform: "the platform's own repository",
  most_requested: "has more of the requested modules",
  first: "first by name",
};

/** Names that several repositories have: which was taken and why, with links that prefer another. */
function renderChoices({ choices, platform_version: at }: Plan, form: PlanForm): Html | false {
  const rows = choices.map(({ technical_name: name, taken, rule, others }) => [
    renderModuleLink(name, at, taken),
    renderRepositoryLink(taken),
    RULES[rule],
    join(
      others.map(
        (other) =>
          html`<a href="${toPreferring(form, other)}"
            ><span class="hidden">${name}: </span>prefer ${other}</a
          >`,
      ),
    ),
  ]);
  return renderTablePart({
    label: "Modules in several repositories",
    heads: ["Module", "From", "Reason", "Otherwise"],
    rows,
  });
}

function toPreferring(form: PlanForm, provider: string): string {
  return toPlanAddress({ ...form, prefer: [...new Set([provider, ...form.prefer])] });
}

/** What has to be had beside the modules: repositories to clone, Python packages, programs. */
function renderNeeds(plan: Plan): Html {
  const { python, binaries } = plan;
  return html`${renderRepositories(plan)}
  ${renderTablePart({
    label: "Python packages",
    heads: ["Package", "Version", "Asked by"],
    rows: python.map(({ name, specifier, requirements }) => [
      html`<code>${name}</code>`,
      specifier === "" ? "any" : html`<code>${specifier}</code>`,
      renderNames([...new Set(requirements.flatMap((row) => row.required_by))]),
    ]),
  })}
  ${renderTablePart({
    label: "Programs",
    heads: ["Program", "Asked by"],
    rows: binaries.map(({ name, required_by }) => [
      html`<code>${name}</code>`,
      renderNames(required_by),
    ]),
  })}`;
}

function renderCommands(plan: Plan): Html | false {
  const commands = listPlanCommands(plan);
  return renderPart("Commands", commands.length, () =>
    commands.map(([title, lines]) => renderLine(title, lines.join("\n"))),
  );
}

function renderRepositories({ repositories }: Plan): Html | false {
  const rows = repositories.map((row) => [
    html`${renderRepositoryLink(`${row.organization}/${row.repository}`)}${!row.on_addons_path && html`<br /><span class="hint">not on the addons path</span>`}`,
    html`<code>${row.branch}</code>`,
    html`<code>${row.commit.slice(0, 12)}</code>`,
    renderNames(row.folders),
  ]);
  const heads = ["Repository", "Branch", "Commit", "Folders"];
  return renderTablePart({ label: "Clone", heads, rows });
}
