// What else is to be known of a module that is to be migrated, as markup.
import { formatBytes } from "../../../contract/shape/migration/amounts.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import type { MigrationModule } from "../../../contract/shape/migration/report.js";
import { renderNames } from "../plan/names.js";
import { count, join } from "../pieces.js";

/** Is there nothing yet that could be installed? */
function isToPort({ state }: MigrationModule): boolean {
  return ["to_port", "blocked", "not_installable", "unknown"].includes(state);
}

export function renderNotes(row: MigrationModule): Piece {
  const {
    blocked_by: blocked,
    carry_over: carried,
    changes,
    size,
    effort,
    forge,
    api,
    patches,
  } = row;
  const notes = [
    blocked.length > 0 &&
      html`${isToPort(row) ? "after" : "there, but cannot be installed before"} ${renderNames(blocked)}`,
    !row.complete && html`not indexed, so that not all is known: ${renderNames(row.not_indexed)}`,
    carried?.no_migration && html`not to be migrated: ${carried.no_migration}`,
    changes?.license === true && html`licence now ${row.targets[0]?.license ?? ""}`,
    renderPython("Python packages added:", changes?.python.added ?? []),
    renderPython("Python packages removed:", changes?.python.removed ?? []),
    size !== null && html`<strong>effort ${effort}</strong>: ${describeSize(size)}`,
    forge !== null &&
      html`open <a href="${forge.pull_requests}">pull requests</a>, <a href="${forge.issues}">issues</a>`,
    api !== null && api.length > 0 && renderUses(api),
    patches !== null && patches.length > 0 && renderPatches(patches),
  ].filter((note) => note !== false && note !== undefined && note !== null && note !== "");
  return join(notes, html`<br />`);
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

function renderPatches(patches: NonNullable<MigrationModule["patches"]>): Html {
  return html`<details class="names">
    <summary>${count(patches.length, "JavaScript patch", "JavaScript patches")} of what is gone or elsewhere</summary>
    <ul>
      ${patches.map(
        ({ change, name, methods, now, file, line }) => html`<li>
          ${change === "moved" ? "moved" : "removed"} <code>${[name, methods.join(", ")].filter(Boolean).join(" ")}</code>${change === "moved" && html` to ${now.join(", ")}`}<br /><span class="hint">${file}:${line}</span>
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
