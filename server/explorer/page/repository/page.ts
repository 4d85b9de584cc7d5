// A repository: which of its modules exist at which platform version, as a picture, and what is still to
// come from one version to another.
import { readPart, type PageContent, type PageRequest } from "../../page.js";
import { readAllParts, toPath } from "../../../contract/browser/ask.js";
import type { Ask } from "../../../routes/ask.js";
import { html, type Html } from "../../../contract/browser/html.js";
import { describeSuccessor, type Successor } from "../../../contract/shape/lineage.js";
import { renderComing } from "./coverage.js";
import { renderIcon, renderBar } from "../../shared/icons.js";
import { describePresences, PRESENCES, renderPresence, type Presence } from "../version-strip.js";
import { renderAbout } from "./about.js";
import { layTable } from "../../../contract/layout.js";
import { renderBlocks } from "../../../faces/page/blocks.js";
import { breakName } from "../../../faces/page/pieces.js";

/** Technical name → platform version → whether it can be installed there. */
type Modules = ReadonlyMap<string, ReadonlyMap<string, boolean>>;

/** Technical name → platform version → what it is there. */
type Elsewhere = ReadonlyMap<string, ReadonlyMap<string, readonly Successor[]>>;

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
      const elsewhere = await readElsewhere(ask, modules, Object.keys(counts));
      const picture = { organization, counts, installable, modules, elsewhere };
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

/** Names of one question, which the interface takes at most. */
const NAMES = 500;

/** Successors of modules at versions after their last one. */
async function readElsewhere(
  ask: Ask,
  modules: Modules,
  versions: readonly string[],
): Promise<Elsewhere> {
  const found = new Map<string, Map<string, readonly Successor[]>>();
  // A port at any version usually exists at the newest: most modules are not ported.
  let going = [...modules.keys()];
  for (const to of versions.toReversed()) {
    const isGone = (name: string): boolean => {
      const at = modules.get(name);
      const older = versions.slice(0, versions.indexOf(to));
      return at?.has(to) === false && older.some((one) => at.has(one));
    };
    const gone = going.filter(isGone);
    for (let first = 0; first < gone.length; first += NAMES) {
      const names = gone.slice(first, first + NAMES).join(",");
      const { body } = await ask("/v1/coverage", { names, from: to, to });
      for (const { technical_name: name, successors } of body.modules) {
        if (successors.length === 0) continue;
        const known = found.get(name) ?? new Map<string, readonly Successor[]>();
        found.set(name, known.set(to, successors));
      }
    }
    if (to === versions.at(-1)) going = [...found.keys()];
  }
  return found;
}

interface Picture {
  readonly organization: string;
  /** Number of entries by platform version. */
  readonly counts: Readonly<Record<string, number>>;
  /** Installable modules. */
  readonly installable: Readonly<Record<string, number>>;
  readonly modules: Modules;
  readonly elsewhere: Elsewhere;
}

type Row = readonly [name: string, at: ReadonlyMap<string, boolean>];

function renderPicture(picture: Picture, query: URLSearchParams): Html {
  const { organization, counts, installable, modules, elsewhere } = picture;
  const versions = Object.keys(counts).toReversed();
  const most = Math.max(1, ...Object.values(counts));
  const find = ([name, at]: Row, version: string) => {
    const presence = findPresence(at, version);
    const successors = elsewhere.get(name)?.get(version);
    return presence === "absent" && successors !== undefined
      ? ({ presence: "elsewhere", says: successors.map(describeSuccessor).join(", ") } as const)
      : { presence, says: presence === "absent" ? "" : PRESENCES[presence] };
  };
  const rows: readonly Row[] = [...modules];
  const table = layTable({
    name: `modules-${organization}`,
    title: "Modules at any version",
    rows,
    ...describePresences([
      ...rows.flatMap(([, at]) => versions.map((version) => findPresence(at, version))),
      ...(elsewhere.size > 0 ? (["elsewhere"] as const) : []),
    ]),
    columns: [
      { key: "technical_name", value: ([name]) => name },
      ...versions.map((version) => ({
        key: version,
        title: version,
        value: (row: Row) => find(row, version).says,
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
        const [name] = row as Row;
        const cells = versions.map((version) => {
          const { presence, says } = find(row as Row, version);
          const label = `${name} at ${version}: ${says}`;
          const isElsewhere = presence === "elsewhere";
          const href = isElsewhere ? toPath("lineage", name) : toPath("module", name, version);
          return renderPresence({ presence, label, href });
        });
        return html`<tr>
          <th scope="row"><a href="${toPath("module", name)}">${breakName(name, 20)}</a></th>
          ${cells}
        </tr> `;
      },
    },
  });
}

function findPresence(at: ReadonlyMap<string, boolean>, version: string): Presence {
  const isInstallable = at.get(version);
  if (isInstallable === undefined) return "absent";
  return isInstallable ? "installable" : "not_installable";
}
