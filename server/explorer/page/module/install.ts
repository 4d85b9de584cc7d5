// Installation of a module: all repositories that it needs as a file of git-aggregator or as lines
// for a shell, its distribution for pip, and the command that installs it.
import type { Plan } from "../../../contract/shape/system/plan.js";
import type { PageRequest } from "../../page.js";
import { AskError, toQuery } from "../../../contract/browser/ask.js";
import { html, type Html } from "../../../contract/browser/html.js";
import {
  CLONE,
  findPipLine,
  findProgramLine,
  listCloneLines,
  PROGRAMS,
  quote,
  toStartLine,
} from "../../../contract/browser/shell-lines.js";
import { renderLine } from "../../../faces/page/pieces.js";
import { formatCount } from "../../../contract/browser/words.js";
import type { ModuleDetail } from "../../../contract/shape/module.js";

/** Requirements of a single module. */
export interface Installation {
  readonly plan: Plan;
  /** The repositories for git-aggregator. */
  readonly reposYaml: string;
  /** The distributions and packages for pip. */
  readonly requirements: string;
}

interface Wanted {
  readonly name: string;
  readonly version: string;
  /** `<org>/<repo>` */
  readonly provider: string;
}

/** `undefined` where no plan can be asked for, as of a name that holds a comma. */
export async function readInstallation(
  { ask, askText }: Pick<PageRequest, "ask" | "askText">,
  { name, version, provider }: Wanted,
): Promise<Installation | undefined> {
  const question = { platform_version: version, modules: name, prefer: provider };
  try {
    const { body: plan } = await ask("/v1/plan", question);
    return {
      plan,
      reposYaml: await askText("/v1/plan", { ...question, format: "repos.yaml" }),
      requirements: await askText("/v1/plan", { ...question, format: "requirements.txt" }),
    };
  } catch (error) {
    if (error instanceof AskError) return undefined;
    throw error;
  }
}

type Line = readonly [title: string, lines: string];

interface Way {
  readonly title: string;
  readonly id: string;
  readonly lines: readonly Line[];
}

interface Installed {
  readonly name: string;
  readonly version: string;
  readonly detail: ModuleDetail;
}

const START = "Install the module in a database";

/** Each way to install it: lines for a shell, pip, or git-aggregator pinned to the commits of the index. */
export function renderInstall(
  { plan, reposYaml, requirements }: Installation,
  { name, version, detail }: Installed,
): Html {
  const distribution = findDistribution(name, requirements);
  const start: Line = [START, toStartLine(plan, { install: [name] })];
  const pip = findPipLine(plan);
  const programs = findProgramLine(plan);
  const packages: readonly Line[] = [
    ...(pip === undefined ? [] : [["Python packages", pip] as const]),
    ...(programs === undefined ? [] : [[PROGRAMS, programs] as const]),
  ];
  const ways: readonly Way[] = [
    {
      title: "git",
      id: "git",
      lines: [[CLONE, listCloneLines(plan).join("\n")], ...packages, start],
    },
    ...(distribution === undefined
      ? []
      : [
          {
            title: "pip",
            id: "pip",
            lines: [
              ["Install Odoo", toOdooLine(version)],
              ["Install the package", `pip install ${quote(distribution)}`],
              [
                START,
                toStartLine({ ...plan, addons_path: [], repositories: [] }, { install: [name] }),
              ],
            ],
          } as const,
        ]),
    {
      title: "git-aggregator",
      id: "aggregator",
      lines: [
        ["repos.yaml, at the commits of this index", reposYaml.trimEnd()],
        ["Aggregate", "gitaggregate -c repos.yaml"],
        ...packages,
        start,
      ],
    },
  ];
  const prefer = `${detail.organization}/${detail.repository}`;
  const all = `/plan${toQuery({ platform_version: version, modules: name, prefer })}`;
  const { modules, dependency, auto_install: automatic, missing } = plan.counts;
  return html`<section class="card quick" id="install" aria-labelledby="quick">
    <h2 id="quick">Install</h2>
    <fieldset class="tabs">
      <legend class="hidden">Ways to install it</legend>
      ${ways.map(
        ({ title, id }, at) =>
          html`<input type="radio" name="install" id="install-${id}" ${at === 0 && html` checked`} /><label
              for="install-${id}"
              >${title}</label
            > `,
      )}
      ${ways.map(({ id, lines }) => html`<div class="panel" data-panel="${id}">${renderLines(lines)}</div>`)}
    </fieldset>
    <p class="hint">
      Installs ${formatCount(modules, "module")}: this one, ${formatCount(dependency, "dependency", "dependencies")}, and ${automatic} by auto-install.
      ${missing > 0 && `It also needs ${formatCount(missing, "module")} that this index lacks at ${version}; the commands do not fetch them.`}
      <a href="${all}">The whole plan</a>
    </p>
  </section>`;
}

const toOdooLine = (version: string): string =>
  `git clone --depth 1 --branch ${quote(version)} https://github.com/odoo/odoo.git && pip install -r odoo/requirements.txt -e ./odoo`;

function renderLines(lines: readonly Line[]): readonly Html[] {
  return lines.map(([title, line]) => renderLine(title, line));
}

/** The line of the requirements for the module itself: `odoo14-addon-x`, `odoo-addon-x>=16.0dev,<16.1dev`. */
function findDistribution(name: string, requirements: string): string | undefined {
  return requirements.split("\n").find((line) => {
    const [distribution] = line.split(/[=<>]/);
    return distribution !== undefined && /^odoo\d*-addon-(.+)$/.exec(distribution)?.[1] === name;
  });
}
