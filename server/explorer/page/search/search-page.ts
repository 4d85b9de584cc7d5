// The first page: one box, filters as chips, what was found; and, before anything is asked, what there
// is to look through.
import type { PageContent, PageRequest } from "../../page.js";
import { catchProblem, MOST_ROWS } from "../../../contract/browser/ask.js";
import type { Ask } from "../../../routes/ask.js";
import { html, Html } from "../../../contract/browser/html.js";
import { layTable, type Block, type Cell } from "../../../contract/layout.js";
import { renderBlocks } from "../../../faces/page/blocks.js";
import {
  describeMatch,
  describeOutcome,
  renderFailure,
  renderResults,
} from "../../shared/search-results.js";
import { searchModules, type AnyResult } from "../../shared/search.js";
import {
  isIdle,
  parseSearchState,
  settleVersion,
  toSearchAddress,
  withFilter,
  type SearchState,
} from "../../shared/search-state.js";
import { renderHome } from "./home.js";
import { readLists, type Filter, type SearchLists } from "./search-lists.js";

export async function showSearch({ ask, query }: PageRequest): Promise<PageContent> {
  const lists = await readLists(ask);
  const state = settleVersion(parseSearchState(query), lists.mainVersion);
  if (!isIdle(state) && query.get("table") === "results") {
    const all = { ...state, show: MOST_ROWS };
    const { results } = await searchModules(ask, all, lists.mainVersion);
    renderBlocks([layResults(results)], { query });
  }
  const main = html`<h1 class="${isIdle(state) ? "claim" : "claim hidden"}" data-claim>
      Find Odoo modules, models, fields, methods and views
    </h1>
    ${renderForm(state, lists)} ${await renderAnswer(ask, state, lists.mainVersion)}
    ${isIdle(state) && html`<section data-home>${await renderHome(ask, lists, query)}</section>`}`;
  return { title: state.q, main, script: "search", menu: "search" };
}

/** Facts of a result as a file has them. */
function toFileRow(result: AnyResult): Readonly<Record<string, Cell>> {
  if ("hit" in result) {
    const { kind, name, model, label, match, platform_versions: versions } = result.hit;
    return { kind, technical_name: name, platform_version: versions, name: label, model, match };
  }
  const { found: _, carriers: _carriers, ...row } = result.row;
  return { kind: "module", ...row, match: describeMatch(result) };
}

function layResults(results: readonly AnyResult[]): Block {
  const rows = results.map(toFileRow);
  const keys = [...new Set(rows.flatMap(Object.keys))];
  const columns = keys.map((key) => ({ key, value: (row: (typeof rows)[number]) => row[key] }));
  return layTable({ name: "results", rows, columns });
}

async function renderAnswer(ask: Ask, state: SearchState, mainVersion: string): Promise<Html> {
  const outcome = await catchProblem(searchModules(ask, state, mainVersion), renderFailure);
  const isFailure = outcome instanceof Html;
  const said = isFailure ? "" : describeOutcome(state, outcome);
  const shown = isFailure ? outcome : renderResults(state, outcome);
  return html`<p class="status" role="status" data-status>${said}</p>
    <div data-results>${shown}</div>`;
}

function renderForm(state: SearchState, lists: SearchLists): Html {
  return html`<form
    class="search"
    action="/"
    method="get"
    role="search"
    data-search
    data-main-version="${lists.mainVersion}"
  >
    <div class="box">
      <label class="hidden" for="q">What are you looking for?</label>
      <input
        id="q"
        name="q"
        type="search"
        value="${state.q}"
        placeholder="Name, or what you need"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        enterkeyhint="search"
        aria-describedby="how"
        ${isIdle(state) && html` autofocus`}
      />
      <button class="button main">Search</button>
    </div>
    <p id="how" class="hint" data-how${!isIdle(state) && html` hidden`}>
      The name of a module, model, field, method or view, or a description of what you need, in any language.
      Filters: <code>module:mail_* version:${lists.mainVersion}</code>.
    </p>
    <div class="chips">
      ${lists.filters.map((filter) => renderChip(filter, state))}
    </div>
    <noscript
      ><p><button class="button">Apply filters</button></p></noscript
    >
  </form>`;
}

function renderChip({ name, title, values, open = "any" }: Filter, state: SearchState): Html {
  const chosen = state.filters[name];
  // A value may come from an address, and is then shown although no list has it.
  const all = chosen === "" || values.includes(chosen) ? values : [chosen, ...values];
  const options = all.map(
    (value) => html`<option${value === chosen && html` selected`}>${value}</option>`,
  );
  const without = toSearchAddress(withFilter(state, name, ""));
  // A filter without choices can only be cleared.
  const use = values.length === 0 ? "cleared" : "chosen";
  const isHidden = all.length === 0;
  return html`<span
    class="chip${chosen !== "" && " set"}"
    data-chip="${use}"
    ${isHidden && html` hidden`}
    ><label
      ><span class="chip-title">${title}</span>
      <select name="${name}">
        <option value="">${open}</option>
        ${options}
      </select></label
    ><a class="clear" href="${without}" data-clear="${name}" ${chosen === "" && html` hidden`}
      ><span class="hidden">Any ${title.toLowerCase()}</span></a
    ></span
  > `;
}
