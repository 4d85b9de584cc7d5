// A report of a migration as markup: what it comes to, what to do first, and the modules of each state.
import type {
  MigrationModule,
  MigrationLocation,
  MigrationReport,
} from "../../../contract/shape/migration/report.js";
import { describeWork, nameRequest } from "../../../contract/browser/carried-requests.js";
import { toPath } from "../../../contract/browser/ask.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import { renderNames, renderPart } from "../plan/names.js";
import { renderTable } from "../table.js";
import { PLATFORMS } from "../unresolved.js";
import { count, join } from "../pieces.js";

type State = MigrationModule["state"];

/** What is to be done first, what is done already last. */
const STATES: readonly (readonly [state: State, title: string])[] = [
  ["to_port", "To port"],
  ["blocked", "To port, after others"],
  ["not_installable", "Exists, but not installable"],
  ["unknown", "Unknown"],
  ["ported_with_commits_missing", "Ported, with commits missing"],
  ["renamed", "Renamed"],
  ["merged", "Merged"],
  ["moved", "Moved"],
  ["in_core", "In Odoo itself"],
  ["ported", "Ported"],
];

const FEW_REQUESTS = 6;

/** @param links that stand below what it comes to */
export function renderReport(report: MigrationReport, links: Html): Html {
  const { modules, waves } = report;
  return html`${renderVerdict(report)} ${links}
    ${renderPart("What to port, in which order", waves.length, () => renderWaves(waves))}
    ${STATES.map(([state, title]) => {
      const rows = modules.filter((row) => row.state === state);
      return renderPart(title, rows.length, () => renderModules(title, rows));
    })}
    ${renderRepositories(report)}`;
}

function renderVerdict({ counts, from, to }: MigrationReport): Html {
  const work = counts.to_port + counts.blocked + counts.not_installable;
  const found = STATES.filter(([state]) => counts[state] > 0).map(
    ([state, title]) => `${counts[state]} ${title.toLowerCase()}`,
  );
  return html`<section aria-labelledby="verdict">
    <h2 id="verdict">
      ${
        work + counts.unknown === 0
          ? html`<span class="badge good">Nothing to port</span>`
          : html`<span class="badge bad">${work} to port</span>`
      }
      From ${from} to ${to}
    </h2>
    <p>
      ${count(counts.requested, "module")} and ${counts.dependency}
      that they need: ${found.join("; ")}.
    </p>
    ${counts.commits > 0 && html`<p>${describeWork(counts)}.</p>`}
  </section>`;
}

function renderWaves(waves: MigrationReport["waves"]): Html {
  return html`<p class="hint">
      All modules of a line can be ported in parallel, once the lines before it are done; those that block most come first.
    </p>
    <ol>
      ${waves.map((wave) => html`<li>${renderNames(wave)}</li>`)}
    </ol>`;
}

function renderModules(label: string, rows: readonly MigrationModule[]): Html {
  return renderTable({
    label,
    heads: ["Module", "From", "To", "Pull requests", "Commits missing", "Notes"],
    rows: rows.map((row) => [
      renderName(row),
      row.from === null ? "" : renderPlace(row.from),
      renderTargets(row),
      renderRequests(row),
      row.carry_over === null ? "" : String(row.carry_over.missing),
      renderNotes(row),
    ]),
  });
}

function renderName({ technical_name: name, origin, required_by: users }: MigrationModule): Html {
  return html`<a href="${toPath("lineage", name)}"><code>${name}</code></a>${
    origin === "dependency" && html`<br /><span class="hint">needed by </span>${renderNames(users)}`
  }`;
}

function renderPlace(place: MigrationLocation): Html {
  const { technical_name: name, platform_version: at, organization, repository, edition } = place;
  if (organization === null || repository === null) {
    return html`<code>${name}</code> ${at}<br /><span class="hint">${PLATFORMS[edition ?? "core"]}</span>`;
  }
  return html`<a href="${toPath("module", name, at)}"><code>${name}</code> ${at}</a><br /><a
      href="${toPath("repo", repository)}"
      >${organization}/${repository}</a
    >`;
}

function renderTargets({ targets, start }: MigrationModule): Piece {
  const places = join(targets.map(renderPlace), html`<br />`);
  if (start === null) return places;
  return html`${places}${places.length > 0 && html`<br />`}<span class="hint">port from </span>${renderPlace(start)}`;
}

function renderRequests({ carry_over: carried }: MigrationModule): Piece {
  if (carried === null || carried.process === null) return "";
  if (carried.process === "not_compared") return "not compared";
  const requests = carried.pull_requests.map(renderRequest);
  const shown = requests.slice(0, FEW_REQUESTS);
  const rest = requests.slice(FEW_REQUESTS);
  return html`${carried.process === "migrate" && html`<span class="hint">of its history: </span>`}${join(shown, html`<br />`)}${
    rest.length > 0 &&
    html`<details class="names">
      <summary>and ${rest.length} more</summary>
      ${join(rest, html`<br />`)}
    </details>`
  }`;
}

/** What it says, and its number; where that leads nowhere its commits have links. */
function renderRequest(
  request: NonNullable<MigrationModule["carry_over"]>["pull_requests"][number],
): Html {
  const { url, title, first_commits: commits } = request;
  const [first] = commits;
  if (url !== null) {
    return html`<a href="${url}">${title ?? first?.subject ?? ""}</a> <span class="hint">${nameRequest(request)}</span>`;
  }
  const said = commits.map((commit) =>
    commit.url === null ? commit.subject : html`<a href="${commit.url}">${commit.subject}</a>`,
  );
  return html`<span class="hint">${nameRequest(request)}:</span> ${join(said)}`;
}

/** Is there nothing yet that could be installed? */
function isToPort(state: State): boolean {
  return ["to_port", "blocked", "not_installable", "unknown"].includes(state);
}

function renderNotes({
  state,
  complete,
  not_indexed: unknown,
  blocked_by: blocked,
  carry_over: carried,
  changes,
  targets,
  size,
  effort,
  forge,
  api,
}: MigrationModule): Piece {
  const notes = [
    blocked.length > 0 &&
      html`${isToPort(state) ? "after" : "there, but needs what is not:"} ${renderNames(blocked)}`,
    !complete && html`not indexed, so that not all is known: ${renderNames(unknown)}`,
    carried?.no_migration && html`not to be migrated: ${carried.no_migration}`,
    changes?.license === true && html`licence now ${targets[0]?.license ?? ""}`,
    renderPython("Python packages added:", changes?.python.added ?? []),
    renderPython("Python packages removed:", changes?.python.removed ?? []),
    size !== null && `effort ${effort}: ${describeSize(size)}`,
    forge !== null &&
      html`open <a href="${forge.pull_requests}">pull requests</a>, <a href="${forge.issues}">issues</a>`,
    api !== null && api.length > 0 && renderUses(api),
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

function renderPython(title: string, names: readonly string[]): Piece {
  return names.length > 0 && html`${title} ${renderNames(names)}`;
}

function describeSize({ models, fields, methods, views }: NonNullable<MigrationModule["size"]>) {
  return `${models} classes, ${fields} fields, ${methods} methods, ${views} views`;
}

function renderRepositories({ repositories, from, to }: MigrationReport): Html | false {
  return renderPart("Repositories read", repositories.length, () =>
    renderTable({
      label: "Repositories read",
      heads: ["Repository", `Branch for ${from}`, `Branch for ${to}`],
      rows: repositories.map((row) => [
        html`<a href="${toPath("repo", row.repository)}">${row.organization}/${row.repository}</a>`,
        ...[row.from, row.to].map((one) =>
          one === null
            ? html`none`
            : html`<code>${one.branch}</code> as of ${one.committed.slice(0, 10)}`,
        ),
      ]),
    }),
  );
}
