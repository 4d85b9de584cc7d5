// The way of a module from version to version: where it was, where it went and under which names, whoever
// has it now, and of names that nobody has any more.
import { readPart, type PageContent, type PageRequest } from "../../page.js";
import { toPath } from "../../../contract/browser/ask.js";
import type { Ask } from "../../../routes/ask.js";
import { comparePlatformVersions } from "../../../contract/read-parameters.js";
import { html, type Html } from "../../../contract/browser/html.js";
import type { NameHit } from "../../../contract/shape/search.js";
import type { Lineage, LineageStep, Place } from "../../../contract/shape/lineage.js";
import { renderAnswerLink } from "../../../faces/page/pieces.js";
import { renderModule, renderRepository, renderStep } from "./steps.js";

export async function showLineage(request: PageRequest): Promise<PageContent> {
  const question = { module_name: readPart(request, "name") };
  const { body: lineage, address } = await request.ask("/v1/lineage/{module_name}", question);
  const where = await readWhere(request.ask, question.module_name);
  const name = lineage.technical_name;
  const title = `What became of ${name}`;
  const main = html`<article class="lineage">
    <header class="heading">
      <h1>What became of <code>${name}</code></h1>
      ${renderLead(lineage, where)}
    </header>
    <ol class="timeline">
      ${listVersions(lineage, where).map(renderVersion)}
    </ol>
    ${renderAnswerLink(address)}
  </article>`;
  const about = `${name} from version to version: where it is, what it was renamed to or merged into.`;
  return { title, about, main };
}

function renderLead({ technical_name: name }: Lineage, where: Where): Html {
  return Object.keys(where.versions).length === 0
    ? html`<p class="lead">No indexed repository has a module of this name.</p>`
    : html`<p class="lead">
        From version to version. <a href="${toPath("module", name)}">The module itself</a>
      </p>`;
}

/** Platform versions by `<organization>/<repository>`: all, and those at which it cannot be installed. */
type Where = Pick<NameHit, "versions" | "not_installable">;

/** Nothing of a name that nobody has. The name itself is always the first hit. */
async function readWhere(ask: Ask, name: string): Promise<Where> {
  const { body } = await ask("/v1/search/{module_name}", { module_name: name, limit: 1 });
  const hit = body.find(({ technical_name }) => technical_name === name);
  return hit ?? { versions: {}, not_installable: {} };
}

/** A platform version, with the modules that are there and what became of each. */
interface Version {
  readonly version: string;
  readonly modules: readonly ModuleThere[];
}

interface ModuleThere {
  readonly place: Place;
  readonly isInstallable: boolean;
  readonly steps: readonly LineageStep[];
}

/** Oldest first. */
function listVersions({ technical_name: name, steps }: Lineage, where: Where): readonly Version[] {
  const places = new Map<string, Place>();
  const add = (place: Place): void => {
    if (place.technical_name !== null) places.set(toKey(place), place);
  };
  for (const { from, to } of steps) [from, to].forEach(add);
  const off = new Set<string>();
  for (const [provider, versions] of Object.entries(where.versions)) {
    const [organization = "", repository = ""] = provider.split("/");
    for (const platform_version of versions) {
      const place = { technical_name: name, organization, repository, platform_version };
      add(place);
      if (where.not_installable[provider]?.includes(platform_version)) off.add(toKey(place));
    }
  }
  const modules = [...places].map(([key, place]): ModuleThere => {
    const own = steps.filter(({ from }) => toKey(from) === key);
    return { place, isInstallable: !off.has(key), steps: own };
  });
  const versions = new Set(modules.map(({ place }) => place.platform_version));
  return [...versions].toSorted(comparePlatformVersions).map((version) => ({
    version,
    modules: modules.filter(({ place }) => place.platform_version === version),
  }));
}

function toKey({ technical_name, organization, repository, platform_version }: Place): string {
  return JSON.stringify([platform_version, technical_name, organization, repository]);
}

function renderVersion({ version, modules }: Version): Html {
  return html`<li>
    <h2>${version}</h2>
    ${modules.map(renderThere)}
  </li>`;
}

function renderThere({ place, isInstallable, steps }: ModuleThere): Html {
  return html`<p>${renderModule(place)} ${renderRepository(place)} ${renderState(place, isInstallable)}</p>
    ${
      steps.length > 0 &&
      html`<ul>
        ${steps.map((step) => html`<li>${renderStep(step)}</li>`)}
      </ul>`
    }`;
}

function renderState({ repository }: Place, isInstallable: boolean): Html {
  if (repository === null) return html`<span class="badge">not indexed</span>`;
  return isInstallable
    ? html`<span class="badge good">installable</span>`
    : html`<span class="badge">not installable</span>`;
}
