// Dependencies and dependents of a module: linked names, and a table of all in install order.
import type { PageRequest } from "../../page.js";
import { toPath } from "../../../contract/browser/ask.js";
import { html, type Html } from "../../../contract/browser/html.js";
import type { Dependencies } from "../../../contract/shape/dependencies.js";
import { layTable, type Block } from "../../../contract/layout.js";
import { NOT_INSTALLABLE } from "../../../contract/shape/where-columns.js";
import { REPOSITORY } from "../../../contract/shape/repository-column.js";
import { renderBlocks, renderNames } from "../../../faces/page/blocks.js";
import type { ModuleViewModel } from "./view-model.js";
import { renderRepositoryLink } from "../names.js";
import { join } from "../../../faces/page/pieces.js";
import { formatCount } from "../../../contract/browser/words.js";

/** Owners of modules with a list of names. */
const PLATFORMS = { core: "Odoo core", enterprise: "Odoo Enterprise" } as const;

export function renderNeeds(
  { needs, version, detail }: ModuleViewModel,
  query: PageRequest["query"],
): Html {
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
    ${renderUnknown(needs)} ${renderBlocks([layNeeds(needs, version)], { query, share: 0.1, isNarrow: true })}
    ${others.length > 0 && html`<p>From other repositories: ${join(others.map((one) => renderRepositoryLink(`${one.organization}/${one.repository}`)))}.</p>`}
    ${blocking.length > 0 && html`<p class="notice">These modules that it needs are there at ${version}, but cannot be installed: ${join(blocking.map(({ technical_name: one, required_by }) => html`<a href="${toPath("module", one, version)}"><code>${one}</code></a> (needed by ${required_by.join(", ")})`))}.</p>`}
    ${cycles.length > 0 && html`<p class="notice">Circular dependency: ${cycles.map((cycle) => cycle.join(", ")).join("; ")}.</p>`}`;
}

const layNeeds = ({ technical_name: root, modules }: Dependencies, version: string): Block =>
  layTable({
    name: "needs",
    title: "All, in install order",
    isFolded: true,
    rows: modules.filter(({ technical_name: name }) => name !== root),
    columns: [
      { key: "technical_name", href: (_, name) => toPath("module", name, version) },
      { key: "depends", isCode: true },
      REPOSITORY,
    ],
  });

function renderPlatform(
  platform: keyof typeof PLATFORMS,
  unresolved: readonly Unresolved[],
): Html | false {
  const names = unresolved.flatMap(({ kind, technical_name: name }) =>
    kind === platform ? [name] : [],
  );
  return (
    names.length > 0 &&
    html`<div><span class="hint">${PLATFORMS[platform]} (not indexed):</span> ${renderNames(names)}</div>`
  );
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

/** Modules that need it, direct ones first. */
export const layDependents = ({ dependents, version }: ModuleViewModel): Block =>
  layTable({
    name: "dependents",
    title: "Used by",
    rows: dependents.modules,
    total: dependents.counts.all,
    columns: [
      { key: "technical_name", href: (_, name) => toPath("module", name, version) },
      { key: "through", isCode: true, value: ({ depth, through }) => (depth > 1 ? through : null) },
      {
        key: "installable",
        title: "State",
        value: ({ installable }) => (installable ? null : NOT_INSTALLABLE),
      },
    ],
  });

function renderName(name: string, version: string): Html {
  return html`<li><a href="${toPath("module", name, version)}"><code>${name}</code></a></li>`;
}
