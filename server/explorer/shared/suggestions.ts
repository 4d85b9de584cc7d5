// What is suggested while one types into the box of a page: a few of the hits, each with where it leads.
import type { FindHit, FoundHits } from "../../contract/shape/find.js";
import { toQuery } from "../../contract/browser/ask.js";
import { html, type Html } from "../../contract/browser/html.js";
import { nameKind, renderIcon } from "./icons.js";

/** As many as are seen without scrolling. */
export const MOST_SUGGESTIONS = 8;

export function renderSuggestions({ q, hits }: FoundHits): Html {
  return html`<ul>
    ${hits.map((hit) => html`<li>${renderSuggestion(hit)}</li> `)}
    <li><a href="/${toQuery({ q })}">All results for “${q}”</a></li>
  </ul>`;
}

function renderSuggestion({ kind, name, model, label, page }: FindHit): Html {
  const said = kind === "module" ? label : "";
  return html`<a href="${page}"
    >${renderIcon(kind)}<code>${model !== null && html`${model}.`}${name}</code>
    <span class="hint">${nameKind(kind).toLowerCase()}${said !== "" && html` · ${said}`}</span></a
  >`;
}
