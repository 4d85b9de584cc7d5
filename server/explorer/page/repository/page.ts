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
import { breakName } from "../../../faces/page/pieces.js";

/** Technical name → platform version → whether it can be installed there. */
type Modules = ReadonlyMap<string, ReadonlyMap<string, boolean>>;

export async function showRepository(request: PageRequest): Promise<PageContent> {
  const { ask } = request;
  const { organization: org } = request.path;
  const question = { repo_name: readPart(request, "name"), org };
  const { body: summary } = await ask("/v1/repo/{repo_name}", question);
  const organizations = Object.keys(summary.organizations);
  const [first = ""] = organizations;
  const isOnly = organizations.length === 1;
  const parts = await Promise.all(
    organizations.map(async (organization) => {
      const counts = summary.organizations[organization] ?? {};
      const modules = await readModules(ask, summary.name, organization, Object.keys(counts));
      const installable = summary.installable[organization] ?? {};
      const findPresence = await readPresences(ask, modules, Object.keys(counts));
      const picture = {
        organization,
        counts,
        installable,
        names: [...modules.keys()],
        findPresence,
      };
      const own = toPath("repo", organization, summary.name);
      const heading = html`<h2><a href="${own}">${organization}/${summary.name}</a></h2>`;
      return html`${!isOnly && heading} ${await renderAbout(ask, summary, organization)}
      ${renderPicture(picture, request.query)}`;
    }),
  );
  const main = html`<h1>${renderIcon("repository")} ${isOnly && `${first}/`}${summary.name}</h1>
    ${parts} ${await renderComing(request, summary, org)}`;
  const title = isOnly ? `${first}/${summary.name}` : summary.name;
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
