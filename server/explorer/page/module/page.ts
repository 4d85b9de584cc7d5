// A module at one platform version in one repository: how to install it, what it is, its dependencies and who
// uses it, what it adds, and its other versions.
import type { PageContent, PageRequest } from "../../page.js";
import { toAddress } from "../../shared/ask.js";
import { toPath } from "../../../contract/browser/ask.js";
import { html, type Html } from "../../../contract/browser/html.js";
import { renderDescription } from "../../markup/description.js";
import { renderDetails } from "./details.js";
import { renderHead } from "./head.js";
import { renderModels, renderViews } from "./models.js";
import { hasParts, renderParts } from "./parts.js";
import { renderPictures, renderReadme } from "./readme.js";
import { renderDependents, renderNeeds } from "./needs.js";
import { renderModule, renderStep } from "../lineage/steps.js";
import { renderInstall, renderQuickInstall } from "./install.js";
import { renderSimilar } from "./similar.js";
import { renderVersions } from "./versions.js";
import { readViewModel, type ModuleViewModel } from "./view-model.js";
import { toModelsAddress } from "../registry/system.js";

export async function showModule(request: PageRequest): Promise<PageContent> {
  const viewModel = await readViewModel(request);
  const { detail, version, installation } = viewModel;
  const main = html`<article class="module split">
    <div class="column">
      ${renderHead(viewModel)}
      <div class="body">
      ${renderSections(viewModel)}
      <section id="overview">
        <h2>Overview</h2>
        ${renderDescription(detail)} ${renderReadme(detail)} ${renderPictures(detail)}
      </section>
      ${
        installation &&
        html`<section id="install">
          <h2>Install</h2>
          ${renderInstall(installation, viewModel)}
        </section>`
      }
      <section id="dependencies">
        <h2>Dependencies</h2>
        ${await renderNeeds(viewModel, request.onDefect)}
      </section>
      <section id="used-by">
        <h2>Used by <span class="number">${viewModel.dependents.counts.all}</span></h2>
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
      <section id="versions">
        <h2>Versions <span class="number">${viewModel.releases.length}</span></h2>
        ${renderVersions(viewModel)} ${renderWay(viewModel)}
      </section>
      </div>
    </div>
    <div class="column">
      ${installation && renderQuickInstall(installation, viewModel)}
      <aside aria-label="Details">
        ${renderDetails(detail)} ${renderSimilar(viewModel.similar)}
        <p><a href="${toAnswer(viewModel)}">All of this as JSON</a></p>
      </aside>
    </div>
  </article>`;
  const about = `${detail.name}: where it exists, what it adds and what it needs.`;
  return { title: `${detail.name} ${version}`, about, main, script: "module" };
}

/** Links to the sections, which stay in sight where there is room. */
function renderSections({ detail, dependents, installation, releases }: ModuleViewModel): Html {
  const sections = [
    ["overview", "Overview"] as const,
    installation !== undefined && (["install", "Install"] as const),
    ["dependencies", "Dependencies"] as const,
    ["used-by", "Used by", dependents.counts.all] as const,
    ["models", "Models", detail.models.length] as const,
    ["views", "Views", detail.views.length] as const,
    hasParts(detail) && (["parts", "More"] as const),
    ["versions", "Versions", releases.length] as const,
  ];
  return html`<nav class="sections" aria-label="Sections">
    <ul>
      ${sections.map(
        (section) =>
          section !== false &&
          html`<li>
            <a href="#${section[0]}">${section[1]}</a>
            ${section[2] !== undefined && html`<span class="number">${section[2]}</span>`}
          </li>`,
      )}
    </ul>
  </nav>`;
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
    <p><a href="${toPath("lineage", name)}">Its history, step by step</a></p>`;
}

/** What can be installed is a system of its own, with what it needs. */
function renderAlone({ name, version, detail }: ModuleViewModel): Html | false {
  const { organization, repository } = detail;
  const prefer = `${organization}/${repository}`;
  const href = toModelsAddress({ platform_version: version, modules: name, prefer });
  return (
    detail.installable &&
    html`<p><a href="${href}">All models of a database with this module and its dependencies</a></p>`
  );
}

function toAnswer({ name, version, detail }: ModuleViewModel): string {
  const { organization: org, repository: repo } = detail;
  const at = { module_name: name, platform_version: version };
  const path = "/v1/module/{module_name}/{platform_version}";
  return toAddress(path, { ...at, org, repo, include: "all" });
}
