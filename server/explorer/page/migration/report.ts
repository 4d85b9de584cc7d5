// A report of a migration as markup: what it comes to, what to do first, and the modules of each state.
import type {
  MigrationModule,
  MigrationLocation,
  MigrationReport,
} from "../../../contract/shape/migration/report.js";
import { describeWork } from "../../../contract/browser/carried-requests.js";
import { describeSum } from "../../../contract/shape/migration/amounts.js";
import { toPath } from "../../../contract/browser/ask.js";
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import { describeEfforts } from "../../../contract/shape/migration/effort.js";
import { renderNames, renderRepositoryLink } from "../names.js";
import { renderFoldedTable, renderTablePart, type TableContent } from "../table.js";
import { PLATFORMS } from "../unresolved.js";
import { join, renderPart } from "../pieces.js";
import { formatCount } from "../../../contract/browser/words.js";
import { isToPort, renderNotes } from "./notes.js";
import { renderRequests } from "./requests.js";

type State = MigrationModule["state"];

/** What is to be done first, what is done already last. */
const STATES: readonly (readonly [state: State, title: string])[] = [
  ["to_port", "To port"],
  ["blocked", "To port, after others"],
  ["not_installable", "Exists, but not installable"],
  ["unknown", "Unknown"],
  ["waiting", "There, but not installable before others are"],
  ["ported_with_commits_missing", "Ported, with commits missing"],
  ["renamed", "Renamed"],
  ["merged", "Merged"],
  ["moved", "Moved"],
  ["in_core", "In Odoo itself"],
  ["ported", "Ported"],
];

/** Nobody has to do anything about them but what their rows say. */
const DONE: ReadonlySet<State> = new Set(["in_core", "ported"]);

export function renderReport(report: MigrationReport): Html {
  const { modules } = report;
  return html`${renderWaves(report)}
    ${STATES.map(([state, title]) => {
      const rows = modules.filter((row) => row.state === state);
      const render = DONE.has(state) ? renderFoldedTable : renderTablePart;
      return render(toTable(title, rows));
    })}
    ${renderRepositories(report)}`;
}

/** What the report comes to, for the card above its details. */
export function describeVerdict({ counts, from, to }: MigrationReport) {
  const work = counts.to_port + counts.blocked + counts.not_installable;
  const isGood = work + counts.unknown === 0;
  const found = STATES.filter(([state]) => counts[state] > 0).map(
    ([state, title]) => `${counts[state]} ${title.toLowerCase()}`,
  );
  return {
    badge: isGood ? "Nothing to port" : `${work} to port`,
    isGood,
    title: `From ${from} to ${to}`,
    lines: [
      `${formatCount(counts.requested, "module")} and ${counts.dependency} that they need: ${found.join("; ")}.`,
      counts.commits > 0 && `${describeWork(counts)}.`,
      counts.work.modules > 0 && `Effort of the modules to port: ${describeSum(counts.work)}.`,
    ],
  };
}

function renderWaves({ waves, wave_sums: sums }: MigrationReport): Html | false {
  return renderPart(
    "What to port, in which order",
    waves.length,
    () =>
      html`${
        waves.length > 1 &&
        html`<p class="hint">
            All modules of a line can be ported in parallel, once the lines before it are done; those that block most come first.
          </p>`
      }
        <ol>
          ${waves.map((wave, at) => {
            const sum = sums[at];
            return html`<li>
              ${renderNames(wave)}${
                sum !== undefined &&
                sum.modules > 0 &&
                html` <span class="hint">${describeEfforts(sum.effort)}</span>`
              }
            </li>`;
          })}
        </ol>`,
  );
}

function toTable(label: string, rows: readonly MigrationModule[]): TableContent {
  return {
    label,
    look: "migration",
    heads: ["Module", "Where", "Commits to port", "Notes"],
    rows: rows.map((row) => [
      renderName(row),
      renderWhere(row),
      // Before it is ported nobody looks at what else it lacks: that stands among the details.
      isToPort(row) ? "" : renderRequests(row),
      renderNotes(row),
    ]),
  };
}

/** A name that nobody has has no lineage. */
function renderName({
  technical_name: name,
  origin,
  required_by: users,
  state,
}: MigrationModule): Html {
  const code = html`<code>${name}</code>`;
  return html`${state === "unknown" ? code : html`<a href="${toPath("lineage", name)}">${code}</a>`}${
    origin === "dependency" && html` <span class="hint">needed by </span>${renderNames(users)}`
  }`;
}

/** From where to where, and whose it is: once, where all of it is in one repository. */
function renderWhere(row: MigrationModule): Piece {
  const { from, targets, start } = row;
  const way = [...(from === null ? [] : [from]), ...targets];
  const all = start === null ? way : [...way, start];
  const [first] = all;
  if (first === undefined) return "";
  const isOne = all.every((place) => nameProvider(place) === nameProvider(first));
  const show = (place: MigrationLocation): Piece =>
    isOne ? renderVersion(place, row) : [renderVersion(place, row), " ", renderProvider(place)];
  return html`${join(way.map(show), " → ")}${way.length > 0 && start !== null && ", "}${
    start !== null && html`<span class="hint">port from</span> ${show(start)}`
  }${isOne && [" ", renderProvider(first)]}`;
}

/** With its name where that is another than that of the row. */
function renderVersion(place: MigrationLocation, row: MigrationModule): Piece {
  const { technical_name: name, platform_version: at, organization } = place;
  const said = html`${name !== row.technical_name && html`<code>${name}</code> `}${at}`;
  return organization === null ? said : html`<a href="${toPath("module", name, at)}">${said}</a>`;
}

function nameProvider({ organization, repository, edition }: MigrationLocation): string {
  return organization === null || repository === null
    ? PLATFORMS[edition ?? "core"]
    : `${organization}/${repository}`;
}

function renderProvider(place: MigrationLocation): Html {
  const { repository } = place;
  return html`<span class="hint"
    >${
      repository === null
        ? nameProvider(place)
        : html`<a href="${toPath("repo", repository)}">${nameProvider(place)}</a>`
    }</span
  >`;
}

function renderRepositories({ repositories, from, to }: MigrationReport): Html | false {
  return renderFoldedTable({
    label: "Repositories read",
    heads: ["Repository", `Branch for ${from}`, `Branch for ${to}`],
    rows: repositories.map((row) => [
      renderRepositoryLink(`${row.organization}/${row.repository}`),
      ...[row.from, row.to].map((one) =>
        one === null
          ? html`none`
          : html`<code>${one.branch}</code> as of ${one.committed?.slice(0, 10) ?? "an unknown day"}`,
      ),
    ]),
  });
}
