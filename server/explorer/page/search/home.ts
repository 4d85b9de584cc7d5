// Content of the home page: example questions, news, most used modules, and lists of what there is.
import { describePlatform } from "../../../contract/browser/words.js";
import { renderShelf } from "../names.js";
import { layTable, type Block } from "../../../contract/layout.js";
import { REPOSITORY } from "../../../contract/shape/repository-column.js";
import { renderBlocks } from "../../../faces/page/blocks.js";
import type { Ask } from "../../../routes/ask.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import { NO_FILTERS, toSearchAddress, type FilterName } from "../../shared/search-state.js";
import type { SearchLists } from "./search-lists.js";

const MOST_ROWS = 6;

/** Routes whose link to try has a name for the box. */
const NAMED = /^\/v1\/(?:(?:module|model|view|repo)|(?:field|method)\/[^/]+)\/[^/?]+$/;

/** Cached home page of the last snapshot: it takes a hundred questions. */
let kept: { readonly snapshotId: string; readonly home: Html } | undefined;

/** Home page; the same for the same snapshot, but for the part of a table that the query names. */
export async function renderHome(
  ask: Ask,
  lists: SearchLists,
  query: URLSearchParams,
): Promise<Html> {
  const { id: snapshotId } = lists.overview;
  if (kept?.snapshotId !== snapshotId) kept = { snapshotId, home: await makeHome(ask, lists) };
  return html`${kept.home}${renderBlocks(layLists(lists), { query })}
    <p class="hint">${describePlatform(lists.overview)}</p>`;
}

const layLists = ({
  versions,
  categories,
  repositories,
  mainVersion,
}: SearchLists): readonly Block[] => [
  layTable({
    name: "versions",
    title: "Odoo versions",
    rows: versions.toReversed(),
    columns: [
      {
        key: "platform_version",
        title: "Odoo",
        href: (_, version) => toFilter("platform_version", version, version),
      },
      { key: "modules", value: (row) => row.entries },
      {
        key: "not_installable",
        title: "Not installable",
        value: ({ entries, installable }) => entries - installable.entries || null,
      },
    ],
  }),
  layTable({
    name: "categories",
    title: `Categories at ${mainVersion}`,
    isFolded: true,
    rows: categories
      .map(({ name, platform_versions }) => ({
        name,
        modules: platform_versions[mainVersion] ?? 0,
      }))
      .filter(({ modules }) => modules > 0)
      .toSorted((left, right) => right.modules - left.modules),
    columns: [
      {
        key: "name",
        title: "Category",
        href: (_, name) => toFilter("category", name, mainVersion),
      },
      "modules",
    ],
  }),
  layTable({
    name: "repositories",
    isFolded: true,
    rows: repositories,
    columns: [REPOSITORY, "modules", "last_commit"],
  }),
];

async function makeHome(ask: Ask, lists: SearchLists): Promise<Html> {
  const { versions, overview } = lists;
  const oldest = versions[0]?.platform_version ?? "";
  const newest = versions.at(-1)?.platform_version ?? "";
  return html`${renderExamples(await readExamples(ask))}
    <p class="lead">
      ${overview.modules.toLocaleString("en")} Odoo modules of ${overview.repositories} repositories, from Odoo
      ${oldest} to ${newest}.
    </p>
    ${DOORS}
    <div class="shelves">${await renderShelves(ask, lists.mainVersion)}</div>`;
}

/** Links to the other features. */
const DOORS = html`<ul class="doors">
  <li class="card">
    <a href="/plan">Plan an installation</a>
    <p>Paste a list of modules: load order, what is missing, commands to install it.</p>
  </li>
  <li class="card">
    <a href="/migrate">Migrate to another version</a>
    <p>What is ported, what became of the rest, and what it takes to port it.</p>
  </li>
  <li class="card">
    <a href="/registry/models">Models of an installation</a>
    <p>Models, rights, menus and records as all modules together make them.</p>
  </li>
</ul>`;

/** Names of the index of every kind, as the interface has them for links to try. */
async function readExamples(ask: Ask): Promise<readonly string[]> {
  const { body } = await ask("/v1", {});
  const names = body.routes
    .filter(({ href }) => NAMED.test(href))
    .map(({ href }) => href.split("/").slice(3).map(decodeURIComponent).join("."));
  const found: string[] = [];
  for (const q of names) {
    const { hits } = (await ask("/v1/find", { q, limit: 1 })).body;
    if (hits[0]?.match === "typed" || hits[0]?.match === "exact") found.push(q);
  }
  return found;
}

function renderExamples(questions: readonly string[]): Html | false {
  const links = questions.map(
    (q) =>
      html`<li>
        <a href="${toSearchAddress({ q, show: 0, filters: NO_FILTERS })}" data-state
          ><code>${q}</code></a
        >
      </li>`,
  );
  return (
    links.length > 0 &&
    html`<div class="examples">
      <h2>For example</h2>
      <ul class="inline">
        ${links}
      </ul>
    </div>`
  );
}

const SHELVES = [
  ["Most required modules", "dependents", "most used"],
  ["Recently updated", "updated", "last change"],
] as const;

async function renderShelves(ask: Ask, main: string): Promise<readonly Piece[]> {
  return Promise.all(
    SHELVES.map(async ([title, sort, order]) => {
      const question = { platform_version: main, sort, installable: true, limit: MOST_ROWS };
      const { body } = await ask("/v1/search", question);
      return (
        body.length > 0 &&
        html`<section>
          <h2>${title} at ${main}</h2>
          ${renderShelf(body.map((one) => ({ ...one, platform_version: main })))}
          <p><a href="${toFilter("sort", order, main)}" data-state>All modules in this order</a></p>
        </section>`
      );
    }),
  );
}

function toFilter(name: FilterName, value: string, platform_version: string): string {
  const filters = { ...NO_FILTERS, platform_version, [name]: value };
  return toSearchAddress({ q: "", show: 0, filters });
}
