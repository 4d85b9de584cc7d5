// Dependencies and dependents of a module: linked names, and a drawing.
import { drawDependencies } from "../../picture/dependency-picture.js";
import { toPath } from "../../../contract/browser/ask.js";
import { html, type Html } from "../../../contract/browser/html.js";
import type { Dependencies } from "../../../contract/shape/dependencies.js";
import type { ModuleViewModel } from "./view-model.js";
import { renderRepositoryLink } from "../names.js";
import { join, joinCodes } from "../../../faces/page/pieces.js";
import { formatCount } from "../../../contract/browser/words.js";

/** Owners of modules with a list of names. */
const PLATFORMS = { core: "Odoo core", enterprise: "Odoo Enterprise" } as const;

/** @param onDefect called, once in the life of the process, with the failure of a drawing that could not be made */
export async function renderNeeds(
  { needs, version, detail }: ModuleViewModel,
  onDefect: (error: unknown) => void,
): Promise<Html> {
  const { modules, unresolved, not_installable: blocking, cycles, repositories } = needs;
  const declared = detail.declared_dependencies.platform;
  if (declared.length === 0 && modules.length < 2) return html`<p>None.</p>`;
  const known = new Set(modules.map(({ technical_name }) => technical_name));
  const here = declared.filter((one) => known.has(one));
  const elsewhere = unresolved.filter(({ technical_name }) => declared.includes(technical_name));
  const others = repositories.filter(
    ({ organization, repository }) =>
      organization !== detail.organization || repository !== detail.repository,
  );
  return html`<p>${describeCounts(declared.length, modules.length - 1, unresolved)}</p>
    ${here.length > 0 && html`<ul class="inline">${here.map((one) => renderName(one, version))}</ul>`}
    ${renderPlatform("core", elsewhere)} ${renderPlatform("enterprise", elsewhere)}
    ${renderUnknown(needs)} ${await renderDrawing({ needs, version }, onDefect)}
    ${others.length > 0 && html`<p>From other repositories: ${join(others.map((one) => html`${renderRepositoryLink(`${one.organization}/${one.repository}`)} (${one.modules.join(", ")})`))}.</p>`}
    ${blocking.length > 0 && html`<p class="notice">These modules that it needs are there at ${version}, but cannot be installed: ${join(blocking.map(({ technical_name: one, required_by }) => html`<a href="${toPath("module", one, version)}"><code>${one}</code></a> (needed by ${required_by.join(", ")})`))}.</p>`}
    ${cycles.length > 0 && html`<p class="notice">Circular dependency: ${cycles.map((cycle) => cycle.join(", ")).join("; ")}.</p>`}`;
}

/** Every visit to the page would log the same once more. */
let wasLogged = false;

/** The names stand above it, so that a drawing which cannot be made costs only the drawing. */
async function renderDrawing(
  { needs, version }: Pick<ModuleViewModel, "needs" | "version">,
  onDefect: (error: unknown) => void,
): Promise<Html | false> {
  try {
    return await drawDependencies(needs, version);
  } catch (error) {
    if (!wasLogged) onDefect(error);
    wasLogged = true;
    return html`<p class="hint">The graph could not be drawn.</p>`;
  }
}

/** Limit of names shown at once; the rest is a number. */
const FEW_NAMES = 20;

function renderPlatform(
  platform: keyof typeof PLATFORMS,
  unresolved: readonly Unresolved[],
): Html | false {
  const names = unresolved
    .filter(({ kind }) => kind === platform)
    .map(({ technical_name }) => technical_name);
  if (names.length === 0) return false;
  const list = joinCodes(names);
  const title = `${PLATFORMS[platform]} (not indexed)`;
  return names.length <= FEW_NAMES
    ? html`<p><span class="hint">${title}:</span> ${list}</p>`
    : html`<details>
        <summary>${title}: ${names.length}</summary>
        <p>${list}</p>
      </details>`;
}

/** Warning: no source says that these modules exist. */
function renderUnknown({ technical_name: root, unresolved }: Dependencies): Html | false {
  const unknown = unresolved.filter(({ kind }) => kind === "unknown");
  if (unknown.length === 0) return false;
  const list = unknown.map(({ technical_name: name, required_by }) => {
    const others = required_by.filter((one) => one !== root);
    const by = others.length === required_by.length && html` (for ${others.join(", ")})`;
    return html`<code>${name}</code>${by}`;
  });
  return html`<p class="notice">Unknown: ${join(list)}. No indexed repository has them, and Odoo has no module of this name.</p>`;
}

type Unresolved = Dependencies["unresolved"][number];

/** `2 direct dependencies, 7 in all, 1 of Odoo core (not indexed)` */
function describeCounts(direct: number, here: number, unresolved: readonly Unresolved[]): string {
  const countOf = (wanted: Unresolved["kind"]): number =>
    unresolved.filter(({ kind }) => kind === wanted).length;
  const parts = [
    [countOf("core"), `${PLATFORMS.core} (not indexed)`],
    [countOf("enterprise"), PLATFORMS.enterprise],
    [countOf("unknown"), "unknown"],
  ] as const;
  const others = parts.filter(([number]) => number > 0);
  return [
    formatCount(direct, "direct dependency", "direct dependencies"),
    `${here + unresolved.length} in all`,
    ...others.map(([number, whose]) => `${number} ${whose}`),
  ].join(" · ");
}

export function renderDependents({ dependents, name, version }: ModuleViewModel): Html {
  const { counts, modules } = dependents;
  if (counts.all === 0) return html`<p>No module at ${version}.</p>`;
  const direct = modules.filter(({ depth }) => depth === 1);
  const others = modules.filter(({ depth }) => depth > 1);
  const all = toPath("v1", "module", name, version, "dependents");
  const isOff = counts.installable < counts.all;
  const renderRow = ({ technical_name, installable }: (typeof modules)[number]): Html =>
    renderName(technical_name, version, installable);
  return html`<p>
      ${counts.direct} directly · ${counts.indirect} indirectly${isOff && html` · ${counts.installable} of these installable`}
    </p>
    <ul class="inline">
      ${direct.map(renderRow)}
    </ul>
    ${
      others.length > 0 &&
      html`<details>
        <summary>Indirectly</summary>
        <ul class="inline">
          ${others.map(renderRow)}
        </ul>
      </details>`
    }
    ${counts.all > modules.length && html`<p><a href="${all}?limit=500">All ${counts.all} as JSON</a></p>`}`;
}

function renderName(name: string, version: string, isInstallable = true): Html {
  return html`<li>
    <a href="${toPath("module", name, version)}"><code>${name}</code></a>${!isInstallable && html` <span class="hint">not installable</span>`}
  </li>`;
}
