// A module at one platform version in one repository: how to install it, what it is, its dependencies and who
// uses it, what it adds, and its other versions.
import type { PageContent, PageRequest } from "../../page.js";
import { toPath } from "../../../contract/browser/ask.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import { renderDescription, renderLongText } from "../../markup/description.js";
import { renderDetails } from "./details.js";
import { renderHead } from "./head.js";
import { renderShelf } from "../names.js";
import { layDependents, layNeeds } from "./needs.js";
import { laySteps } from "../../../contract/shape/lineage-layout.js";
import { renderBlocks } from "../../../faces/page/blocks.js";
import { renderInstall } from "./install.js";
import { layPortRequests, layVersions } from "./versions.js";
import {
  renderAnswerLink,
  renderFold,
  renderPhoneFold,
  renderSection,
} from "../../../faces/page/pieces.js";
import { readViewModel, type ModuleViewModel } from "./view-model.js";
import { toSystemAddress } from "../registry/system.js";
import type { ReadmeSectionName } from "../../../../data/module/module-parts.js";
import type { ModuleDetail } from "../../../contract/shape/module.js";
import {
  layModuleModels,
  layModuleParts,
  layModuleViews,
} from "../../../contract/shape/module-content-layout.js";
import type { Block } from "../../../contract/layout.js";
import { isTable } from "../../../faces/cells.js";
import {
  toFileAddress,
  toPictureAddress,
  type LineTemplate,
} from "../../../contract/browser/line-address.js";

export async function showModule(request: PageRequest): Promise<PageContent> {
  const viewModel = await readViewModel(request);
  const { detail, version, installation } = viewModel;
  const sections = listSections(viewModel, request);
  const main = html`<article class="module split">
    ${renderHead(viewModel)} ${installation && renderInstall(installation, viewModel)}
    <div class="body">
      ${renderLinks(sections)}
      ${sections.map(({ id, title, heading = title, number, content, isTabled = false }) =>
        isTabled
          ? html`<section id="${id}">${content}</section>`
          : renderSection(heading, number, content, html` id="${id}"`),
      )}
    </div>
    <aside aria-label="Details">
      ${renderDetails(detail)}
      ${viewModel.similar.length > 0 && html`<h2>Similar modules</h2> ${renderShelf(viewModel.similar)}`}
      ${renderAnswerLink(viewModel.address)}
    </aside>
  </article>`;
  const { name, summary, technical_name: technical } = detail;
  const about =
    summary === "" ? `${name}: where it exists, what it adds and what it needs.` : summary;
  return {
    title: `${name} (${technical}) for Odoo ${version}`,
    about,
    subject: {
      "@type": "SoftwareSourceCode",
      name,
      alternateName: technical,
      description: about,
      version: detail.manifest_version ?? detail.version,
      codeRepository: detail.git,
      programmingLanguage: "Python",
      runtimePlatform: `Odoo ${version}`,
      license: detail.license_spdx,
      author: detail.authors.map((author) => ({ "@type": "Organization", name: author })),
      dateModified: detail.update_date,
    },
    canonical: toPath("module", technical, version),
    pictureOrigins: [
      ...new Set(listPictures(detail, request.showsPictures).map((one) => new URL(one).origin)),
    ],
    main,
    script: "module",
  };
}

/** In UTF-16 units. */
const LONG_TEXT = 800;

interface Section {
  readonly id: string;
  /** In the links above all of them; in its heading, too, where that says no more. */
  readonly title: string;
  readonly heading?: string;
  readonly number?: number;
  /** Whether its tables have the headings. */
  readonly isTabled?: boolean;
  readonly content: Piece;
}

function listSections(
  viewModel: ModuleViewModel,
  { query, showsPictures = false }: PageRequest,
): readonly Section[] {
  const { detail, dependents, releases } = viewModel;
  const [models, ...members] = layModuleModels(detail).filter(isTable);
  const parts = layModuleParts(detail);
  const render = (blocks: readonly Block[], share: number, foldsLong = false): Html =>
    renderBlocks(blocks, { query, share, foldsLong, isNarrow: true });
  const sections: readonly (Section | false)[] = [
    {
      id: "overview",
      title: "Overview",
      content: [
        detail.description.length > LONG_TEXT
          ? renderPhoneFold("description", "Show the whole description", renderDescription(detail))
          : renderDescription(detail),
        renderReadme(detail),
        renderPictures(detail, showsPictures),
      ],
    },
    {
      id: "dependencies",
      title: "Dependencies",
      content: render(layNeeds(viewModel), 0.1),
    },
    {
      id: "used-by",
      title: "Dependents",
      number: dependents.counts.all,
      isTabled: dependents.counts.all > 0,
      content:
        dependents.counts.all === 0
          ? html`<p>No module at ${viewModel.version}.</p>`
          : render([layDependents(viewModel)], 0.1),
    },
    {
      id: "models",
      title: "Models",
      number: detail.models.length,
      isTabled: detail.models.length > 0,
      content: [
        detail.models.length === 0 && html`<p>No models are defined or extended.</p>`,
        models && render([models], 0.2),
        render(members, 0.3, true),
        renderAlone(viewModel),
      ],
    },
    {
      id: "views",
      title: "Views",
      number: detail.views.length,
      isTabled: detail.views.length > 0,
      content: render(layModuleViews(detail), 0.2, true),
    },
    parts.some((part) => isTable(part) && part.rows.length > 0) && {
      id: "parts",
      title: "More",
      heading: "Security, routes, menus and more",
      content: render(parts, 0.3),
    },
    {
      id: "versions",
      title: "Versions",
      number: releases.length,
      isTabled: true,
      content: [
        render([layVersions(viewModel), ...layPortRequests(detail)], 0.1),
        render([laySteps(viewModel.steps)], 0.1, true),
        html`<p><a href="${toPath("lineage", viewModel.name)}">Its history, step by step</a></p>`,
      ],
    },
  ];
  return sections.filter((section) => section !== false);
}

/** Links to the sections, which stay in sight where there is room. */
function renderLinks(sections: readonly Section[]): Html {
  return html`<nav class="sections" aria-label="Sections">
    <ul>
      ${sections.map(
        ({ id, title, number }) =>
          html`<li>
            <a href="#${id}">${title}</a>
            ${number !== undefined && html`<span class="number">${number}</span>`}
          </li>`,
      )}
    </ul>
  </nav>`;
}

/** Link to the system of an installable module and its dependencies. */
function renderAlone({ name, version, detail }: ModuleViewModel): Html | false {
  const { organization, repository } = detail;
  const prefer = `${organization}/${repository}`;
  const href = toSystemAddress("/registry/models", {
    platform_version: version,
    modules: name,
    prefer,
  });
  return (
    detail.installable &&
    html`<p><a href="${href}">All models of a database with this module</a></p>`
  );
}

const TITLES: Readonly<Record<ReadmeSectionName, string>> = {
  usage: "Usage",
  configure: "Configuration",
  install: "Installation",
  context: "Context",
  roadmap: "Known issues",
  history: "Changelog",
};

type ReadmeDetail = Pick<ModuleDetail, "readme" | "images" | "line_url">;

/** The `readme/` folder beside the description, folded. */
export function renderReadme({ readme = [], line_url: template }: ReadmeDetail): Html[] {
  return readme.map(({ section, format, text, file }) =>
    renderFold(TITLES[section], [
      renderLongText(text, format === "md" ? "markdown" : "rst"),
      html`<p class="hint">${renderFile(file, template)}</p>`,
    ]),
  );
}

/** More are pictures of a page elsewhere, which none of them shows alone. */
const MOST_PICTURES = 20;

/** Addresses of the pictures themselves, where browsers may fetch them; one of a picture in several formats. */
function listPictures(
  { images = [], line_url: template }: Pick<ReadmeDetail, "images" | "line_url">,
  isShown = false,
): readonly string[] {
  const some = isShown ? images.slice(0, MOST_PICTURES) : [];
  const byStem = new Map(some.toReversed().map(({ file }) => [file.replace(/\.\w+$/, ""), file]));
  return [...byStem.values()]
    .toReversed()
    .flatMap((file) => toPictureAddress(file, template) ?? []);
}

export function renderPictures(
  { images = [], line_url: template }: ReadmeDetail,
  isShown = false,
): Html | false {
  const some = images.slice(0, MOST_PICTURES);
  const files = some.map(({ file }) => html` ${renderFile(file, template)}`);
  const pictures = listPictures({ images, line_url: template }, isShown);
  return (
    files.length > 0 &&
    html`${
      pictures.length > 0 &&
      html`<p>${pictures.map((address) => html`<img src="${address}" alt="" width="240" height="160" loading="lazy" referrerpolicy="no-referrer" /> `)}</p>`
    }
      <p class="hint">Icon and screenshots in its repository:${files}</p>`
  );
}

function renderFile(file: string, template: LineTemplate): Html {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const address = toFileAddress(file, template);
  return address === undefined
    ? html`<code>${name}</code>`
    : html`<a href="${address}" rel="external">${name}</a>`;
}
