// A module at two platform versions: what came, what went and what is otherwise.
import { readPart, readValue, type PageContent, type PageRequest } from "../page.js";
import { FACT_TITLES } from "../../contract/browser/fact-titles.js";
import { catchProblem, toPath, toQuery } from "../../contract/browser/ask.js";
import { html, NOTHING, type Html } from "../../contract/browser/html.js";
import type {
  FactChange,
  ModelDiff,
  ModuleDiff,
  NameDiff,
  SetDiff,
} from "../../contract/shape/diff.js";
import { STEP_WORDS } from "../../contract/shape/lineage.js";
import { renderAsked } from "./question/question.js";
import { toModuleAddress } from "./names.js";
import { renderAnswerLink } from "../../faces/page/pieces.js";
import { renderTable } from "../../faces/page/table.js";
import { renderVersionStrip } from "./version-strip.js";
import { comparePlatformVersions } from "../../contract/read-parameters.js";

export async function showDiff(request: PageRequest): Promise<PageContent> {
  const name = readPart(request, "name");
  const question = {
    module_name: name,
    from: readPart(request, "from"),
    to: readPart(request, "to"),
    org: readValue(request, "org"),
    repo: readValue(request, "repo"),
  };
  const path = "/v1/module/{module_name}/diff/{from}/{to}";
  const { body: diff, address } = await request.ask(path, question);
  const sections = [
    renderSection("Manifest", renderFacts("manifest", diff.manifest)),
    renderSection("Dependencies", renderDependencies(diff)),
    renderSection("Models", renderModels(diff)),
    renderSection("Views", renderSet("view", diff.views)),
    renderSection("JavaScript", renderJavaScript(diff)),
    renderSection("Browser templates", renderSet("template", diff.templates)),
  ];
  const title = `${name}: ${diff.from.platform_version} → ${diff.to.platform_version}`;
  const isSame = sections.every((section) => section === NOTHING);
  const main = html`<article class="diff">
    <h1>${title}</h1>
    ${renderAsked(
      html`Changes from ${describeSide(name, diff.from)} to ${describeSide(name, diff.to)}`,
      await renderChoices(request, question, diff),
    )}
    ${renderOtherNames(diff)}
    ${isSame ? html`<p>No changes in the manifest, dependencies, models, fields, methods, views, scripts or templates.</p>` : sections}
    ${renderAnswerLink(address)}
  </article>`;
  return { title, main };
}

/** The same question of other versions. */
async function renderChoices(
  { ask }: PageRequest,
  { module_name: name, org, repo }: DiffQuestion,
  diff: ModuleDiff,
): Promise<Html> {
  const { platform_version: from } = diff.from;
  const { platform_version: to } = diff.to;
  const there = ask("/v1/module/{module_name}", { module_name: name });
  // A name that one side has under another one may be at no other version.
  const known = await catchProblem(there, () => undefined);
  const versions = [...new Set([...(known?.body.platform_versions ?? []), from, to])];
  const renderChoice = (
    title: string,
    here: string,
    others: readonly string[],
    toHref: (one: string) => string,
  ) =>
    html`<h2>${title}</h2>
      ${renderVersionStrip(
        title,
        [here, ...others].toSorted(comparePlatformVersions).map((version) => ({
          version,
          presence: "installable",
          href: toHref(version) + toQuery({ org, repo }),
          isHere: version === here,
        })),
      )}`;
  const before = versions.filter((one) => one !== from && comparePlatformVersions(one, to) < 0);
  const after = versions.filter((one) => one !== to && comparePlatformVersions(one, from) > 0);
  return html`<p>The module itself: ${renderSideLink(diff.from)} and ${renderSideLink(diff.to)}.</p>
  ${renderChoice("From Odoo", from, before, (one) => toPath("module", name, "diff", one, to))}
  ${renderChoice("To Odoo", to, after, (one) => toPath("module", name, "diff", from, one))}`;
}

interface DiffQuestion {
  readonly module_name: string;
  readonly org: string;
  readonly repo: string;
}

function renderSideLink(side: ModuleDiff["from"]): Html {
  const { technical_name: name, platform_version: at, organization: org, repository: repo } = side;
  return html`<a href="${toModuleAddress(name, at, `${org}/${repo}`)}">${name} ${at}</a>`;
}

/** The name that the side has is named where it is not the one that was asked for. */
function describeSide(name: string, side: ModuleDiff["from"]): Html {
  const { technical_name: own, platform_version: at, version, organization, repository } = side;
  return html`${own !== name && html`<code>${own}</code> `}${at} (${version}, ${organization}/${repository}${!side.installable && ", not installable"})`;
}

function renderOtherNames({ technical_name: name, compared_with: others, to }: ModuleDiff): Html {
  return html`${others.map(({ technical_name: one, platform_version: version, kind }) => {
    const [older, newer] = version === to.platform_version ? [name, one] : [one, name];
    return html`<p class="notice">
      There is no <code>${name}</code> at ${version}: <code>${older}</code> was ${STEP_WORDS[kind]}
      <code>${newer}</code>. <a href="${toPath("lineage", name)}">The evidence</a>
    </p>`;
  })}`;
}

/** A part of which nothing changed is left out. */
function renderSection(title: string, content: Html, level: "h2" | "h4" = "h2"): Html {
  return content === NOTHING
    ? NOTHING
    : html`<section>
        <${level}>${title}</${level}>
        ${content}
      </section>`;
}

const renderPart = (title: string, content: Html) => renderSection(title, content, "h4");

function join(parts: readonly Html[]): Html {
  const shown = parts.filter((part) => part !== NOTHING);
  return shown.length === 0 ? NOTHING : html`${shown}`;
}

function renderDependencies({ dependencies }: ModuleDiff): Html {
  const { platform, pip, bin } = dependencies;
  return join([
    renderNames(platform),
    renderNames(pip, "Python package "),
    renderNames(bin, "program "),
  ]);
}

function renderNames({ added, removed }: NameDiff, kind = ""): Html {
  return renderChanges([
    ...added.map((name) => renderSign("added", html`${kind}<code>${name}</code>`)),
    ...removed.map((name) => renderSign("removed", html`${kind}<code>${name}</code>`)),
  ]);
}

function renderModels({ models }: ModuleDiff): Html {
  return join([renderSet("model", { ...models, changed: [] }), ...models.changed.map(renderModel)]);
}

function renderModel({ model_name, changes, fields, methods, table_objects }: ModelDiff): Html {
  const parts = [
    renderFacts(model_name, changes),
    renderPart("Fields", renderSet(`${model_name}, field`, fields)),
    renderPart("Methods", renderSet(`${model_name}, method`, methods)),
    renderPart(
      "Constraints and indexes",
      renderSet(`${model_name}, constraint or index`, table_objects),
    ),
  ];
  return html`<div class="changed-model">
    <h3><code>${model_name}</code></h3>
    ${join(parts)}
  </div>`;
}

const SCRIPT_TITLES = {
  classes: "Classes",
  functions: "Functions",
  exports: "Exports",
  patches: "Patches",
  registry: "Registry keys",
} as const satisfies Record<keyof ModuleDiff["javascript"], string>;

function renderJavaScript({ javascript }: ModuleDiff): Html {
  const kinds = Object.keys(SCRIPT_TITLES) as (keyof typeof SCRIPT_TITLES)[];
  return join(
    kinds.map((kind) => renderPart(SCRIPT_TITLES[kind], renderSet(kind, javascript[kind]))),
  );
}

/** @param kind what the names are of, for who hears the page */
function renderSet(kind: string, { added, removed, renamed, changed }: SetDiff): Html {
  return renderChanges([
    ...added.map((name) => renderSign("added", html`<code>${name}</code>`)),
    ...removed.map((name) => renderSign("removed", html`<code>${name}</code>`)),
    ...renamed.map(({ from, to, reason }) =>
      renderSign(
        "renamed",
        html`<code>${from}</code> → <code>${to}</code>
          <span class="hint">by ${reason}</span>`,
      ),
    ),
    ...changed.map(({ name, changes }) =>
      renderSign("changed", html`<code>${name}</code>${renderFacts(`${kind} ${name}`, changes)}`),
    ),
  ]);
}

function renderChanges(rows: readonly Html[]): Html {
  return rows.length === 0
    ? NOTHING
    : html`<ul class="changes">
        ${rows}
      </ul>`;
}

type Kind = "added" | "removed" | "renamed" | "changed";

const SIGNS: Readonly<Record<Kind, string>> = {
  added: "+",
  removed: "−",
  renamed: "→",
  changed: "~",
};

function renderSign(kind: Kind, content: Html): Html {
  return html`<li class="${kind}">
    <span class="sign" aria-hidden="true">${SIGNS[kind]}</span><span class="hidden">${kind}: </span>
    <div>${content}</div>
  </li>`;
}

function renderFacts(of: string, changes: readonly FactChange[]): Html {
  if (changes.length === 0) return NOTHING;
  return renderTable({
    label: `Changed: ${of}`,
    look: "fact-changes",
    heads: ["Fact", "Before", "After"],
    rows: changes.map(({ key, from, to }) => [
      TITLES.get(key) ?? key,
      renderValue(from),
      renderValue(to),
    ]),
  });
}

/** What facts are called on the page of a module; others by their own names. */
const TITLES: ReadonlyMap<string, string> = new Map(Object.entries(FACT_TITLES));

function renderValue(value: FactChange["from"]): Html {
  if (value === null) return html`<span class="hint">nothing</span>`;
  if (typeof value === "boolean") return html`${value ? "yes" : "no"}`;
  if (typeof value === "string") return html`${value}`;
  return value.length === 0 ? html`<span class="hint">nothing</span>` : html`${value.join(", ")}`;
}
