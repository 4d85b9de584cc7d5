// What has to be had beside the modules: repositories to clone, Python packages, programs.
import { html, type Html } from "../../../contract/browser/html.js";
import type { Plan } from "../../../contract/shape/system/plan.js";
import { listPlanCommands } from "../../../contract/browser/shell-lines.js";
import { renderLine } from "../pieces.js";
import { renderTable } from "../table.js";
import { renderNames, renderPart, renderRepositoryLink } from "../names.js";

export function renderNeeds(plan: Plan): Html {
  const { repositories, python, binaries } = plan;
  const commands = listPlanCommands(plan);
  return html`${renderPart("Clone", repositories.length, () => renderRepositories(plan))}
  ${renderPart("Python packages", python.length, () =>
    renderTable({
      label: "Python packages",
      heads: ["Package", "Version", "Asked by"],
      rows: python.map(({ name, specifier, requirements }) => [
        html`<code>${name}</code>`,
        specifier === "" ? "any" : html`<code>${specifier}</code>`,
        renderNames([...new Set(requirements.flatMap((row) => row.required_by))]),
      ]),
    }),
  )}
  ${renderPart("Programs", binaries.length, () =>
    renderTable({
      label: "Programs",
      heads: ["Program", "Asked by"],
      rows: binaries.map(({ name, required_by }) => [
        html`<code>${name}</code>`,
        renderNames(required_by),
      ]),
    }),
  )}
  ${renderPart("Commands", commands.length, () => commands.map(([title, lines]) => renderLine(title, lines.join("\n"))))}`;
}

function renderRepositories({ repositories }: Plan): Html {
  const rows = repositories.map((row) => [
    html`${renderRepositoryLink(`${row.organization}/${row.repository}`)}${!row.on_addons_path && html`<br /><span class="hint">not on the addons path</span>`}`,
    html`<code>${row.branch}</code>`,
    html`<code>${row.commit.slice(0, 12)}</code>`,
    renderNames(row.folders),
  ]);
  return renderTable({
    label: "Repositories to clone",
    heads: ["Repository", "Branch", "Commit", "Folders"],
    rows,
  });
}
