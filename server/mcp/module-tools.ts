// Tools about one module: what it is, what it needs and who needs it, what changed between versions.
import type { DependencyTree } from "../lookup/dependency-tree.js";
import type { Dependents } from "../lookup/dependents.js";
import type { ModuleSummary } from "../lookup/modules.js";
import { dependenciesRoute, dependentsRoute } from "../routes/dependencies.js";
import { moduleDiffRoute } from "../routes/diff.js";
import { moduleDetailRoute, moduleSummaryRoute } from "../routes/module.js";
import { CARRIER, flag, MODULE_NAME, PAGE, VERSION } from "./arguments.js";
import {
  DEFAULT_PARTS,
  isPart,
  listIncluded,
  PARTS,
  toModuleView,
  type ModuleDetail,
} from "./module-view.js";
import type { Tool } from "./tool.js";

const getModule: Tool = {
  name: "get_module",
  title: "Get one module",
  description:
    "What one module is at one Odoo version: version, summary, license, repository, counts, and the parts you choose. Default parts: description, dependencies, models. Ask for others, such as fields, methods, views, access rules or HTTP controllers, only when you need them; long lists are cut, and cut says so. Without platform_version it is the newest version. One element for each repository that carries the module.",
  parameters: {
    module_name: MODULE_NAME,
    platform_version: VERSION,
    parts: {
      type: "array",
      items: { type: "string", enum: PARTS },
      description: "What to give beside the facts; fields and methods stand within models.",
    },
    ...CARRIER,
  },
  required: ["module_name"],
  async answer({ given, ask }) {
    const { parts, platform_version: asked } = given;
    const chosen = parts === undefined ? DEFAULT_PARTS : parts.split(",").filter(isPart);
    const summary = (await ask(moduleSummaryRoute)).body as ModuleSummary;
    const version = asked ?? summary.platform_versions.at(-1) ?? "";
    const included = listIncluded(chosen).join(",");
    const { body } = await ask(moduleDetailRoute, {
      platform_version: version,
      ...(included === "" ? {} : { include: included }),
    });
    return {
      technical_name: summary.technical_name,
      platform_versions: summary.platform_versions,
      modules: (body as readonly ModuleDetail[]).map((detail) => toModuleView(detail, chosen)),
    };
  },
};

const getDependencies: Tool = {
  name: "get_dependencies",
  title: "What a module needs",
  description:
    "Everything that a module needs at one Odoo version, directly or not: modules in install order with depth, repositories to clone, Python packages (pip), executables (bin), names that nobody here carries (unresolved; for modules of Odoo itself that is usual) and circles. For the other direction use get_dependents.",
  parameters: { module_name: MODULE_NAME, platform_version: VERSION, ...CARRIER },
  required: ["module_name", "platform_version"],
  async answer({ ask }) {
    const { body } = await ask(dependenciesRoute, { format: "json" });
    // The tree says once more what the list of modules says.
    return Object.fromEntries(
      Object.entries(body as DependencyTree).filter(([key]) => key !== "tree"),
    );
  },
};

const FALLBACK_LIMIT = "50";

const getDependents: Tool = {
  name: "get_dependents",
  title: "Who needs a module",
  description:
    "The modules that need this one at one Odoo version, directly (depth 1) or through others, nearest first. Use it to see what a change of a module touches. It also answers for a module that nobody here carries, such as one of Odoo itself.",
  parameters: {
    module_name: MODULE_NAME,
    platform_version: VERSION,
    direct: flag("Only those that declare the dependency themselves."),
    ...PAGE,
  },
  required: ["module_name", "platform_version"],
  async answer({ given, ask }) {
    const limit: Readonly<Record<string, string>> =
      "limit" in given ? {} : { limit: FALLBACK_LIMIT };
    const { body, page } = await ask(dependentsRoute, { ...limit, format: "json" });
    const { modules, ...facts } = body as Dependents;
    return { ...facts, total: page?.total, offset: page?.offset, rows: modules };
  },
};

const diffModule: Tool = {
  name: "diff_module",
  title: "What changed in a module between two versions",
  description:
    "What one module gained, lost and changed from one Odoo version to another: manifest, dependencies, models, fields, methods and views. Renames are guesses with their reason. Use it to plan a migration.",
  parameters: { module_name: MODULE_NAME, from: VERSION, to: VERSION, ...CARRIER },
  required: ["module_name", "from", "to"],
  answer: async ({ ask }) => (await ask(moduleDiffRoute)).body as Readonly<Record<string, unknown>>,
};

export const MODULE_TOOLS: readonly Tool[] = [
  getModule,
  getDependencies,
  getDependents,
  diffModule,
];
