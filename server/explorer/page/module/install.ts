// How a module gets onto a machine: all repositories that it needs as a file of git-aggregator or as lines for a
// shell, the distribution that pip takes, and the command that installs it.
import type { Plan } from "../../../contract/shape/system/plan.js";
import type { PageRequest } from "../../page.js";
import { AskError, toQuery } from "../../../contract/browser/ask.js";
import { html, type Html } from "../../../contract/browser/html.js";
import {
  findPipLine,
  listCloneLines,
  quote,
  toStartLine,
} from "../../../contract/browser/shell-lines.js";
import { renderLine } from "../pieces.js";

/** What it takes to install a module alone. */
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

interface Way {
  readonly title: string;
  readonly id: string;
  readonly lines: readonly (readonly [title: string, lines: string])[];
}

export function renderInstall(
  { plan, reposYaml, requirements }: Installation,
  { name, version, provider }: Wanted,
): Html {
  const start = toStartLine(plan, { install: [name] });
  const pip = findPipLine(plan);
  const packages = pip === undefined ? [] : [["Python packages", pip] as const];
  const distribution = findDistribution(name, requirements);
  const ways: readonly Way[] = [
    {
      title: "git-aggregator",
      id: "repos",
      lines: [
        ["repos.yaml", reposYaml.trimEnd()],
        ["Clone", "gitaggregate -c repos.yaml"],
        ...packages,
        ["Install", start],
      ],
    },
    {
      title: "git",
      id: "git",
      lines: [["Clone", listCloneLines(plan).join("\n")], ...packages, ["Install", start]],
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
  const others = plan.repositories.length - 1;
  const all = `/plan${toQuery({ platform_version: version, modules: name, prefer: provider })}`;
  return html`<fieldset class="tabs">
      <legend class="hidden">Ways to install it</legend>
      ${ways.map(
        ({ title, id }, at) =>
          html`<input type="radio" name="install" id="install-${id}" ${at === 0 && html` checked`} /><label
              for="install-${id}"
              >${title}</label
            > `,
      )}
      ${ways.map(({ id, lines }) => html`<div class="panel" data-panel="${id}">${lines.map(([what, line]) => renderLine(what, line))}</div>`)}
    </fieldset>
    <p class="hint">
      ${plan.counts.modules} modules of ${others === 0 ? "this repository" : `${plan.repositories.length} repositories`} with all dependencies${plan.counts.auto_install > 0 && ` and ${plan.counts.auto_install} that are auto-installed`}.
      <a href="${all}">The whole plan</a>
    </p>`;
}

/** The line of the requirements for the module itself: `odoo14-addon-x`, `odoo-addon-x>=16.0dev,<16.1dev`. */
function findDistribution(name: string, requirements: string): string | undefined {
  return requirements.split("\n").find((line) => {
    const [distribution] = line.split(/[=<>]/);
    return distribution !== undefined && /^odoo\d*-addon-(.+)$/.exec(distribution)?.[1] === name;
  });
}
