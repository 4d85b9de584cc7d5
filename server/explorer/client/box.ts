// The search box in the header of pages: suggests while one types, and is a key away. Enter leads to all results,
// as it does without this.
import { createAsk, createKeys, getElement, recall, setMarkup } from "./browser.js";
import type { FindHit, FoundHits } from "../../contract/shape/find.js";
import { toQuery } from "../../contract/browser/ask.js";
import { html, type Html } from "../../contract/browser/html.js";
import { nameKind, renderIcon } from "../shared/icons.js";

const form = getElement("[data-find]", HTMLFormElement);
const box = getElement("#find-box", HTMLInputElement);
const found = getElement("[data-found]", HTMLElement);

/** Between the last key and the question. */
const TYPING_PAUSE_MS = 120;

if (box.value === "") box.value = recall();

let asked = new AbortController();
let typing: ReturnType<typeof setTimeout> | undefined;

function hide(): void {
  clearTimeout(typing);
  asked.abort();
  found.hidden = true;
}

async function suggest(): Promise<void> {
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  const q = box.value.trim();
  if (q === "") return hide();
  try {
    const ask = createAsk(signal);
    const { body } = await ask("/v1/find", { q, limit: MOST_SUGGESTIONS });
    if (signal.aborted) return;
    setMarkup(found, renderSuggestions(body));
    found.hidden = false;
  } catch {
    // Suggestions are no answer: Enter leads to the page that says what is wrong.
    if (!signal.aborted) found.hidden = true;
  }
}

box.addEventListener("input", () => {
  recall(box.value);
  clearTimeout(typing);
  typing = setTimeout(() => void suggest(), TYPING_PAUSE_MS);
});

form.addEventListener("focusout", (event) => {
  if (!(event.relatedTarget instanceof Node && form.contains(event.relatedTarget))) hide();
});

createKeys(box, found, "a");

/** Escape leads back to the box from what is suggested. */
form.addEventListener("keydown", ({ key }) => {
  if (found.hidden || key !== "Escape") return;
  box.focus();
  hide();
});

/** Suggestions that fit without scrolling. */
const MOST_SUGGESTIONS = 8;

function renderSuggestions({ q, hits, platform_module: ofOdoo }: FoundHits): Html {
  return html`<ul>
    ${
      ofOdoo !== undefined &&
      html`<li class="hint"><code>${ofOdoo.technical_name}</code> is a module of Odoo, not indexed here</li>`
    }
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
