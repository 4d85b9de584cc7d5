// Results of a search as markup: the kind of each thing, its repository, and the reason for the hit.
import type { UnknownValue } from "../../contract/shape/search.js";
import { toPath, toQuery, type ProblemBody } from "../../contract/browser/ask.js";
import { formatCount } from "../../contract/browser/words.js";
import { renderFacets } from "./facets.js";
import { nameKind, renderIcon } from "./icons.js";
import { html, NOTHING, type Html } from "../../contract/browser/html.js";
import type { OtherResult, SearchOutcome, SearchResult } from "./search.js";
import {
  canShowMore,
  FILTER_NAMES,
  FIRST_SHOWN,
  isIdle,
  NO_FILTERS,
  showMore,
  toSearchAddress,
  withFilter,
  type FilterName,
  type SearchState,
} from "./search-state.js";

export function renderResults(state: SearchState, outcome: SearchOutcome): Html {
  if (isIdle(state)) return NOTHING;
  const { results, unknown, facets, notes = [], isExplained = false } = outcome;
  return html`<div class="beside">
    <div>
      ${notes.map((note) => html`<p class="notice">${note}</p> `)}
      ${results.length > 0 ? renderList(state, outcome) : !isExplained && renderNone(state, unknown)}
    </div>
    ${facets !== undefined && renderFacets(state, facets)}
  </div>`;
}

function renderList(state: SearchState, { results, hasMore }: SearchOutcome): Html {
  const address = toSearchAddress({ ...state, show: FIRST_SHOWN });
  const words = listWords(state.q);
  return html`<ol class="results">
      ${results.map((one) => ("hit" in one ? renderOther(one, words) : renderResult(one, words)))}
    </ol>
    ${
      hasMore &&
      canShowMore(state) &&
      html`<p class="more">
        <a class="button" href="${toSearchAddress(showMore(state))}" data-state>Show more</a>
      </p>`
    }
    <ul class="inline formats" aria-label="Download as">
      ${["JSON", "CSV"].map((form) => html`<li><a href="${`${address}&table=results&as=${form.toLowerCase()}`}" rel="nofollow">${form}</a></li> `)}
    </ul>`;
}

/** Summary for screen readers. */
export function describeOutcome(state: SearchState, outcome: SearchOutcome): string {
  const { results, total, isMixed = false, isCut = false } = outcome;
  if (isIdle(state)) return "";
  if (results.length === 0) return "Nothing found";
  const { length } = results;
  const what = isMixed ? "result" : "module";
  const named = `${what}${total === 1 ? "" : "s"}`;
  const first = isCut ? "the first " : "";
  return total > length ? `${length} of ${first}${total} ${named}` : `${length} ${named}`;
}

/** Reason for a missing list; the browser shows the button. */
export function renderFailure({ title, detail, errors = [] }: ProblemBody): Html {
  const faults = errors.map((one) => html`<code>${one.parameter}</code> ${one.detail}. `);
  return html`<div class="notice" role="alert">
    <p><strong>${title}.</strong> ${faults.length > 0 ? faults : detail}</p>
    <button type="button" class="button" data-retry hidden>Try again</button>
  </div>`;
}

/** Filter of the page for a parameter of the interface. */
function findFilter(parameter: string): FilterName | undefined {
  const name = parameter === "development_status" ? "maturity" : parameter;
  return FILTER_NAMES.find((one) => one === name);
}

function renderUnknown(state: SearchState, { parameter, value, known }: UnknownValue): Html {
  const filter = findFilter(parameter);
  const title = filter === "platform_version" ? "version" : (filter ?? parameter);
  const links = known.map((one, at) => {
    const before = at === 0 ? " " : ", ";
    if (filter === undefined) return html`${before}${one}`;
    return html`${before}<a href="${toSearchAddress(withFilter(state, filter, one))}" data-state>${one}</a>`;
  });
  return html`<li>
    No module has the ${title} “${value}”.${links.length > 0 && html` There is${links}.`}
  </li>`;
}

function renderNone(state: SearchState, unknown: SearchOutcome["unknown"]): Html {
  const isNarrowed = Object.values(state.filters).some((value) => value !== "");
  const open = toSearchAddress({ ...state, filters: NO_FILTERS });
  return html`<div class="notice">
    <p><strong>Nothing found.</strong></p>
    <ul>
      ${unknown.map((one) => renderUnknown(state, one))}
      ${isNarrowed && html`<li><a href="${open}" data-state>Search without filters</a></li>`}
      <li>
        A module may exist elsewhere: only the indexed repositories are searched.
      </li>
    </ul>
  </div>`;
}

function renderOther({ hit }: OtherResult, words: readonly string[]): Html {
  const { kind, name, model, label, page, counts, platform_versions: versions } = hit;
  const { models, modules = 0 } = counts;
  const [oldest = ""] = versions;
  const newest = versions.at(-1) ?? "";
  return html`<li class="result">
    <div class="what">
      <h2>
        ${renderIcon(kind)}<a href="${page}">${model !== null && html`${model}.`}${mark(name, words)}</a>
      </h2>
      <span class="kind">${nameKind(kind)}</span>
      ${label !== "" && html`<p class="summary">${label}</p>`}
    </div>
    <p class="facts">
      <span>${oldest === newest ? oldest : `${oldest} to ${newest}`}</span
      ><span
        >${models !== undefined && `${formatCount(models, "model")} in `}${formatCount(modules, "module")}</span
      >${renderWhy(FOUND[hit.match])}
    </p>
  </li>`;
}

function renderResult(result: SearchResult, words: readonly string[]): Html {
  const { row } = result;
  const provider = toQuery({ org: row.organization, repo: row.repository });
  const address = toPath("module", row.technical_name, row.platform_version);
  const href = row.providers.length > 1 ? address + provider : address;
  return html`<li class="result">
    <div class="what">
      <h2>${renderIcon("module")}<a href="${href}">${mark(row.name, words)}</a></h2>
      <code>${mark(row.technical_name, words)}</code>
      ${!row.installable && html`<span class="badge bad">not installable</span>`}
      ${row.summary !== "" && html`<p class="summary">${mark(row.summary, words)}</p>`}
    </div>
    <p class="facts">
      ${renderProviders(result)}${row.dependents > 0 && html`<span>${formatCount(row.dependents, "direct dependent")} at any version</span>`}${row.update_date !== null && html`<span>${row.update_date.slice(0, 10)}</span>`}${renderWhy(describeMatch(result))}
    </p>
  </li>`;
}

/** Most results match by meaning, so that they need no reason. */
const renderWhy = (why: string): Html | false =>
  why !== "" && why !== FOUND.meaning && html`<span class="why">${why}</span>`;

/** Limit of a repository's version badges beside a result; the rest is a number. */
const MOST_BADGES = 5;

/** Newest first; the version of the module stands beside that at which the row is. */
function renderProviders({ row, where }: SearchResult): Html {
  const rows = Object.entries(where.versions).map(([provider, versions]) => {
    const [org = "", repo = ""] = provider.split("/");
    const query = Object.keys(where.versions).length > 1 ? toQuery({ org, repo }) : "";
    const isRow = provider === `${row.organization}/${row.repository}`;
    const shown = versions.slice(-MOST_BADGES);
    const more = versions.length - shown.length;
    const links = shown.toReversed().map((version) => {
      const href = toPath("module", row.technical_name, version) + query;
      const isOff = where.not_installable[provider]?.includes(version);
      const release = isRow && version === row.platform_version ? row.version : "";
      return html`<a class="version${isOff && " off"}" href="${href}"${isOff && html` title="Not installable at ${version}"`}>${version}${release && html` <small>${release}</small>`}${isOff && html`<span class="hidden"> not installable</span>`}</a> `;
    });
    const original = where.copy_of[provider];
    return html`<span class="place"><span class="provider">${provider}</span>${original && html` <small>copy of ${original}</small>`} ${links}${more > 0 && html`<span class="more-versions">+${more}</span>`}</span>`;
  });
  return html`${rows}`;
}

/** Reasons for a hit; `fields` tells those in texts. */
const FOUND = {
  typed: "exact match",
  exact: "exact match",
  prefix: "name starts with it",
  word: "contains your words",
  substring: "technical name contains it",
  words: "technical name contains your words",
  typo: "similar spelling",
  meaning: "matches the meaning",
} as const;

/** Empty where only filters were given. */
export function describeMatch({ match, fields, score }: SearchResult): string {
  if (match === undefined) return score === undefined ? "" : FOUND.meaning;
  const [best] = fields;
  if (match === "exact" || best === undefined) return FOUND[match];
  return `match in ${best.replace("_", " ")}`;
}

/** Questions of many words: shorter words are not worth showing. */
const MANY_WORDS = 4;
const LEAST_LETTERS = { few: 2, many: 4 } as const;

/** The words that are marked where they occur, in lower case. */
export function listWords(q: string): readonly string[] {
  const words = q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const least = LEAST_LETTERS[words.length < MANY_WORDS ? "few" : "many"];
  return [...new Set(words)].filter((word) => word.length >= least);
}

/** The text with the parts marked where a word stands, as far as case alone differs. */
export function mark(text: string, words: readonly string[]): Html {
  const lower = text.toLowerCase();
  // Some letters change their length with their case; then positions in the one are none in the other.
  if (words.length === 0 || lower.length !== text.length) return html`${text}`;
  const pattern = new RegExp(words.toSorted((a, b) => b.length - a.length).join("|"), "gu");
  const pieces: Html[] = [];
  let end = 0;
  for (const { 0: word, index } of lower.matchAll(pattern)) {
    const found = text.slice(index, index + word.length);
    pieces.push(html`${text.slice(end, index)}<mark>${found}</mark>`);
    end = index + word.length;
  }
  return html`${pieces}${text.slice(end)}`;
}
