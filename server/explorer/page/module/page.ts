// A module at one platform version in one repository: what it is, where else it exists, what it needs,
// who needs it, what it adds.
import type { PageContent, PageRequest } from "../../page.js";
import { toAddress, toPath } from "../../shared/ask.js";
import { html, type Html } from "../../shared/html.js";
import { renderDescription } from "../../markup/description.js";
import { renderBadges, renderDetails, renderLines } from "./details.js";
import { renderModels, renderViews } from "./models.js";
import { renderParts } from "./parts.js";
import { renderDependents, renderNeeds } from "./needs.js";
import { renderModule, renderStep } from "../lineage/steps.js";
import { renderMatrix } from "./matrix.js";
import { readViewModel, type ModuleViewModel } from "./view-model.js";
import { toModelsAddress } from "../registry/system.js";

export async function showModule(request: PageRequest): Promise<PageContent> {
  const viewModel = await readViewModel(request);
  const { detail, version } = viewModel;
  const main = html`<article class="module">
    <header class="heading">
      <h1>${detail.name}</h1>
      <p class="name"><code>${viewModel.name}</code> at ${version}</p>
      ${detail.summary !== "" && html`<p class="lead">${detail.summary}</p>`}
      ${renderBadges(detail)} ${renderNotInstallable(viewModel)}
    </header>
    <div class="split">
      <div class="body">
        <section id="where">
          <h2>Where it exists</h2>
          ${renderMatrix(viewModel)} ${renderWay(viewModel)}
        </section>
        <section id="description">
          <h2>Description</h2>
          ${renderDescription(detail)}
        </section>
        <section id="needs">
          <h2>What it needs</h2>
          ${await renderNeeds(viewModel, request.onDefect)}
        </section>
        <section id="dependents">
          <h2>Who needs it</h2>
          ${renderDependents(viewModel)}
        </section>
        <section id="models">
          <h2>Models <span class="number">${detail.models.length}</span></h2>
          ${renderModels(detail)} ${renderAlone(viewModel)}
        </section>
        <section id="views">
          <h2>Views <span class="number">${detail.views.length}</span></h2>
          ${renderViews(detail)}
        </section>
        ${renderParts(detail)}
      </div>
      <aside aria-label="Details">
        ${renderDetails(detail)} ${renderLines(viewModel)} ${renderCompare(viewModel)}
        <p><a href="${toAnswer(viewModel)}">All of this as JSON</a></p>
      </aside>
    </div>
  </article>`;
  const about = `${detail.name}: where it exists, what it adds and what it needs.`;
  return { title: `${detail.name} ${version}`, about, main, script: "module" };
}

/** From one name or repository to another, and the page that has the whole way. */
function renderWay({ name, steps }: ModuleViewModel): Html {
  const rows = steps.map(
    (step) =>
      html`<li>
        <h3>${renderModule(step.from)} ${step.from.platform_version}</h3>
        ${renderStep(step)}
      </li>`,
  );
  return html`${
    rows.length > 0 &&
    html`<ul class="timeline">
        ${rows}
      </ul>`
  }
    <p><a href="${toPath("lineage", name)}">What became of it from version to version</a></p>`;
}

/** What is copied to a version and switched off there may be ported at others. */
function renderNotInstallable({
  name,
  version,
  detail,
  installableVersions,
}: ModuleViewModel): Html | false {
  if (detail.installable) return false;
  const links = installableVersions
    .toReversed()
    .map((one) => html` <a class="version" href="${toPath("module", name, one)}">${one}</a>`);
  return html`<p class="notice">
    Not installable at ${version}: its manifest says
    so.${links.length > 0 ? html` It can be installed at${links}` : " It cannot be installed at any version of this index."}
  </p>`;
}

/** What can be installed is a system of its own, with what it needs. */
function renderAlone({ name, version, detail }: ModuleViewModel): Html | false {
  const { organization, repository } = detail;
  const prefer = `${organization}/${repository}`;
  const href = toModelsAddress({ platform_version: version, modules: name, prefer });
  return (
    detail.installable &&
    html`<p>This module installed alone, with what it needs: <a href="${href}">its models</a></p>`
  );
}

function toAnswer({ name, version, detail }: ModuleViewModel): string {
  const { organization: org, repository: repo } = detail;
  const at = { module_name: name, platform_version: version };
  const path = "/v1/module/{module_name}/{platform_version}";
  return toAddress(path, { ...at, org, repo, include: "all" });
}

function renderCompare({ name, version, versions }: ModuleViewModel): Html | false {
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
