// Tools about one module: what it is, what it needs and who needs it, what changed between versions.
import type { BodyAt } from "../../routes/ask.js";
import { Problem } from "../../contract/problem.js";
import { dependenciesRoute, dependentsRoute } from "../../routes/dependencies.js";
import { moduleDiffRoute } from "../../routes/diff.js";
import { moduleDetailRoute } from "../../routes/module.js";
import type { Lineage } from "../../contract/shape/lineage.js";
import { takeArguments } from "../arguments.js";
import { describeGone } from "./gone.js";
import { DEFAULT_PARTS, isPart, listIncluded, PARTS, toModuleView } from "./module-view.js";
import { toRows, type Tool, type ToolBody, type ToolQuestion } from "../tool.js";

const detailArguments = takeArguments(moduleDetailRoute, {
  // The tool gives its own choice of a module; the version may be left to it.
  without: ["include", "fields", "view"],
  optional: ["platform_version"],
});

const AT_VERSION = "/v1/module/{module_name}/{platform_version}";

const getModule: Tool = {
  name: "get_module",
  title: "Get one module",
  description:
    "One module at one Odoo version (default the newest at which it can be installed): facts, counts and the parts you choose, for each repository that has it. Usage, configuration, known issues and changelog are part readme. Ask for fields, views, scripts only when needed; cut tells what is left out. became: its name from a version on; gone: no version has it from then on.",
  required: detailArguments.required,
  parameters: {
    ...detailArguments.parameters,
    parts: {
      type: "array",
      items: { type: "string", enum: PARTS },
      description: "Default description, dependencies, models.",
    },
  },
  async answer({ given, ask }) {
    const { parts, platform_version: asked } = given;
    const chosen = parts === undefined ? DEFAULT_PARTS : parts.split(",").filter(isPart);
    const { body: summary } = await ask("/v1/module/{module_name}");
    const newest = summary.installable.platform_versions.at(-1) ?? summary.platform_versions.at(-1);
    const version = asked ?? newest ?? "";
    const include = listIncluded(chosen).join(",");
    const { body } = await ask(AT_VERSION, { platform_version: version, include });
    const { body: lineage } = await ask("/v1/lineage/{module_name}");
    const gone = describeGone(lineage);
    const became = listBecame(lineage);
    return {
      technical_name: summary.technical_name,
      platform_versions: summary.platform_versions,
      installable_at: summary.installable.platform_versions,
      ...(gone === undefined ? {} : { gone: [gone] }),
      ...(became.length === 0 ? {} : { became }),
      modules: body.map((detail) => toModuleView(detail, chosen)),
    };
  },
};

/** What the module is not any more: each other name that has its contents, with the version and what happened. */
function listBecame({ technical_name: name, steps }: Lineage): readonly ToolBody[] {
  return steps.flatMap(({ kind, from, to }) =>
    from.technical_name !== name || to.technical_name === null || to.technical_name === name
      ? []
      : [{ technical_name: to.technical_name, kind, platform_version: to.platform_version }],
  );
}

/** Without a limit the route gives more; an agent asks for more. */
const FALLBACK_LIMIT = 30;

const needs = takeArguments(dependenciesRoute);

const neededBy = takeArguments(dependentsRoute, {
  prose: { direct: "needed_by: only depth 1." },
  fallbackLimit: FALLBACK_LIMIT,
});

const DIRECTIONS = ["needs", "needed_by"] as const;

const getDependencies: Tool = {
  name: "get_dependencies",
  title: "What a module needs, or who needs it",
  description:
    "direction needs: all that must be installed with a module, in load order with depth; repositories to clone, Python packages (pip), programs (bin), unresolved names (core and enterprise are of Odoo itself; only unknown is a warning), not_installable modules that block it, cycles. direction needed_by: modules that need it, directly (depth 1) or through others, nearest first; also of a module that is not indexed.",
  required: needs.required,
  fallbackLimit: FALLBACK_LIMIT,
  parameters: {
    ...needs.parameters,
    direction: { type: "string", enum: DIRECTIONS, description: "Default needs." },
    ...neededBy.parameters,
  },
  async answer(question) {
    const { direction } = question.given;
    if (direction === "needed_by") return listDependents(question);
    if (direction === undefined || direction === "needs") return listNeeds(question);
    throw new Problem("invalid_parameters", `direction is one of ${DIRECTIONS.join(", ")}.`);
  },
};

async function listNeeds({ ask }: ToolQuestion): Promise<ToolBody> {
  const { body } = await ask(`${AT_VERSION}/dependencies`);
  // The tree says once more what the list of modules says.
  const { tree: _tree, modules, repositories, ...rest } = body;
  return {
    ...rest,
    modules: modules.map(({ organization, repository, installable, providers, ...module }) => ({
      ...module,
      from: `${organization}/${repository}`,
      ...(installable ? {} : { installable }),
      ...(providers.length > 1 ? { providers } : {}),
    })),
    repositories: repositories.map(({ git, branch }) => `${git} ${branch}`),
  };
}

async function listDependents({ ask }: ToolQuestion): Promise<ToolBody> {
  const dependents = await ask(`${AT_VERSION}/dependents`);
  const { modules, ...details } = dependents.body;
  const rows = modules.map(({ installable, providers, ...module }) => ({
    ...module,
    from: providers,
    ...(installable ? {} : { installable }),
  }));
  return { ...details, ...toRows(dependents, rows) };
}

const compared = takeArguments(moduleDiffRoute, {
  prose: { from: "Odoo version before.", to: "Odoo version after." },
});

const diffModule: Tool = {
  name: "diff_module",
  title: "Compare versions of a module",
  description:
    "What one module gained, lost and changed between two Odoo versions: manifest, dependencies, models, fields, methods, views. Renames have evidence. compared_with: the other name under which it goes on. For many modules use report_migration.",
  required: compared.required,
  parameters: {
    ...compared.parameters,
    model: { type: "string", description: "Only this model." },
  },
  async answer({ given, ask }) {
    const { body } = await ask("/v1/module/{module_name}/diff/{from}/{to}");
    return given["model"] === undefined ? body : pickModel(body, given["model"]);
  },
};

type Diff = BodyAt<"/v1/module/{module_name}/diff/{from}/{to}">;

/** Without the sides, which say the same of every model. */
function pickModel({ technical_name, compared_with, models }: Diff, model: string): ToolBody {
  const { added, removed, renamed, changed } = models;
  const picked = {
    added: added.filter((name) => name === model),
    removed: removed.filter((name) => name === model),
    renamed: renamed.filter(({ from, to }) => [from, to].includes(model)),
    changed: changed.filter(({ model_name }) => model_name === model),
  };
  const isSame = Object.values(picked).every((list) => list.length === 0);
  return { technical_name, compared_with, models: picked, ...(isSame && { unchanged: model }) };
}

export const MODULE_TOOLS: readonly Tool[] = [getModule, getDependencies, diffModule];
