// A repository: which of its modules exist at which platform version, as a picture, and what is still to
// come from one version to another.
import { readAllParts, toPath } from "../../../contract/browser/ask.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import { formatCount } from "../../../contract/browser/words.js";
import { layTable } from "../../../contract/layout.js";
import { comparePlatformVersions } from "../../../contract/read-parameters.js";
import type { RepositorySummary } from "../../../contract/shape/browse.js";
import { layCoverage } from "../../../contract/shape/coverage.js";
import { REPOSITORY } from "../../../contract/shape/repository-column.js";
import { renderBlocks, renderFormats } from "../../../faces/page/blocks.js";
import { breakName, join } from "../../../faces/page/pieces.js";
import type { Ask } from "../../../routes/ask.js";
import { readPart, type PageContent, type PageRequest, readVersion } from "../../page.js";
import { renderIcon, renderBar } from "../../shared/icons.js";
import { NO_FILTERS, toSearchAddress } from "../../shared/search-state.js";
import { renderSelect } from "../question/fields.js";
import { describePresences, readPresences, renderPresence } from "../version-strip.js";

/** Technical name → platform version → whether it can be installed there. */
type Modules = ReadonlyMap<string, ReadonlyMap<string, boolean>>;

export async function showRepository(request: PageRequest): Promise<PageContent> {
  const { ask } = request;
  const question = { repo_name: readPart(request, "name"), org: request.path.organization };
  const { body: all } = await ask("/v1/repo/{repo_name}", question);
  const [organization = "", ...others] = Object.keys(all.organizations);
  const { body: summary } =
    others.length === 0
      ? { body: all }
      : await ask("/v1/repo/{repo_name}", { repo_name: all.name, org: organization });
  const counts = summary.organizations[organization] ?? {};
  const modules = await readModules(ask, summary.name, organization, Object.keys(counts));
  const picture = {
    organization,
    counts,
    installable: summary.installable[organization] ?? {},
    names: [...modules.keys()],
    findPresence: await readPresences(ask, modules, Object.keys(counts)),
  };
  const title = `${organization}/${summary.name}`;
  const alike = layTable({
    name: "alike",
    title: "Other repositories of this name",
    rows: others.map((one) => ({ organization: one, repository: all.name })),
    columns: [REPOSITORY],
  });
  const main = html`<h1>${renderIcon("repository")} ${title}</h1>
    ${others.length > 0 && html`<p class="hint"><a href="#table-alike">${formatCount(others.length, "other repository", "other repositories")} of this name</a></p>`}
    ${await renderAbout(ask, summary, organization)} ${renderPicture(picture, request.query)}
    ${await renderComing(request, summary, organization)}
    ${others.length > 0 && renderBlocks([alike], { query: request.query })}`;
  const about = `Modules of ${title} by Odoo version: what exists, what it is for, what is to be ported.`;
  return { title, about, main };
}

/** Rows of one question, which the interface gives at most. */
const ROWS = 200;

async function readModules(
  ask: Ask,
  repository: string,
  organization: string,
  versions: readonly string[],
): Promise<Modules> {
  const modules = new Map<string, Map<string, boolean>>();
  for (const platform_version of versions) {
    const filters = { platform_version, organization, repository, sort: "name" };
    const { body } = await readAllParts("", ROWS, (part) =>
      ask("/v1/search", { ...filters, ...part }),
    );
    for (const { technical_name: name, installable } of body) {
      const known = modules.get(name) ?? new Map<string, boolean>();
      modules.set(name, known.set(platform_version, installable));
    }
  }
  return new Map([...modules].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

interface Picture {
  readonly organization: string;
  /** Number of entries by platform version. */
  readonly counts: Readonly<Record<string, number>>;
  /** Installable modules. */
  readonly installable: Readonly<Record<string, number>>;
  /** In their order. */
  readonly names: readonly string[];
  readonly findPresence: Awaited<ReturnType<typeof readPresences>>;
}

function renderPicture(picture: Picture, query: URLSearchParams): Html {
  const { organization, counts, installable, names, findPresence } = picture;
  const versions = Object.keys(counts).toReversed();
  const most = Math.max(1, ...Object.values(counts));
  const table = layTable({
    name: `modules-${organization}`,
    title: "Modules at any version",
    rows: names,
    ...describePresences(
      names.flatMap((name) => versions.map((version) => findPresence(name, version))),
    ),
    columns: [
      { key: "technical_name", value: (name) => name },
      ...versions.map((version) => ({
        key: version,
        title: version,
        value(name: string) {
          const { presence, says } = findPresence(name, version);
          return presence === "absent" ? "" : says;
        },
      })),
    ],
  });
  return renderBlocks([table], {
    query,
    share: 0.5,
    picture: {
      look: "matrix coverage",
      renderHead({ key }) {
        const all = counts[key];
        const ported = installable[key] ?? 0;
        return (
          all !== undefined &&
          html` ${renderBar(ported / most)}
            <span class="number">${ported}${ported < all && ` of ${all}`}</span>`
        );
      },
      renderRow(row) {
        const name = row as string;
        const cells = versions.map((version) =>
          renderPresence(findPresence(name, version), `${name} at ${version}`),
        );
        return html`<tr>
          <th scope="row"><a href="${toPath("module", name)}">${breakName(name, 20)}</a></th>
          ${cells}
        </tr> `;
      },
    },
  });
}

/** From one version to another, as the query says; to the last and from the one before otherwise. */
async function renderComing(
  request: PageRequest,
  { name, organizations }: RepositorySummary,
  org: string,
): Promise<Html | false> {
  const versions = [...new Set(Object.values(organizations).flatMap(Object.keys))].toSorted(
    comparePlatformVersions,
  );
  if (versions.length < 2) return false;
  const to = readVersion(request, "to") || (versions.at(-1) ?? "");
  const from =
    readVersion(request, "from") || (versions[versions.indexOf(to) - 1] ?? versions.at(-2) ?? "");
  const question = { repo_name: name, org, from, to };
  const { body, address } = await request.ask("/v1/repo/{repo_name}/coverage", question);
  return html`<section id="coming">
    <h2>From ${from} to ${to}</h2>
    <form class="inline-form" action="${toPath("repo", org, name)}#coming" method="get">
      ${renderSelect({ name: "from", title: "From", values: versions, chosen: from })}
      ${renderSelect({ name: "to", title: "To", values: versions, chosen: to })}
      <button class="button">Compare</button>
    </form>
    ${renderBlocks(layCoverage(body), { query: request.query })} ${renderFormats({ address })}
  </section>`;
}

/** Categories that say what it is for, and modules that most others need. */
const FEW = 5;

async function renderAbout(
  ask: Ask,
  { name: repository, ...summary }: RepositorySummary,
  organization: string,
): Promise<Html> {
  const counts = summary.organizations[organization] ?? {};
  // A newer version may have the first few modules.
  const most = Math.max(0, ...Object.values(counts));
  const main = Object.keys(counts).findLast((version) => 2 * (counts[version] ?? 0) >= most) ?? "";
  const question = { platform_version: main, organization, repository };
  const { body: facets } = await ask("/v1/facets", { ...question, limit: FEW });
  const { body: used } = await ask("/v1/search", { ...question, sort: "dependents", limit: FEW });
  const categories = facets.find(({ parameter }) => parameter === "category")?.values ?? [];
  const filters = {
    ...NO_FILTERS,
    platform_version: main,
    repository: `${organization}/${repository}`,
  };
  const mostly = categories.map(
    ({ value, count: number }) =>
      html`<a href="${toSearchAddress({ q: "", show: 0, filters: { ...filters, category: value } })}">${value}</a> <span class="number">${number}</span>`,
  );
  return html`<div class="heading">
    ${renderLinks(summary, organization)}
    <p class="lead">
      ${formatCount(counts[main] ?? 0, "module")} at ${main}.${mostly.length > 0 && html` Main categories: ${join(mostly)}.`}
    </p>
    ${
      used.length > 0 &&
      html`<p>
        Most used:
        ${join(used.map((row) => html`<a href="${toPath("module", row.technical_name, main)}">${row.name}</a>`))}.
      </p>`
    }
  </div>`;
}

function renderLinks(
  { git, forge }: Pick<RepositorySummary, "git" | "forge">,
  organization: string,
): Piece {
  const pages = forge[organization] ?? null;
  if (pages === null) return html`<p class="hint"><code>${git[organization]}</code></p>`;
  return html`<ul class="inline">
    <li><a href="${pages.home}" rel="external">${new URL(pages.home).hostname}</a></li>
    <li><a href="${pages.issues}" rel="external">Issues</a></li>
    <li><a href="${pages.pull_requests}" rel="external">Pull requests</a></li>
  </ul>`;
}
