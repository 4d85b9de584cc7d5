// A repository: which of its modules exist at which platform version, as a picture, and what is still to
// come from one version to another.
import { readPart, readValue, type PageContent, type PageRequest } from "../../page.js";
import { toPath } from "../../../contract/browser/ask.js";
import type { Ask } from "../../../routes/ask.js";
import { html, type Html } from "../../../contract/browser/html.js";
import type { Successor } from "../../../contract/shape/lineage.js";
import { describeSuccessors } from "../lineage/successors.js";
import { renderComing } from "./coverage.js";
import { renderIcon, renderBar } from "../../shared/icons.js";
import { renderPresence, renderPresenceLegend, type Presence } from "../version-strip.js";
import { renderAbout } from "./about.js";
import { breakName, renderAnswerLink, renderSection } from "../../../faces/page/pieces.js";
import { renderSteps, renderTableFrame } from "../../../faces/page/table.js";

/** Technical name → platform version → whether it can be installed there. */
type Modules = ReadonlyMap<string, ReadonlyMap<string, boolean>>;

/** Cells of all pictures of a page, names among them, so that it stays short. */
const MOST_CELLS = 1_500;

/** Technical name → platform version → what it is there. */
type Elsewhere = ReadonlyMap<string, ReadonlyMap<string, readonly Successor[]>>;

export async function showRepository(request: PageRequest): Promise<PageContent> {
  const { ask } = request;
  const { organization: org } = request.path;
  const question = { repo_name: readPart(request, "name"), org };
  const { body: summary, address } = await ask("/v1/repo/{repo_name}", question);
  const organizations = Object.keys(summary.organizations);
  const [first = ""] = organizations;
  const isOnly = organizations.length === 1;
  const parts = await Promise.all(
    organizations.map(async (organization) => {
      const counts = summary.organizations[organization] ?? {};
      const modules = await readModules(ask, summary.name, organization, Object.keys(counts));
      const provider = `${organization}/${summary.name}`;
      const installable = summary.installable[organization] ?? {};
      const elsewhere = await readElsewhere(ask, modules, Object.keys(counts));
      const columns = organizations.length * (Object.keys(counts).length + 1);
      const most = Math.ceil(MOST_CELLS / columns);
      const offset = isOnly
        ? Math.max(0, Math.trunc(Number(readValue(request, "offset"))) || 0)
        : 0;
      const own = toPath("repo", organization, summary.name);
      const part = { offset, most, address: own };
      const picture = { provider, counts, installable, modules, elsewhere, part };
      const heading = html`<h2><a href="${own}">${provider}</a></h2>`;
      return html`${!isOnly && heading} ${await renderAbout(ask, summary, organization)}
      ${renderPicture(picture)}`;
    }),
  );
  const main = html`<h1>${renderIcon("repository")} ${isOnly && `${first}/`}${summary.name}</h1>
    ${parts} ${await renderComing(request, summary, org)}
    ${renderAnswerLink(address)}`;
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

/** Names of one question, which the interface takes at most. */
const NAMES = 500;

/** Successors of modules at versions after their last one. */
async function readElsewhere(
  ask: Ask,
  modules: Modules,
  versions: readonly string[],
): Promise<Elsewhere> {
  const found = new Map<string, Map<string, readonly Successor[]>>();
  const read = async (all: readonly string[], to: string): Promise<void> => {
    for (let first = 0; first < all.length; first += NAMES) {
      const names = all.slice(first, first + NAMES).join(",");
      const { body } = await ask("/v1/coverage", { names, from: to, to });
      for (const { technical_name: name, successors } of body.modules) {
        if (successors.length === 0) continue;
        const known = found.get(name) ?? new Map<string, readonly Successor[]>();
        found.set(name, known.set(to, successors));
      }
    }
  };
  // A port at any version usually exists at the newest: most modules are not ported.
  const newest = versions.at(-1) ?? "";
  await read(
    [...modules].flatMap(([name, at]) => (at.has(newest) ? [] : [name])),
    newest,
  );
  const goingOn = [...found.keys()];
  for (const [index, to] of versions.slice(0, -1).entries()) {
    const isGone = (name: string): boolean => {
      const at = modules.get(name);
      return at?.has(to) === false && versions.slice(0, index).some((one) => at.has(one));
    };
    await read(goingOn.filter(isGone), to);
  }
  return found;
}

interface Picture {
  /** `<organization>/<repository>` */
  readonly provider: string;
  /** Number of entries by platform version. */
  readonly counts: Readonly<Record<string, number>>;
  /** Installable modules. */
  readonly installable: Readonly<Record<string, number>>;
  readonly modules: Modules;
  readonly elsewhere: Elsewhere;
  /** The rows that are shown, and where others are. */
  readonly part: Readonly<Record<"offset" | "most", number>> & { readonly address: string };
}

function renderPicture(picture: Picture): Html {
  const { provider, counts, installable, modules, elsewhere, part } = picture;
  const versions = Object.keys(counts).toReversed();
  const most = Math.max(1, ...Object.values(counts));
  const heads = versions.map((version) => {
    const all = counts[version] ?? 0;
    const ported = installable[version] ?? 0;
    return html`<th scope="col">
      ${version} ${renderBar(ported / most)}
      <span class="number">${ported}${ported < all && html`<span class="hidden"> of ${all}</span>`}</span>
    </th>`;
  });
  const shown = [...modules].slice(part.offset, part.offset + part.most);
  const rows = shown.map(([name, at]) => {
    const cells = versions.map((version) => {
      const presence = findPresence(at, version);
      const successors = elsewhere.get(name)?.get(version);
      const label = `${name} at ${version}`;
      if (presence === "absent" && successors !== undefined) {
        return renderPresence({
          presence: "elsewhere",
          label: `${label}: ${describeSuccessors(successors)}`,
          href: toPath("lineage", name),
        });
      }
      return renderPresence({ presence, label, href: toPath("module", name, version) });
    });
    return html`<tr>
      <th scope="row"><a href="${toPath("module", name)}">${breakName(name, 20)}</a></th>
      ${cells}
    </tr> `;
  });
  const all = [...modules.values()].flatMap((at) =>
    versions.map((version) => findPresence(at, version)),
  );
  return renderSection("Modules", modules.size, [
    renderPresenceLegend(elsewhere.size > 0 ? [...all, "elsewhere"] : all),
    renderTableFrame({
      label: `Modules of ${provider} by Odoo version`,
      look: "matrix coverage",
      isTall: true,
      heads: html`<td></td>
        ${heads}`,
      rows,
    }),
    renderSteps({ ...part, total: modules.size }, part.address),
  ]);
}

function findPresence(at: ReadonlyMap<string, boolean>, version: string): Presence {
  const isInstallable = at.get(version);
  if (isInstallable === undefined) return "absent";
  return isInstallable ? "installable" : "not_installable";
}
