// Lines of a module's files, as links to where the repository's forge shows them.
import { html, type Html } from "../../contract/browser/html.js";

export interface CodeLocation {
  /** Relative to the module's folder. */
  readonly file: string;
  readonly line: number;
}

/** URI template with `{+file}` and `{line}`; nothing of a forge that is not known. */
export type LineTemplate = string | null | undefined;

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

/** Where a line is shown. */
export function toLineAddress(
  { file, line }: CodeLocation,
  template: LineTemplate,
): string | undefined {
  const path = file.split("/").map(encodeURIComponent).join("/");
  return template?.replaceAll(/\{(?:\+file|line)\}/g, (name) =>
    name === "{line}" ? String(line) : path,
  );
}

/** Where a file is shown. */
export function toFileAddress(file: string, template: LineTemplate): string | undefined {
  return toLineAddress({ file, line: 1 }, template)?.replace(/#.*$/, "");
}

function renderPlaceLink(place: CodeLocation, template: LineTemplate, text: string): Html {
  const href = toLineAddress(place, template);
  const title = `${place.file}:${place.line}`;
  const isWhole = text === title;
  return href === undefined
    ? html`<span class="place" ${!isWhole && html` title="${title}"`}>${text}</span>`
    : html`<a class="place" href="${href}" ${!isWhole && html` title="${title}"`}>${text}</a>`;
}
