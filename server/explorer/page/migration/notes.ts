// What else is to be known of a module that is to be migrated, as markup.
import { formatBytes } from "../../../contract/shape/migration/amounts.js";
import { toPath } from "../../../contract/browser/ask.js";
import { listUses, type ToldUse } from "../../../contract/browser/api-use.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import type { MigrationModule } from "../../../contract/shape/migration/report.js";
import { renderNames } from "../names.js";
import { isShown, join } from "../pieces.js";
import { formatCount } from "../../../contract/browser/words.js";
import { renderRequests } from "./requests.js";

/** Is there nothing yet that could be installed? */
export function isToPort({ state }: MigrationModule): boolean {
  return ["to_port", "blocked", "not_installable", "unknown"].includes(state);
}

export function renderNotes(row: MigrationModule): Piece {
  const { blocked_by: blocked, carry_over: carried, effort, replaced_by: others } = row;
  const known = new Set([row.technical_name, ...blocked]);
  // What stands in the way is named already.
  const unknown = row.not_indexed.filter((name) => !known.has(name));
  const notes = [
    effort !== null && html`<strong>effort ${effort}</strong>`,
    others.length > 0 && join(others.map(renderReplacement), ", "),
    blocked.length > 0 && html`after ${renderNames(blocked)}`,
    unknown.length > 0 && html`not indexed, so that not all is known: ${renderNames(unknown)}`,
    row.needs_enterprise.length > 0 &&
      html`needs of Odoo Enterprise: ${renderNames(row.needs_enterprise)}`,
    carried?.no_migration && html`not to be migrated: ${carried.no_migration}`,
  ].filter(isShown);
  const details = listDetails(row);
  const folded =
    details.length > 0 &&
    html`<details class="names">
      <summary>details</summary>
      ${join(details, html`<br />`)}
    </details>`;
  return [join(notes, "; "), folded];
}

/** What few look at before they begin. */
function listDetails(row: MigrationModule): readonly Piece[] {
  const { changes, size, forge, people, replaced_by: others } = row;
  return [
    ...others.flatMap(renderEvidence),
    changes?.license === true && html`licence now ${row.targets[0]?.license ?? ""}`,
    renderPython("Python packages added:", changes?.python.added ?? []),
    renderPython("Python packages removed:", changes?.python.removed ?? []),
    isToPort(row) && renderRequests(row),
    size !== null && describeSize(size),
    forge !== null &&
      html`open <a href="${forge.pull_requests}">pull requests</a>, <a href="${forge.issues}">issues</a>`,
    ...(people === null ? [] : listPeople(people)),
    renderUses(listUses(row) ?? []),
  ].filter(isShown);
}

function renderReplacement({
  technical_name: name,
  platform_version: at,
  confidence,
}: MigrationModule["replaced_by"][number]): Html {
  return html`${confidence === "stated" ? "replaced by" : "probably replaced by"} <a href="${toPath("module", name, at)}"><code>${name}</code></a>`;
}

/** What says so can be followed where it stands. */
function renderEvidence({
  technical_name: name,
  evidence,
}: MigrationModule["replaced_by"][number]): readonly Html[] {
  return evidence.map(
    ({ says, path, url }) =>
      html`of <code>${name}</code>: ${says}${
        url !== null && html` <a href="${url}">${path ?? "commit"}</a>`
      }`,
  );
}

/** Whom to ask; nothing where nobody is known. */
function listPeople({
  maintainers,
  ports,
  neighbours,
}: NonNullable<MigrationModule["people"]>): readonly Piece[] {
  return [
    maintainers.length > 0 && `maintained by ${maintainers.join(", ")}`,
    ports.length > 0 && html`ported by ${join(ports.map(renderPort), ", ")}`,
    neighbours.length > 0 && `near it: ${neighbours.map(describeNeighbour).join("; ")}`,
  ];
}

function renderPort({
  author,
  url,
  date,
}: NonNullable<MigrationModule["people"]>["ports"][number]): Piece {
  const year = date.slice(0, 4);
  return html`${author} (${url === null ? year : html`<a href="${url}">${year}</a>`})`;
}

function describeNeighbour({
  name,
  ported,
  maintains,
}: NonNullable<MigrationModule["people"]>["neighbours"][number]): string {
  const does = [
    maintains.length > 0 && `maintains ${maintains.join(", ")}`,
    ported > 0 && `ported ${ported} here`,
  ];
  return `${name} (${does.filter(Boolean).join(", ")})`;
}

function renderUses(uses: readonly ToldUse[]): Html | false {
  return (
    uses.length > 0 &&
    html`<details class="names">
      <summary>${formatCount(uses.length, "change")} in the API it uses</summary>
      <ul>
        ${uses.map(
          ({ said, file, line }) =>
            html`<li>${said}<br /><span class="hint">${file}:${line}</span></li>`,
        )}
      </ul>
    </details>`
  );
}

function renderPython(title: string, names: readonly string[]): Piece {
  return names.length > 0 && html`${title} ${renderNames(names)}`;
}

function describeSize({
  models,
  fields,
  methods,
  views,
  code,
}: NonNullable<MigrationModule["size"]>): string {
  const parts: readonly (readonly [title: string, bytes: number])[] =
    code === null
      ? []
      : [
          ["JavaScript", code.javascript],
          ["tests", code.tests],
          ["migration scripts", code.migrations],
        ];
  return [
    formatCount(models, "class", "classes"),
    formatCount(fields, "field"),
    formatCount(methods, "method"),
    formatCount(views, "view"),
    ...parts.flatMap(([title, bytes]) => (bytes > 0 ? [`${formatBytes(bytes)} of ${title}`] : [])),
  ].join(", ");
}
