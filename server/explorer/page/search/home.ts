// Content of the home page: index, example questions, news, most used modules, and versions.
import { describePlatform } from "../../../contract/browser/words.js";
import type { ModuleRow } from "../../../contract/shape/module.js";
import type { ModuleHit } from "../../../contract/shape/search.js";
import { renderShelf } from "../names.js";
import { renderBar } from "../../shared/icons.js";
import { layTable, type Block } from "../../../contract/layout.js";
import { REPOSITORY } from "../../../contract/shape/repository-column.js";
import { renderBlocks } from "../../../faces/page/blocks.js";
import type { Ask } from "../../../routes/ask.js";
import { html, type Html } from "../../../contract/browser/html.js";
import { NO_FILTERS, toSearchAddress, type FilterName } from "../../shared/search-state.js";
import type { SearchLists } from "./search-lists.js";

const MOST_ROWS = 6;

/** Modules of a question. */
const NAMES = 100;

const MOST_CATEGORIES = 18;

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
  readonly modules: readonly Pick<ModuleHit, "technical_name" | "name">[];
}

/** Cached home page of the last snapshot: it takes a hundred questions. */
let kept: { readonly snapshotId: string; readonly home: Html } | undefined;

/** Home page; the same for the same snapshot, but for the part of its table that the query names. */
export async function renderHome(
  ask: Ask,
  lists: SearchLists,
  query: URLSearchParams,
): Promise<Html> {
  const { id: snapshotId } = lists.overview;
  if (kept?.snapshotId !== snapshotId) kept = { snapshotId, home: await makeHome(ask, lists) };
  return html`${kept.home}${renderBlocks([layRepositories(lists)], { query })}`;
}

const layRepositories = ({ repositories }: SearchLists): Block =>
  layTable({
    name: "repositories",
    isFolded: true,
    rows: repositories.filter(({ modules }) => modules > 0),
    columns: [REPOSITORY, "modules"],
  });

async function makeHome(ask: Ask, lists: SearchLists): Promise<Html> {
  const { versions, mainVersion, overview } = lists;
  const oldest = versions[0]?.platform_version ?? "";
  const newest = versions.at(-1)?.platform_version ?? "";
  return html`${renderExamples(await readExamples(ask))}
    <p class="lead">
      ${overview.modules.toLocaleString("en")} Odoo modules of ${overview.repositories} repositories, from Odoo
      ${oldest} to ${newest}.
    </p>
    ${DOORS}
    <div class="shelves">${(await readShelves(ask, lists)).map(renderTitledShelf)}</div>
    <div class="columns">
      <section>
        <h2>Odoo versions</h2>
        ${renderVersions(lists)}
        <p class="hint">${describePlatform(overview)}</p>
      </section>
      <section>
        <h2>Categories at ${mainVersion}</h2>
        <ul class="counts">
          ${listCategories(lists)}
        </ul>
      </section>
    </div>`;
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
  return [
    {
      title: `Most used at ${main}`,
      version: main,
      modules: await read(main, "dependents"),
    },
    { title: `Recently updated at ${main}`, version: main, modules: await read(main, "updated") },
    ...(await readNew(ask, lists)),
  ].filter(({ modules }) => modules.length > 0);
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

function renderTitledShelf({ title, version, modules }: Shelf): Html {
  return html`<section>
    <h2>${title}</h2>
    ${renderShelf(modules.map((one) => ({ ...one, platform_version: version })))}
  </section>`;
}

function renderVersions({ versions }: SearchLists): Html {
  const most = Math.max(...versions.map((row) => row.entries));
  const rows = versions.toReversed().map(({ platform_version, entries, installable }) => {
    const off = entries - installable.entries;
    return html`<tr>
      <th scope="row">
        <a href="${toFilter("platform_version", platform_version, platform_version)}" data-state
          >${platform_version}</a
        >
      </th>
      <td>${renderBar(installable.entries / most)}</td>
      <td class="number">${entries.toLocaleString("en")}</td>
      <td class="hint">${off > 0 && html`${off} not installable`}</td>
    </tr>`;
  });
  return html`<table class="bars">
    <caption class="hidden">
      Modules at each Odoo version, in all repositories
    </caption>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

/** Counts match the linked list: entries at that version. */
function listCategories({ categories, mainVersion }: SearchLists): readonly Html[] {
  return categories
    .map(({ name, platform_versions }) => ({ name, count: platform_versions[mainVersion] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((left, right) => right.count - left.count)
    .slice(0, MOST_CATEGORIES)
    .map(({ name, count }) => renderCount(toFilter("category", name, mainVersion), name, count));
}

function toFilter(name: FilterName, value: string, platform_version: string): string {
  const filters = { ...NO_FILTERS, platform_version, [name]: value };
  return toSearchAddress({ q: "", show: 0, filters });
}

function renderCount(href: string, text: string, count: number): Html {
  return html`<li>
    <a href="${href}" data-state>${text}</a>
    <span class="number">${count.toLocaleString("en")}</span>
  </li>`;
}
