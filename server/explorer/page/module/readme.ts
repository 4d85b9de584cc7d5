// What a module's `readme/` folder says beside its description, folded, and links to its pictures, which
// stay where they are.
import type { ReadmeSectionName } from "../../../../data/module/module-parts.js";
import type { ModuleDetail } from "../../../contract/shape/module.js";
import { renderLongText } from "../../markup/description.js";
import { html, type Html } from "../../../contract/browser/html.js";
import { toFileAddress, type LineTemplate } from "../code-location.js";

const TITLES: Readonly<Record<ReadmeSectionName, string>> = {
  usage: "Usage",
  configure: "Configuration",
  install: "Installation",
  context: "Context",
  roadmap: "Known issues",
  history: "Changelog",
};

type ReadmeDetail = Pick<ModuleDetail, "readme" | "images" | "line_url">;

export function renderReadme({ readme = [], line_url: template }: ReadmeDetail): Html[] {
  return readme.map(
    ({ section, format, text, file }) =>
      html`<details class="fold">
        <summary>${TITLES[section]}</summary>
        <div class="inside">
          ${renderLongText(text, format === "md" ? "markdown" : "rst")}
          <p class="hint">${renderFile(file, template)}</p>
        </div>
      </details> `,
  );
}

/** More are pictures of a page elsewhere, which none of them shows alone. */
const MOST_PICTURES = 20;

export function renderPictures({ images = [], line_url: template }: ReadmeDetail): Html | false {
  const files = images
    .slice(0, MOST_PICTURES)
    .map(({ file }) => html` ${renderFile(file, template)}`);
  return (
    files.length > 0 && html`<p class="hint">Icon and screenshots in its repository:${files}</p>`
  );
}

function renderFile(file: string, template: LineTemplate): Html {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const address = toFileAddress(file, template);
  return address === undefined
    ? html`<code>${name}</code>`
    : html`<a href="${address}" rel="external">${name}</a>`;
}
