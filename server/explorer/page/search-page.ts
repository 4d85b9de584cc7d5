// The first page: one box, filters as chips, what was found; and, before anything is asked, what there
// is to look through.
import type { PageContent, PageRequest } from "../page.js";
import { AskError, toPath, type Ask } from "../shared/ask.js";
import { html, Html } from "../shared/html.js";
import { renderBar } from "../shared/bar.js";
import { describeOutcome, renderFailure, renderResults } from "../shared/search-results.js";
import { searchModules } from "../shared/search.js";
import {
  isIdle,
  NO_FILTERS,
  parseSearchState,
  settleVersion,
  toSearchAddress,
  withFilter,
  type FilterName,
  type SearchState,
} from "../shared/search-state.js";
import { readLists, type SearchLists } from "./search-lists.js";

export async function showSearch({ ask, query }: PageRequest): Promise<PageContent> {
  const lists = await readLists(ask);
  const state = settleVersion(parseSearchState(query), lists.mainVersion);
  const main = html`<h1 class="${isIdle(state) ? "claim" : "claim small"}">
      Find Odoo modules, models, fields, methods and views
    </h1>
    ${renderForm(state, lists)} ${await renderAnswer(ask, state)}
    <section data-home${!isIdle(state) && html` hidden`}>${renderHome(lists)}</section>`;
  return { title: state.q, main, script: "search", menu: "search" };
}

async function renderAnswer(ask: Ask, state: SearchState): Promise<Html> {
  const outcome = await searchModules(ask, state).catch((error: unknown) => {
    if (error instanceof AskError) return renderFailure(error.problem);
    throw error;
  });
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
        placeholder="sale.order, action_confirm, OCA/queue, or: remind customers who have not paid"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        enterkeyhint="search"
        aria-describedby="how"
        ${isIdle(state) && html` autofocus`}
      />
      <button class="button main">Search</button>
    </div>
    <p id="how" class="hint">
      Names of any kind, addresses of repositories, <code>odoo-addon-…</code>, filters such as
      <code>module:mail_* version:17</code>, or what it should do, in any language.
    </p>
    <div class="chips">
      ${lists.filters.map(({ name, title, values }) => renderChip(name, title, values, state))}
    </div>
    <noscript
      ><p><button class="button">Apply filters</button></p></noscript
    >
  </form>`;
}

function renderChip(
  name: FilterName,
  title: string,
  values: readonly string[],
  state: SearchState,
): Html {
  const chosen = state.filters[name];
  // A value may come from an address, and is then shown although no list has it.
  const all = chosen === "" || values.includes(chosen) ? values : [chosen, ...values];
  const options = all.map(
    (value) => html`<option${value === chosen && html` selected`}>${value}</option>`,
  );
  const without = toSearchAddress(withFilter(state, name, ""));
  const isHidden = all.length === 0;
  return html`<span class="chip${chosen !== "" && " set"}" data-chip${isHidden && html` hidden`}
    ><label
      ><span class="chip-title">${title}</span>
      <select name="${name}">
        <option value="">any</option>
        ${options}
      </select></label
    ><a class="clear" href="${without}" data-clear="${name}" ${chosen === "" && html` hidden`}
      ><span class="hidden">Any ${title.toLowerCase()}</span></a
    ></span
  > `;
}

function renderHome({
  versions,
  repositories,
  categories,
  mainVersion,
  modules,
}: SearchLists): Html {
  const toFilter = (name: FilterName, value: string): string =>
    toSearchAddress({
      q: "",
      show: 0,
      filters: { ...NO_FILTERS, platform_version: mainVersion, [name]: value },
    });
  const most = Math.max(...versions.map((row) => row.entries));
  const bars = versions.toReversed().map(({ platform_version, entries, installable }) => {
    const off = entries - installable.entries;
    return html`<tr>
      <th scope="row">
        <a href="${toFilter("platform_version", platform_version)}" data-state
          >${platform_version}</a
        >
      </th>
      <td>${renderBar(installable.entries / most)}</td>
      <td class="number">${entries}</td>
      <td class="hint">${off > 0 && html`${off} not installable`}</td>
    </tr>`;
  });
  // What is counted is what the link shows: entries at that version.
  const ofCategories = categories
    .map(({ name, platform_versions }) => ({ name, count: platform_versions[mainVersion] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((left, right) => right.count - left.count)
    .slice(0, 24)
    .map(({ name, count }) => renderCount(toFilter("category", name), name, count, true));
  const kept = repositories.filter((row) => row.modules > 0);
  const ofRepositories = kept.map(({ organization, repository, modules: count }) =>
    renderCount(toPath("repo", repository), `${organization}/${repository}`, count, false),
  );
  return html`<p class="lead">
      ${modules.toLocaleString("en")} modules of ${kept.length} repositories, at ${versions.length}
      platform versions.
    </p>
    <div class="columns">
      <section>
        <h2>Platform versions</h2>
        <table class="bars">
          <caption class="hidden">
            Modules at each platform version, in all repositories
          </caption>
          <tbody>
            ${bars}
          </tbody>
        </table>
      </section>
      <section>
        <h2>Categories at ${mainVersion}</h2>
        <ul class="counts">
          ${ofCategories}
        </ul>
      </section>
    </div>
    <section>
      <h2>Repositories</h2>
      <ul class="counts wide-list">
        ${ofRepositories}
      </ul>
    </section>`;
}

function renderCount(href: string, text: string, count: number, isState: boolean): Html {
  return html`<li>
    <a href="${href}" ${isState && html` data-state`}>${text}</a>
    <span class="number">${count}</span>
  </li>`;
}
