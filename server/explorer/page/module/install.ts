// Installation of a module: all repositories that it needs as a file of git-aggregator or as lines
// for a shell, its distribution for pip, and the command that installs it.
import type { Plan } from "../../../contract/shape/system/plan.js";
import type { PageRequest } from "../../page.js";
import { AskError, toQuery } from "../../../contract/browser/ask.js";
import { html, type Html } from "../../../contract/browser/html.js";
import {
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

/** The short ways, beside the head of the page. */
export function renderQuickInstall(
  { plan, requirements }: Installation,
  { name, version, detail }: Installed,
): Html {
  const distribution = findDistribution(name, requirements);
  const ways: readonly Way[] = [
    {
      title: "git",
      id: "git",
      lines: [
        ["Clone", listCloneLines(plan).join("\n")],
        ...listPackageLine(plan),
        ["Install", toStartLine(plan, { install: [name] })],
      ],
    },
    ...(distribution === undefined
      ? []
      : [
          {
            title: "pip",
            id: "pip",
            lines: [
              ["Download", `pip install ${quote(distribution)}`],
              ["Install", toStartLine({ ...plan, addons_path: [] }, { install: [name] })],
            ],
          } as const,
        ]),
  ];
  const prefer = `${detail.organization}/${detail.repository}`;
  const all = `/plan${toQuery({ platform_version: version, modules: name, prefer })}`;
  return html`<section class="card quick" aria-labelledby="quick">
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
      <a href="#install">git-aggregator</a>
      ${ways.map(({ id, lines }) => html`<div class="panel" data-panel="${id}">${renderLines(lines)}</div>`)}
    </fieldset>
    <p class="hint">
      Installs ${formatCount(plan.counts.modules, "module")} in all, from ${formatCount(plan.repositories.length, "repository", "repositories")}.
      <a href="${all}">The whole plan</a>
    </p>
  </section>`;
}

/** Configuration of git-aggregator, and lines for an existing checkout. */
export function renderInstall(
  { plan, reposYaml }: Installation,
  { name }: Pick<Installed, "name">,
): Html {
  const { auto_install: automatic } = plan.counts;
  const programs = findProgramLine(plan);
  return html`<p>
      For git-aggregator, pinned to the commits of this index.${automatic > 0 && html` ${formatCount(automatic, "more module", "more modules")} ${automatic === 1 ? "installs itself" : "install themselves"}.`}
    </p>
    ${renderLines([
      ["repos.yaml", reposYaml.trimEnd()],
      ["Aggregate", "gitaggregate -c repos.yaml"],
      ...(programs === undefined ? [] : [[PROGRAMS, programs] as const]),
      ["In the manifest of another module", `"depends": ["${name}"],`],
    ])}`;
}

function renderLines(lines: readonly Line[]): readonly Html[] {
  return lines.map(([title, line]) => renderLine(title, line));
}

function listPackageLine(plan: Plan): readonly Line[] {
  const pip = findPipLine(plan);
  return pip === undefined ? [] : [["Python packages", pip]];
}

/** The line of the requirements for the module itself: `odoo14-addon-x`, `odoo-addon-x>=16.0dev,<16.1dev`. */
function findDistribution(name: string, requirements: string): string | undefined {
  return requirements.split("\n").find((line) => {
    const [distribution] = line.split(/[=<>]/);
    return distribution !== undefined && /^odoo\d*-addon-(.+)$/.exec(distribution)?.[1] === name;
  });
}
