// Lines of a module's files, as links to where the repository's forge shows them.
import { html, type Html } from "../../contract/browser/html.js";
import {
  toLineAddress,
  type CodeLocation,
  type LineTemplate,
} from "../../contract/browser/line-address.js";

/** `models/sale_order.py:12` */
export function renderLocation(location: CodeLocation, template: LineTemplate): Html {
  return renderLocationLink(location, template, `${location.file}:${location.line}`);
}

/** `sale_order.py:12`, for tables; the whole is its title. */
export function renderShortLocation(location: CodeLocation, template: LineTemplate): Html {
  const name = location.file.slice(location.file.lastIndexOf("/") + 1);
  return renderLocationLink(location, template, `${name}:${location.line}`);
}

/** The number of the line alone. */
export function renderLineNumber(location: CodeLocation, template: LineTemplate): Html {
  const href = toLineAddress(location, template);
  return href === undefined
    ? html`<i>${location.line}</i>`
    : html`<a href="${href}">${location.line}</a>`;
}

function renderLocationLink(location: CodeLocation, template: LineTemplate, text: string): Html {
  const href = toLineAddress(location, template);
  const title = `${location.file}:${location.line}`;
  const isWhole = text === title;
  return href === undefined
    ? html`<span class="place" ${!isWhole && html` title="${title}"`}>${text}</span>`
    : html`<a class="place" href="${href}" ${!isWhole && html` title="${title}"`}>${text}</a>`;
}
