// What an update changes against a former plan, with the commits that it brings.
import { html, type Html, type Piece } from "../../../contract/browser/html.js";
import type { Plan, UpdatedModule } from "../../../contract/shape/system/plan.js";
import { renderTablePart } from "../../../faces/page/table.js";
import { renderModuleLink, renderRepositoryLink, renderForgeLink } from "../names.js";
import { renderCode } from "../../../faces/page/pieces.js";

type Update = NonNullable<Plan["update"]>;

/** Nothing without a lock. */
export function renderUpdate({ update, platform_version: at }: Plan): Html | false {
  if (update === undefined) return false;
  const { modules, repositories, removed_known: isRemovedKnown } = update;
  if (modules.length + repositories.length === 0) {
    return html`<div class="notice">
      <p>An update changes nothing: everything is as in the earlier plan.</p>
    </div>`;
  }
  const unknown =
    !isRemovedKnown &&
    html`<p class="hint">
      The former plan names no modules: what is removed, and which versions there were, is not
      known.
    </p>`;
  const changed = {
    label: "An update changes",
    heads: ["Module", "Change", "Before", "After", "Commits"],
    rows: modules.map((row) => [
      row.to === null
        ? html`<code>${row.technical_name}</code>`
        : renderModuleLink(row.technical_name, at, row.to.repository),
      row.change,
      row.from?.[toField(row)],
      row.to?.[toField(row)],
      renderCommits(row),
    ]),
  };
  return html`${renderTablePart(changed, unknown)} ${renderMigrations(modules)}
  ${renderRepositories(update)}`;
}

function renderMigrations(modules: readonly UpdatedModule[]): Html | false {
  const rows = modules.flatMap(({ technical_name: name, migrations }) =>
    migrations.map(({ version, phase, file }) => [
      html`<code>${name}</code>`,
      version,
      phase,
      html`<code>${file}</code>`,
    ]),
  );
  const heads = ["Module", "Version", "Phase", "File"];
  return renderTablePart({ label: "Migration scripts that an update runs", heads, rows });
}

function toField({ change }: UpdatedModule): "repository" | "version" {
  return change === "moved" ? "repository" : "version";
}

/** Of what is plain from the change nothing is said. */
const UNTOLD: Readonly<Record<NonNullable<UpdatedModule["commits_untold"]>, string>> = {
  added: "",
  removed: "",
  other_repository: "from another repository",
  no_commit: "the earlier commit is not given",
  unknown_commit: "the earlier commit is not on this branch",
  ambiguous_commit: "the earlier commit is ambiguous",
  not_kept: "unknown for this branch",
};

function renderCommits(row: UpdatedModule): Piece {
  const { commits, commits_untold: reason, commits_left_out: leftOut } = row;
  if (commits === null) return reason === null ? "" : UNTOLD[reason];
  if (commits === 0) return "none in this module";
  return html`<details>
    <summary>${commits}</summary>
    <ul>
      ${row.pull_requests.map(renderRequest)}
    </ul>
    ${leftOut > 0 && html`<p class="hint">${leftOut} earlier ones are not listed.</p>`}
  </details>`;
}

function renderRequest(request: UpdatedModule["pull_requests"][number]): Html {
  const { number, url, title, commits } = request;
  const name = number === null ? "no pull request" : renderForgeLink(url, renderCode(`#${number}`));
  return html`<li>
    ${name}${title !== null && html` ${title}`}
    <ul>
      ${commits.map(
        (row) => html`<li>
          ${renderForgeLink(row.url, renderCode(row.commit))} ${row.subject}
          <span class="hint">${row.author}, ${row.date.slice(0, 10)}</span>
        </li>`,
      )}
    </ul>
  </li>`;
}

function renderRepositories({ repositories }: Update): Html | false {
  return renderTablePart({
    label: "Repositories with new commits",
    heads: ["Repository", "Before", "After", "Compare"],
    rows: repositories.map((row) => [
      renderRepositoryLink(row.repository),
      row.from === null ? "new" : html`<code>${row.from.slice(0, 12)}</code>`,
      row.to === null ? "no longer needed" : html`<code>${row.to.slice(0, 12)}</code>`,
      row.compare !== null && renderForgeLink(row.compare, "commits between"),
    ]),
  });
}
