// What a search found, as markup: what each thing is, where it is, and why it was found.
import type { UnknownValue } from "../../interface/shape/search.js";
import { toPath, toQuery, type ProblemBody } from "./ask.js";
import { renderBar } from "./bar.js";
import { html, NOTHING, type Html } from "./html.js";
import type { OtherResult, SearchOutcome, SearchResult } from "./search.js";
import {
  canShowMore,
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
  if (outcome.results.length === 0) {
    return html`${renderNone(state, outcome.unknown)}${renderNearWords(state, outcome.nearWords)}`;
  }
  const words = listWords(state.q);
  return html`<ol class="results">
      ${outcome.results.map((one) => ("hit" in one ? renderOther(one, words) : renderResult(one, words)))}
    </ol>
    ${
      outcome.hasMore &&
      canShowMore(state) &&
      html`<p class="more">
        <a class="button" href="${toSearchAddress(showMore(state))}" data-state>Show more</a>
      </p>`
    }${renderNearWords(state, outcome.nearWords)}`;
}

/** Each leads to the same search for it. */
function renderNearWords(state: SearchState, words: readonly string[]): Html | false {
  return (
    words.length > 0 &&
    html`<p class="hint">
      Not what you meant? Near words of names:
      ${words.map(
        (word, at) =>
          html`${at > 0 && ", "}<a href="${toSearchAddress({ ...state, q: word })}" data-state>${word}</a>`,
      )}
    </p>`
  );
}

/** One sentence for who cannot see the list. */
export function describeOutcome(
  state: SearchState,
  { results, total, hasMore }: SearchOutcome,
): string {
  if (isIdle(state)) return "";
  if (results.length === 0) return "Nothing found";
  const { length } = results;
  const what = results.some((one) => "hit" in one) ? "result" : "module";
  const named = `${what}${(total ?? length) === 1 ? "" : "s"}`;
  if (total !== undefined && total > length) return `${length} of ${total} ${named}`;
  return hasMore ? `The first ${length} ${named}` : `${length} ${named}`;
}

/** Why there is no list; the browser shows the button. */
export function renderFailure({ title, detail }: ProblemBody): Html {
  return html`<div class="notice" role="alert">
    <p><strong>${title}.</strong> ${detail}</p>
    <button type="button" class="button" data-retry hidden>Try again</button>
  </div>`;
}

/** What the filters of the page are called. */
const PARAMETER_TITLES: Readonly<Record<string, string>> = {
  platform_version: "version",
  development_status: "maturity",
};

/** Which filter of the page a parameter of the interface is. */
const FILTERS_OF: Readonly<Record<string, FilterName>> = {
  platform_version: "platform_version",
  category: "category",
  license: "license",
  development_status: "maturity",
};

function renderUnknown(state: SearchState, { parameter, value, known }: UnknownValue): Html {
  const filter = FILTERS_OF[parameter];
  const links = known.map((one, at) => {
    const before = at === 0 ? " " : ", ";
    if (filter === undefined) return html`${before}${one}`;
    return html`${before}<a href="${toSearchAddress(withFilter(state, filter, one))}" data-state>${one}</a>`;
  });
  return html`<li>
    No module has the ${PARAMETER_TITLES[parameter] ?? parameter} “${value}”.${links.length > 0 && html` There is${links}.`}
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
        That a module is not here does not say that it does not exist: only the repositories of this
        index were read.
      </li>
    </ul>
  </div>`;
}

/** Of what is no module: what it is called. */
const KINDS = {
  module: "Module",
  repository: "Repository",
  model: "Model",
  field: "Field",
  method: "Method",
  view: "View",
  author: "Author",
  category: "Category",
} as const;

function renderOther({ hit }: OtherResult, words: readonly string[]): Html {
  const { kind, name, model, label, page, counts, platform_versions: versions } = hit;
  const { models, modules = 0 } = counts;
  const [oldest = ""] = versions;
  const newest = versions.at(-1) ?? "";
  return html`<li class="result">
    <h2>
      <a href="${page}">${model !== null && html`${model}.`}${mark(name, words)}</a>
      <span class="badge">${KINDS[kind]}</span>
    </h2>
    <p class="facts">
      ${models !== undefined && html`<span>${count(models, "model")}</span>`}<span
        >${count(modules, "module")}</span
      ><span>${oldest === newest ? oldest : `${oldest} to ${newest}`}</span
      >${label !== "" && html`<span>${label}</span>`}
    </p>
  </li>`;
}

function count(number: number, word: string): string {
  return `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;
}

function renderResult(result: SearchResult, words: readonly string[]): Html {
  const { row, score } = result;
  const place = toQuery({ org: row.organization, repo: row.repository });
  const address = toPath("module", row.technical_name, row.platform_version);
  const href = row.carriers.length > 1 ? address + place : address;
  const facts = [row.category, row.license, row.development_status ?? ""];
  return html`<li class="result">
    <h2>
      <a href="${href}">${mark(row.name, words)}</a> <code>${mark(row.technical_name, words)}</code>
    </h2>
    ${row.summary !== "" && html`<p class="summary">${mark(row.summary, words)}</p>`}
    <p class="places">${renderProviders(result)}</p>
    <p class="facts">
      ${!row.installable && html`<span class="badge bad">not installable</span>`}${facts.filter((fact) => fact !== "").map((fact) => html`<span>${fact}</span>`)}<span
        >changed ${row.update_date.slice(0, 10)}</span
      >
    </p>
    <p class="why">
      ${score !== undefined && html`${renderBar(score)}<span>Relevance ${Math.round(score * 100)} %</span> `}${describeMatch(result, words)}
    </p>
  </li>`;
}

function renderProviders({ row, where }: SearchResult): Html {
  const rows = Object.entries(where.versions).map(([provider, versions]) => {
    const [org = "", repo = ""] = provider.split("/");
    const query = Object.keys(where.versions).length > 1 ? toQuery({ org, repo }) : "";
    const links = versions.toReversed().map((version) => {
      const href = toPath("module", row.technical_name, version) + query;
      const isOff = where.not_installable[provider]?.includes(version) === true;
      return html`<a class="version${isOff && " off"}" href="${href}"${isOff && html` title="Not installable at ${version}"`}>${version}${isOff && html`<span class="hidden"> not installable</span>`}</a> `;
    });
    return html`<span class="place"><span class="provider">${provider}</span> ${links}</span>`;
  });
  return html`${rows}`;
}

const MATCHES = {
  typed: "is what you typed",
  exact: "is what you typed",
  prefix: "begins with what you typed",
  word: "has a word that begins so",
  substring: "contains what you typed",
  words: "has the words that you typed",
  typo: "is spelt nearly so",
} as const;

/** Of what the one box found, whose fields are not told. */
const FOUND = {
  exact: "Its name is what you typed",
  typed: "What you typed",
  prefix: "Its name begins with what you typed",
  word: "Your words are in it",
  substring: "Its technical name contains what you typed",
  words: "Its technical name has the words that you typed",
  typo: "Its technical name is spelt nearly so",
  meaning: "Near in meaning",
} as const;

const FIELD_TITLES: Readonly<Record<string, string>> = {
  technical_name: "technical name",
  name: "name",
  summary: "summary",
  description: "description",
};

/** Why the module is in the list; empty where only filters were given. */
export function describeMatch(result: SearchResult, words: readonly string[]): string {
  const { match, fields, score, row } = result;
  if (score !== undefined) {
    const own = `${row.name} ${row.technical_name}`.toLowerCase();
    const shared = words.filter((word) => own.includes(word));
    const verbatim = shared.length === 0 ? "" : `; its names have “${shared.join("”, “")}”`;
    return `Near in meaning, ${Math.round(score * 100)} of 100${verbatim}`;
  }
  if (match === undefined) return "";
  if (fields.length === 0 || match === "meaning") return FOUND[match];
  const titles = fields.map((field) => FIELD_TITLES[field] ?? field);
  if (titles.length === 1 && fields[0] === "technical_name") {
    return `Its technical name ${MATCHES[match]}`;
  }
  return `Your words are in its ${titles.join(", ")}`;
}

/** Of a question in whole sentences shorter words say too little to be shown. */
const MANY_WORDS = 4;
const LEAST_LETTERS = { few: 2, many: 4 } as const;

/** The words that are marked where they occur, in lower case. */
export function listWords(q: string): readonly string[] {
  const words = q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const least = LEAST_LETTERS[words.length < MANY_WORDS ? "few" : "many"];
  return [...new Set(words)].filter((word) => word.length >= least);
}

/** The text with the places marked where a word stands, as far as case alone differs. */
export function mark(text: string, words: readonly string[]): Html {
  const lower = text.toLowerCase();
  // Some letters change their length with their case; then no place of the one is one of the other.
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
