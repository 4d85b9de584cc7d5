// A module at one platform version in one repository: what it is, where else it exists, what it needs,
// who needs it, what it adds.
import type { PageContent, PageRequest } from "../page.js";
import { drawDependencies } from "../picture/dependency-picture.js";
import { toPath, toQuery } from "../shared/ask.js";
import { html, type Html } from "../shared/html.js";
import { renderDescription } from "../markup/description.js";
import { renderBadges, renderFacts, renderLines } from "./module-facts.js";
import { renderModels, renderViews } from "./module-models.js";
import { renderMatrix } from "./module-matrix.js";
import { readStory, type ModuleStory } from "./module-story.js";

export async function showModule(request: PageRequest): Promise<PageContent> {
  const story = await readStory(request);
  const { detail, version } = story;
  const main = html`<article class="module">
    <header class="heading">
      <h1>${detail.name}</h1>
      <p class="name"><code>${story.name}</code> at ${version}</p>
      ${detail.summary !== "" && html`<p class="lead">${detail.summary}</p>`}
      ${renderBadges(detail)}
    </header>
    <div class="split">
      <div class="body">
        <section id="where">
          <h2>Where it exists</h2>
          ${renderMatrix(story)}
        </section>
        <section id="description">
          <h2>Description</h2>
          ${renderDescription(detail)}
        </section>
        <section id="needs">
          <h2>What it needs</h2>
          ${await renderNeeds(story)}
        </section>
        <section id="dependents">
          <h2>Who needs it</h2>
          ${renderDependents(story)}
        </section>
        <section id="models">
          <h2>Models <span class="number">${detail.models.length}</span></h2>
          ${renderModels(detail)}
        </section>
        <section id="views">
          <h2>Views <span class="number">${detail.views.length}</span></h2>
          ${renderViews(detail)}
        </section>
      </div>
      <aside aria-label="Facts">
        ${renderFacts(detail)} ${renderLines(story)} ${renderCompare(story)}
        <p><a href="${toAnswer(story)}">All of this as JSON</a></p>
      </aside>
    </div>
  </article>`;
  const about = `${detail.name}: where it exists, what it adds and what it needs.`;
  return { title: `${detail.name} ${version}`, about, main, script: "module" };
}

function toAnswer({ name, version, detail }: ModuleStory): string {
  const place = toQuery({ org: detail.organization, repo: detail.repository });
  return toPath("v1", "module", name, version) + place;
}

async function renderNeeds({ needs, version, detail }: ModuleStory): Promise<Html> {
  const { modules, unresolved, cycles, repositories } = needs;
  const declared = detail.declared_dependencies.platform;
  if (declared.length === 0 && modules.length < 2) return html`<p>Nothing.</p>`;
  const known = new Set(modules.map(({ technical_name }) => technical_name));
  const names = declared.map((one) =>
    known.has(one)
      ? html`<li>
          <a href="${toPath("module", one, version)}"><code>${one}</code></a>
        </li>`
      : html`<li><code>${one}</code> <span class="hint">not in this index</span></li>`,
  );
  const others = repositories.filter(({ repository }) => repository !== detail.repository);
  return html`<p>
      It declares ${declared.length}; with what these need it is ${modules.length - 1} of this
      index${unresolved.length > 0 && html` and ${unresolved.length} that nobody here carries`}.
    </p>
    <ul class="inline">
      ${names}
    </ul>
    ${await drawDependencies(needs, version)}
    ${others.length > 0 && html`<p>From other repositories: ${others.map((one, at) => html`${at > 0 && ", "}<a href="${toPath("repo", one.repository)}">${one.organization}/${one.repository}</a> (${one.modules.join(", ")})`)}.</p>`}
    ${cycles.length > 0 && html`<p class="notice">These need each other, so that no order is right to install them: ${cycles.map((cycle) => cycle.join(", ")).join("; ")}.</p>`}`;
}

function renderDependents({ dependents, name, version }: ModuleStory): Html {
  const { counts, modules } = dependents;
  if (counts.all === 0) return html`<p>No module of this index at ${version}.</p>`;
  const direct = modules.filter(({ depth }) => depth === 1);
  const others = modules.filter(({ depth }) => depth > 1);
  const all = toPath("v1", "module", name, version, "dependents");
  return html`<p>${counts.direct} directly, ${counts.indirect} through others.</p>
    <ul class="inline">
      ${direct.map((one) => renderName(one.technical_name, version))}
    </ul>
    ${
      others.length > 0 &&
      html`<details>
        <summary>Through others</summary>
        <ul class="inline">
          ${others.map((one) => renderName(one.technical_name, version))}
        </ul>
      </details>`
    }
    ${counts.all > modules.length && html`<p><a href="${all}?limit=500">More than these ${modules.length}</a></p>`}`;
}

function renderName(name: string, version: string): Html {
  return html`<li>
    <a href="${toPath("module", name, version)}"><code>${name}</code></a>
  </li>`;
}

function renderCompare({ name, version, versions }: ModuleStory): Html | false {
  const others = versions.filter((one) => one !== version).toReversed();
  if (others.length === 0) return false;
  const at = versions.indexOf(version);
  const links = others.map((other) => {
    const [from, to] = versions.indexOf(other) < at ? [other, version] : [version, other];
    return html`<li><a href="${toPath("module", name, "diff", from, to)}">${other}</a></li>`;
  });
  return html`<h2>Compare with</h2>
    <ul class="inline">
      ${links}
    </ul>`;
}
