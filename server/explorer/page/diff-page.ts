// A module at two platform versions: what came, what went and what is otherwise.
import { readPart, readValue, type PageContent, type PageRequest } from "../page.js";
import { toAddress } from "../shared/ask.js";
import { toPath, toQuery } from "../../contract/browser/ask.js";
import { html, NOTHING, type Html } from "../../contract/browser/html.js";
import type {
  FactChange,
  ModelDiff,
  ModuleDiff,
  NameDiff,
  SetDiff,
} from "../../contract/shape/diff.js";
import { STEP_WORDS } from "./lineage/successors.js";
import { renderNamedTable } from "./table.js";

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
  const { body: diff } = await request.ask(path, question);
  const sections = [
    renderSection("Manifest", renderFacts("manifest", diff.manifest)),
    renderSection("Dependencies", renderDependencies(diff)),
    renderSection("Models", renderModels(diff)),
    renderSection("Views", renderSet("view", diff.views)),
  ];
  const isSame = sections.every((section) => section === NOTHING);
  const main = html`<article class="diff">
    <header class="heading">
      <h1>${name}: ${diff.from.platform_version} → ${diff.to.platform_version}</h1>
      <p class="lead">${renderSide(name, diff.from)} compared with ${renderSide(name, diff.to)}</p>
      ${renderOtherNames(diff)}
    </header>
    ${isSame ? html`<p>No changes in the manifest, dependencies, models, fields, methods or views.</p>` : sections}
    <p><a href="${toAddress(path, question)}">All of this as JSON</a></p>
  </article>`;
  return { title: `${name}: ${diff.from.platform_version} → ${diff.to.platform_version}`, main };
}

/** The name that the side has is named where it is not the one that was asked for. */
function renderSide(name: string, side: ModuleDiff["from"]): Html {
  const { technical_name: own, platform_version: at, version } = side;
  const { organization: org, repository: repo } = side;
  const href = toPath("module", own, at) + toQuery({ org, repo });
  return html`<a href="${href}">${own !== name && html`<code>${own}</code> `}${at}</a> (${version}, ${org}/${repo}${!side.installable && ", not installable"})`;
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
function renderSection(title: string, content: Html): Html {
  return content === NOTHING
    ? NOTHING
    : html`<section>
        <h2>${title}</h2>
        ${content}
      </section>`;
}

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

function renderPart(title: string, content: Html): Html {
  return content === NOTHING
    ? NOTHING
    : html`<h4>${title}</h4>
        ${content}`;
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
  return renderNamedTable({
    label: `Changed: ${of}`,
    look: "fact-changes",
    heads: ["Fact", "Before", "After"],
    rows: changes.map(({ key, from, to }) => ({
      name: key,
      cells: [renderValue(from), renderValue(to)],
    })),
  });
}

function renderValue(value: FactChange["from"]): Html {
  if (value === null) return html`<span class="hint">nothing</span>`;
  if (typeof value === "boolean") return html`${value ? "yes" : "no"}`;
  if (typeof value === "string") return html`${value}`;
  return value.length === 0 ? html`<span class="hint">nothing</span>` : html`${value.join(", ")}`;
}
