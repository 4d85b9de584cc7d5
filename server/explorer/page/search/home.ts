// Content of the home page: example questions, news, most used modules, and lists of what there is.
import { describePlatform } from "../../../contract/browser/words.js";
import type { ModuleRow } from "../../../contract/shape/module.js";
import type { ModuleHit } from "../../../contract/shape/search.js";
import { renderShelf } from "../names.js";
import { layTable, type Block } from "../../../contract/layout.js";
import { REPOSITORY } from "../../../contract/shape/repository-column.js";
import { renderBlocks } from "../../../faces/page/blocks.js";
import type { Ask } from "../../../routes/ask.js";
import { html, type Html } from "../../../contract/browser/html.js";
import {
  NO_FILTERS,
  toSearchAddress,
  type FilterName,
  type SortName,
} from "../../shared/search-state.js";
import type { SearchLists } from "./search-lists.js";

const MOST_ROWS = 6;

/** Modules of a question. */
const NAMES = 100;

/** Questions of every kind; of each only the first that has an answer here is shown. */
const EXAMPLES = [
  ["queue_job", "rental_core", "base"],
  ["sale.order", "res.partner", "rental.order"],
  ["action_confirm", "name_get", "create"],
  ["commercial_partner_id", "partner_id", "name"],
  ["sale.view_order_form", "base.view_partner_form", "rental_core.rental_order_view_form"],
  ["OCA/queue", "odoo/odoo", "harbor-works/retail"],
  ["odoo-addon-queue_job", "odoo-addon-rental_core"],
] as const;

/** A list of modules with a heading. */
interface Shelf {
  readonly title: string;
  readonly version: string;
  /** Order of the search that has all of them. */
  readonly sort?: SortName;
  readonly modules: readonly Pick<ModuleHit, "technical_name" | "name">[];
}

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
    <div class="shelves">${(await readShelves(ask, lists)).map(renderTitledShelf)}</div>`;
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
    <a href="/registry/models">Look into an installation</a>
    <p>Models, rights, menus and records as all modules together make them.</p>
  </li>
</ul>`;

async function readExamples(ask: Ask): Promise<readonly string[]> {
  const found: string[] = [];
  for (const questions of EXAMPLES) {
    for (const q of questions) {
      const { body } = await ask("/v1/find", { q, limit: 1 });
      if (body.hits[0]?.match !== "typed" && body.hits[0]?.match !== "exact") continue;
      found.push(q);
      break;
    }
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

async function readShelves(ask: Ask, lists: SearchLists): Promise<readonly Shelf[]> {
  const { mainVersion: main } = lists;
  const read = async (
    platform_version: string,
    sort: "dependents" | "updated",
  ): Promise<readonly ModuleHit[]> => {
    const question = { platform_version, sort, installable: true, limit: MOST_ROWS };
    return (await ask("/v1/search", question)).body;
  };
  const shelves: readonly Shelf[] = [
    {
      title: "Required by most modules",
      version: main,
      sort: "most used",
      modules: await read(main, "dependents"),
    },
    {
      title: `Recently updated at ${main}`,
      version: main,
      sort: "last change",
      modules: await read(main, "updated"),
    },
    ...(await readNew(ask, lists)),
  ];
  return shelves.filter(({ modules }) => modules.length > 0);
}

/** New modules at the newest version that has some. */
async function readNew(ask: Ask, { versions }: SearchLists): Promise<readonly Shelf[]> {
  for (const { platform_version: version } of versions.toReversed()) {
    const modules = await readNewAt(ask, version);
    if (modules.length > 0) return [{ title: `New at ${version}`, version, modules }];
  }
  return [];
}

/** Modules that are at no older version, the newest change of code first, then by name. */
async function readNewAt(ask: Ask, platform_version: string): Promise<readonly ModuleRow[]> {
  const rows: ModuleRow[] = [];
  const sought = { platform_version, new: true, installable: true, sort: "name", limit: NAMES };
  for (let offset = 0, total = 1; offset < total; offset += NAMES) {
    const hits = await ask("/v1/search", { ...sought, offset });
    total = hits.total ?? 0;
    const names = [...new Set(hits.body.map(({ technical_name }) => technical_name))].join(",");
    if (names === "") break;
    const { body } = await ask("/v1/modules", { names, platform_version });
    rows.push(...body.filter((row) => row.found));
  }
  return rows.toSorted((left, right) => readChange(right) - readChange(left)).slice(0, MOST_ROWS);
}

function readChange({ last_code_change: change }: ModuleRow): number {
  return change === null ? 0 : Date.parse(`${change}Z`);
}

function renderTitledShelf({ title, version, sort, modules }: Shelf): Html {
  return html`<section>
    <h2>${title}</h2>
    ${renderShelf(modules.map((one) => ({ ...one, platform_version: version })))}
    ${sort !== undefined && html`<p><a href="${toFilter("sort", sort, version)}" data-state>All modules in this order</a></p>`}
  </section>`;
}

function toFilter(name: FilterName, value: string, platform_version: string): string {
  const filters = { ...NO_FILTERS, platform_version, [name]: value };
  return toSearchAddress({ q: "", show: 0, filters });
}
