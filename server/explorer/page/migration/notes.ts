// What else is to be known of a module that is to be migrated, as markup.
import { formatBytes } from "../../../contract/shape/migration/amounts.js";
import { toPath } from "../../../contract/browser/ask.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import type { MigrationModule } from "../../../contract/shape/migration/report.js";
import { renderNames } from "../plan/names.js";
import { count, join } from "../pieces.js";

/** Is there nothing yet that could be installed? */
function isToPort({ state }: MigrationModule): boolean {
  return ["to_port", "blocked", "not_installable", "unknown"].includes(state);
}

export function renderNotes(row: MigrationModule): Piece {
  const { blocked_by: blocked, carry_over: carried, changes, size, effort, forge, api } = row;
  const notes = [
    ...row.replaced_by.map(renderReplacement),
    blocked.length > 0 &&
      html`${isToPort(row) ? "after" : "there, but cannot be installed before"} ${renderNames(blocked)}`,
    row.needs_enterprise.length > 0 &&
      html`needs of Odoo Enterprise: ${renderNames(row.needs_enterprise)}`,
    !row.complete && html`not indexed, so that not all is known: ${renderNames(row.not_indexed)}`,
    carried?.no_migration && html`not to be migrated: ${carried.no_migration}`,
    changes?.license === true && html`licence now ${row.targets[0]?.license ?? ""}`,
    renderPython("Python packages added:", changes?.python.added ?? []),
    renderPython("Python packages removed:", changes?.python.removed ?? []),
    size !== null && html`<strong>effort ${effort}</strong>: ${describeSize(size)}`,
    forge !== null &&
      html`open <a href="${forge.pull_requests}">pull requests</a>, <a href="${forge.issues}">issues</a>`,
    row.people !== null && renderPeople(row.people),
    api !== null && api.length > 0 && renderUses(api),
  ].filter((note) => note !== false && note !== undefined && note !== null && note !== "");
  return join(notes, html`<br />`);
}

/** What says so can be followed where it stands. */
function renderReplacement({
  technical_name: name,
  platform_version: at,
  confidence,
  evidence,
}: MigrationModule["replaced_by"][number]): Html {
  return html`${confidence === "stated" ? "replaced by" : "probably replaced by"} <a href="${toPath("module", name, at)}"><code>${name}</code></a>
    <details class="names">
      <summary>evidence</summary>
      ${join(
        evidence.map(({ says, path, url }) => {
          const where = path ?? "commit";
          return html`${says}${url !== null && html` <a class="hint" href="${url}">${where}</a>`}`;
        }),
        html`<br />`,
      )}
    </details>`;
}

/** Whom to ask; nothing where nobody is known. */
function renderPeople({
  maintainers,
  ports,
  neighbours,
}: NonNullable<MigrationModule["people"]>): Piece {
  const told = [
    maintainers.length > 0 && html`maintained by ${maintainers.join(", ")}`,
    ports.length > 0 &&
      html`ported by ${join(
        ports.map(({ author, url, date }) =>
          url === null
            ? `${author} (${date.slice(0, 4)})`
            : html`${author} (<a href="${url}">${date.slice(0, 4)}</a>)`,
        ),
        ", ",
      )}`,
    ...neighbours.map(({ name, ported, maintains }) =>
      [
        `${name}:`,
        [
          maintains.length > 0 && `maintains ${maintains.join(", ")}`,
          ported > 0 && `ported ${ported} here`,
        ]
          .filter(Boolean)
          .join(", "),
      ].join(" "),
    ),
  ].filter((one) => one !== false);
  return (
    told.length > 0 &&
    html`<details class="names">
      <summary>whom to ask</summary>
      ${join(told, html`<br />`)}
    </details>`
  );
}

/** What is removed says so; of the others what they are now. */
function renderUses(uses: NonNullable<MigrationModule["api"]>): Html {
  return html`<details class="names">
    <summary>${count(uses.length, "change")} in the API it uses</summary>
    <ul>
      ${uses.map(
        ({ change, model, name, target, used_in: where }) => html`<li>
          ${change} <code>${model}${name !== null && ` ${name}`}</code>${
            change === "renamed" &&
            target !== null &&
            html` to <code>${target.name ?? target.model}</code>`
          }<br /><span class="hint">${where.file}:${where.line}</span>
        </li>`,
      )}
    </ul>
  </details>`;
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
    count(models, "class", "classes"),
    count(fields, "field"),
    count(methods, "method"),
    count(views, "view"),
    ...parts.flatMap(([title, bytes]) => (bytes > 0 ? [`${formatBytes(bytes)} of ${title}`] : [])),
  ].join(", ");
}
