// Lines of a module's files, as links to where the repository's forge shows them.
import { html, type Html } from "../../contract/browser/html.js";
import {
  toLineAddress,
  type CodeLocation,
  type LineTemplate,
} from "../../contract/browser/line-address.js";

/** `models/sale_order.py:12` */
export function renderPlace(place: CodeLocation, template: LineTemplate): Html {
  return renderPlaceLink(place, template, `${place.file}:${place.line}`);
}

/** `sale_order.py:12`, for tables; the whole is its title. */
export function renderShortPlace(place: CodeLocation, template: LineTemplate): Html {
  const name = place.file.slice(place.file.lastIndexOf("/") + 1);
  return renderPlaceLink(place, template, `${name}:${place.line}`);
}

/** The number of the line alone. */
export function renderLineNumber(place: CodeLocation, template: LineTemplate): Html {
  const href = toLineAddress(place, template);
  return href === undefined
    ? html`<i>${place.line}</i>`
    : html`<a href="${href}">${place.line}</a>`;
}

function renderPlaceLink(place: CodeLocation, template: LineTemplate, text: string): Html {
  const href = toLineAddress(place, template);
  const title = `${place.file}:${place.line}`;
  const isWhole = text === title;
  return href === undefined
    ? html`<span class="place" ${!isWhole && html` title="${title}"`}>${text}</span>`
    : html`<a class="place" href="${href}" ${!isWhole && html` title="${title}"`}>${text}</a>`;
}
