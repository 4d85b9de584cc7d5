// A repository: which of its modules exist at which platform version, as a picture, and what is still to
// come from one version to another.
import { readPart, readValue, type PageContent, type PageRequest } from "../page.js";
import { renderBar } from "../shared/bar.js";
import { toAddress, toPath, type Ask } from "../shared/ask.js";
import { html, type Html } from "../shared/html.js";
import type { RepositorySummary } from "../../interface/shape/repository.js";
import { renderHeads, renderTableFrame } from "./table.js";

/** Technical name → platform versions at which it is there. */
type Presence = ReadonlyMap<string, ReadonlySet<string>>;

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
      const presence = await readPresence(ask, summary.name, organization, Object.keys(counts));
      const provider = `${organization}/${summary.name}`;
      return renderPicture(isOnly ? "What exists" : provider, { provider, counts, presence });
    }),
  );
  const main = html`<h1>${isOnly && `${first}/`}${summary.name}</h1>
    ${parts} ${await renderComing(request, summary)}
    <p><a href="${toAddress(path, question)}">Its counts as JSON</a></p>`;
  return { title: summary.name, main };
}

/** Rows of one question, which the interface gives at most. */
const ROWS = 200;

async function readPresence(
  ask: Ask,
  repository: string,
  organization: string,
  versions: readonly string[],
): Promise<Presence> {
  const presence = new Map<string, Set<string>>();
  for (const platform_version of versions) {
    const filters = { platform_version, organization, repository, sort: "name", limit: ROWS };
    let offset = 0;
    let all = 1;
    while (offset < all) {
      const { body, total = 0 } = await ask("/v1/search", { ...filters, offset });
      for (const { technical_name: name } of body) {
        presence.set(name, (presence.get(name) ?? new Set()).add(platform_version));
      }
      all = total;
      offset += ROWS;
    }
  }
  return new Map([...presence].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

interface Picture {
  /** `<organization>/<repository>` */
  readonly provider: string;
  /** Number of entries by platform version. */
  readonly counts: Readonly<Record<string, number>>;
  readonly presence: Presence;
}

function renderPicture(title: string, { provider, counts, presence }: Picture): Html {
  const versions = Object.keys(counts).toReversed();
  const most = Math.max(1, ...Object.values(counts));
  const heads = renderHeads(
    versions.map(
      (version) =>
        html`${version} ${renderBar((counts[version] ?? 0) / most)}
          <span class="number">${counts[version] ?? 0}</span>`,
    ),
  );
  const rows = [...presence].map(
    ([name, at]) =>
      html`<tr>
        <th scope="row"><a href="${toPath("module", name)}">${name}</a></th>
        ${versions.map((version) => renderCell(name, version, at))}
      </tr> `,
  );
  return html`<section>
    <h2>${title}</h2>
    <p class="lead">${presence.size} modules at ${versions.length} platform versions.</p>
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

function renderCell(name: string, version: string, at: ReadonlySet<string>): Html {
  return at.has(version)
    ? html`<td class="yes">
        <a href="${toPath("module", name, version)}" aria-label="${name} at ${version}">✓</a>
      </td>`
    : html`<td class="no"></td>`;
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
  const missing = modules.filter(({ status }) => status === "missing");
  const moved = modules.filter(({ status }) => status === "moved");
  return html`<section id="coming">
    <h2>From ${from} to ${to}</h2>
    <form class="inline-form" action="${toPath("repo", name)}#coming" method="get">
      <label>From ${renderVersions("from", versions, from)}</label>
      <label>to ${renderVersions("to", versions, to)}</label>
      <button class="button">Compare</button>
    </form>
    <p>
      ${counts.present} are there, ${counts.moved} moved to another repository, ${counts.missing}
      are missing; of these nothing of this index is in the way of ${counts.ready}.
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
    ${
      missing.length > 0 &&
      html`<h3>Missing</h3>
        <ul class="inline">
          ${missing.map(
            ({ technical_name: one, blocked_by }) =>
              html`<li>
                <a href="${toPath("module", one, from)}"><code>${one}</code></a
                >${blocked_by.length > 0 && html` <span class="hint">needs ${blocked_by.join(", ")}</span>`}
              </li>`,
          )}
        </ul>`
    }
  </section>`;
}

function renderVersions(name: string, versions: readonly string[], chosen: string): Html {
  const options = versions.map(
    (version) => html`<option${version === chosen && html` selected`}>${version}</option>`,
  );
  return html`<select name="${name}">
    ${options}
  </select>`;
}
