// A repository: which of its modules exist at which platform version, as a picture, and what is still to
// come from one version to another.
import { readPart, type PageContent, type PageRequest } from "../../page.js";
import { readAllParts, toPath } from "../../../contract/browser/ask.js";
import type { Ask } from "../../../routes/ask.js";
import { html, type Html } from "../../../contract/browser/html.js";
import { renderComing } from "./coverage.js";
import { renderIcon, renderBar } from "../../shared/icons.js";
import { describePresences, readPresences, renderPresence } from "../version-strip.js";
import { renderAbout } from "./about.js";
import { layTable } from "../../../contract/layout.js";
import { renderBlocks } from "../../../faces/page/blocks.js";
import { REPOSITORY } from "../../../contract/shape/repository-column.js";
import { formatCount } from "../../../contract/browser/words.js";
import { breakName } from "../../../faces/page/pieces.js";

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
