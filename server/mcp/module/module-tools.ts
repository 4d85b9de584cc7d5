// Tools about one module: what it is, what it needs and who needs it, what changed between versions.
import { dependenciesRoute, dependentsRoute } from "../../interface/resource/dependencies.js";
import { moduleDiffRoute } from "../../interface/resource/diff.js";
import { moduleDetailRoute } from "../../interface/resource/module.js";
import type { Lineage } from "../../interface/shape/lineage.js";
import { takeArguments } from "../arguments.js";
import { describeGone } from "./gone.js";
import { DEFAULT_PARTS, isPart, listIncluded, PARTS, toModuleView } from "./module-view.js";
import { limitUnlessGiven, type Tool, type ToolBody } from "../tool.js";

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
    "What one module is at one Odoo version: version, summary, license, repository, counts, and the parts you choose. Default parts: description, dependencies, models. Ask for others, such as readme (usage, configuration, known issues, changelog), fields, methods, views, access rules or HTTP controllers, only when you need them; long lists are cut, and cut says so. Without platform_version it is the newest at which it can be installed. One element for each repository that carries the module. became: it goes on under another name from that version on; ask for that one. gone: it is at no version from then on.",
  required: detailArguments.required,
  parameters: {
    ...detailArguments.parameters,
    parts: {
      type: "array",
      items: { type: "string", enum: PARTS },
      description: "What to give beside the details; fields and methods stand within models.",
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

const getDependencies: Tool = {
  name: "get_dependencies",
  title: "What a module needs",
  description:
    "Everything that a module needs at one Odoo version, directly or not: modules in install order with depth, repositories to clone, Python packages (pip), executables (bin), names that no repository here has (unresolved; kind core and enterprise are modules of Odoo itself that are not indexed, only unknown is a warning), modules that are there and cannot be installed (not_installable: they block it) and circles. For the other direction use get_dependents.",
  ...takeArguments(dependenciesRoute),
  async answer({ ask }) {
    const { body } = await ask(`${AT_VERSION}/dependencies`);
    // The tree says once more what the list of modules says.
    const { tree: _, ...needs } = body;
    return needs;
  },
};

const FALLBACK_LIMIT = 50;

const getDependents: Tool = {
  name: "get_dependents",
  title: "Who needs a module",
  description:
    "The modules that need this one at one Odoo version, directly (depth 1) or through others, nearest first. Use it to see what a change of a module touches. It also answers for a module that is not indexed, such as one of Odoo itself (kind core or enterprise).",
  ...takeArguments(dependentsRoute, {
    prose: { direct: "Only those that declare the dependency themselves." },
  }),
  async answer({ given, ask }) {
    const limit = limitUnlessGiven(given, FALLBACK_LIMIT);
    const { body, page } = await ask(`${AT_VERSION}/dependents`, limit);
    const { modules, ...details } = body;
    return { ...details, total: page?.total, offset: page?.offset, rows: modules };
  },
};

const diffModule: Tool = {
  name: "diff_module",
  title: "What changed in a module between two versions",
  description:
    "What one module gained, lost and changed from one Odoo version to another: manifest, dependencies, models, fields, methods and views. Renames are guesses with their reason. A module that was renamed or merged in between is compared under its other name: compared_with. Use it to plan a migration.",
  ...takeArguments(moduleDiffRoute),
  answer: async ({ ask }) => (await ask("/v1/module/{module_name}/diff/{from}/{to}")).body,
};

export const MODULE_TOOLS: readonly Tool[] = [
  getModule,
  getDependencies,
  getDependents,
  diffModule,
];
