// A repository: which of its modules exist at which platform version, as a picture, and what is still to
// come from one version to another.
import { readPart, readValue, type PageContent, type PageRequest } from "../page.js";
import { renderBar } from "../shared/bar.js";
import { toAddress, toPath, type Ask } from "../shared/ask.js";
import { html, type Html } from "../shared/html.js";
import type { RepositorySummary } from "../../interface/shape/repository.js";
import type { CoverageRow } from "../../interface/shape/coverage.js";
import { renderPresence, renderPresenceLegend, type Presence } from "./presence.js";
import { renderHeads, renderTableFrame } from "./table.js";

/** Technical name → platform version → whether it can be installed there. */
type Modules = ReadonlyMap<string, ReadonlyMap<string, boolean>>;

export async function showRepository(request: PageRequest): Promise<PageContent> {
  const { ask } = request;
  const path = "/v1/repo/{repo_name}";
  const question = { repo_name: readPart(request, "name") };
  const { body: summary } = await ask(path, question);
  const organizations = Object.entries(summary.organizations);
  const [[first = ""] = []] = organizations;
  const isOnly = organizations.length === 1;
  const parts = await Promise.all(
    organizations.map(async ([organization, counts]) => {
      const modules = await readModules(ask, summary.name, organization, Object.keys(counts));
      const provider = `${organization}/${summary.name}`;
      const installable = summary.installable[organization] ?? {};
      const picture = { provider, counts, installable, modules };
      return renderPicture(isOnly ? "What exists" : provider, picture);
    }),
  );
  const main = html`<h1>${isOnly && `${first}/`}${summary.name}</h1>
    ${parts} ${await renderComing(request, summary)}
    <p><a href="${toAddress(path, question)}">Its counts as JSON</a></p>`;
  return { title: summary.name, main };
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
    const filters = { platform_version, organization, repository, sort: "name", limit: ROWS };
    let offset = 0;
    let all = 1;
    while (offset < all) {
      const { body, total = 0 } = await ask("/v1/search", { ...filters, offset });
      for (const { technical_name: name, installable } of body) {
        const known = modules.get(name) ?? new Map<string, boolean>();
        modules.set(name, known.set(platform_version, installable));
      }
      all = total;
      offset += ROWS;
    }
  }
  return new Map([...modules].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

interface Picture {
  /** `<organization>/<repository>` */
  readonly provider: string;
  /** Number of entries by platform version. */
  readonly counts: Readonly<Record<string, number>>;
  /** Those of them that can be installed. */
  readonly installable: Readonly<Record<string, number>>;
  readonly modules: Modules;
}

function renderPicture(title: string, { provider, counts, installable, modules }: Picture): Html {
  const versions = Object.keys(counts).toReversed();
  const most = Math.max(1, ...Object.values(counts));
  const heads = renderHeads(
    versions.map((version) => {
      const all = counts[version] ?? 0;
      const ported = installable[version] ?? 0;
      return html`${version} ${renderBar(ported / most)}
        <span class="number">${ported === all ? all : `${ported} of ${all}`}</span>`;
    }),
  );
  const rows = [...modules].map(([name, at]) => {
    const cells = versions.map((version) =>
      renderPresence({
        presence: findPresence(at, version),
        label: `${name} at ${version}`,
        href: toPath("module", name, version),
      }),
    );
    return html`<tr>
      <th scope="row"><a href="${toPath("module", name)}">${name}</a></th>
      ${cells}
    </tr> `;
  });
  const all = [...modules.values()].flatMap((at) =>
    versions.map((version) => findPresence(at, version)),
  );
  return html`<section>
    <h2>${title}</h2>
    <p class="lead">${modules.size} modules at ${versions.length} platform versions.</p>
    ${renderPresenceLegend(all)}
    ${renderTableFrame({
      label: `Modules of ${provider} by platform version`,
      look: "matrix coverage",
      isTall: true,
      heads: html`<td></td>
        ${heads}`,
      rows,
    })}
  </section>`;
}

function findPresence(at: ReadonlyMap<string, boolean>, version: string): Presence {
  const isInstallable = at.get(version);
  if (isInstallable === undefined) return "absent";
  return isInstallable ? "installable" : "not_installable";
}

/** From one version to another, as the query says; from the last but one to the last otherwise. */
async function renderComing(
  request: PageRequest,
  { name, organizations }: RepositorySummary,
): Promise<Html | false> {
  const versions = [...new Set(Object.values(organizations).flatMap(Object.keys))].toSorted(
    (left, right) => Number.parseFloat(left) - Number.parseFloat(right),
  );
  if (versions.length < 2) return false;
  const from = readValue(request, "from") || (versions.at(-2) ?? "");
  const to = readValue(request, "to") || (versions.at(-1) ?? "");
  const question = { repo_name: name, from, to };
  const { body } = await request.ask("/v1/repo/{repo_name}/coverage", question);
  const { counts, modules } = body;
  const moved = modules.filter(({ status }) => status === "moved");
  const renderLeft = (title: string, status: CoverageRow["status"]): Html | false => {
    const rows = modules.filter((row) => row.status === status);
    return (
      rows.length > 0 &&
      html`<h3>${title}</h3>
        <ul class="inline">
          ${rows.map((row) => renderBlocked(row, from))}
        </ul>`
    );
  };
  return html`<section id="coming">
    <h2>From ${from} to ${to}</h2>
    <form class="inline-form" action="${toPath("repo", name)}#coming" method="get">
      <label>From ${renderVersions("from", versions, from)}</label>
      <label>to ${renderVersions("to", versions, to)}</label>
      <button class="button">Compare</button>
    </form>
    <p>
      ${counts.present} ported, ${counts.moved} ported in another repository,
      ${counts.not_installable} there but not installable, ${counts.missing} missing. Of what is not
      ported, nothing of this index blocks ${counts.ready}.${counts.not_installable_from > 0 && html` ${counts.not_installable_from} are not installable at ${from} either.`}
    </p>
    ${
      moved.length > 0 &&
      html`<h3>Moved</h3>
        <ul class="inline">
          ${moved.map(
            ({ technical_name: one, carriers_to }) =>
              html`<li>
                <a href="${toPath("module", one, to)}"><code>${one}</code></a>
                <span class="hint">to ${carriers_to.join(", ")}</span>
              </li>`,
          )}
        </ul>`
    }
    ${renderLeft("Not installable", "not_installable")} ${renderLeft("Missing", "missing")}
  </section>`;
}

function renderBlocked({ technical_name: name, blocked_by }: CoverageRow, from: string): Html {
  return html`<li>
    <a href="${toPath("module", name, from)}"><code>${name}</code></a
    >${blocked_by.length > 0 && html` <span class="hint">blocked by ${blocked_by.join(", ")}</span>`}
  </li>`;
}

function renderVersions(name: string, versions: readonly string[], chosen: string): Html {
  const options = versions.map(
    (version) => html`<option${version === chosen && html` selected`}>${version}</option>`,
  );
  return html`<select name="${name}">
    ${options}
  </select>`;
}
