// Every tool as a row: what an agent may ask, and by which routes it is answered.
import { LIST_NAMES, SWITCH_NAMES } from "../contract/browser/plan-question.js";
import { browseRoute, repositoryRoute, repositoryCoverageRoute } from "../routes/repositories.js";
import { dependenciesRoute, dependentsRoute } from "../routes/dependencies.js";
import { moduleDiffRoute, apiChangesRoute, migrationRoute } from "../routes/migration/compared.js";
import { findRoute } from "../routes/find.js";
import { upgradeRoute } from "../routes/migration/upgrade.js";
import { moduleDetailRoute } from "../routes/module.js";
import { filteredSearchRoute, nameSearchRoute } from "../routes/search.js";
import { semanticSearchRoute } from "../routes/semantic-search.js";
import { checkRoute } from "../routes/system/check.js";
import { referencesRoute } from "../routes/system/references.js";
import { planRoute } from "../routes/system/plan.js";
import { registryAccessRoute } from "../routes/system/registry-rights.js";
import { registryOneRoute } from "../routes/system/registry-kinds.js";
import {
  registryModelRoute,
  registryModelsRoute,
  registryViewRoute,
} from "../routes/system/registry.js";
import { definitionRoute, memberRoute } from "../routes/where.js";
import { addHistory, chooseParts, PARTS, addSummaries } from "./refinements.js";
import { defineTool, type Tool, type ToolBody, type ToolRoute } from "./tool.js";

/** A system that was put together with these is given as a plan. */
const OF_PLANS = [...LIST_NAMES.filter((name) => name !== "repositories"), ...SWITCH_NAMES];

/** An upgrade is asked with the parameters of a migration. */
const OF_UPGRADES = Object.keys(upgradeRoute.parameters).filter(
  (name) => !Object.hasOwn(migrationRoute.parameters, name),
);

/** A module that is one in a list. */
const ONE_OF_MANY = { without: [...OF_PLANS, "parts", "module", "granted_to"] };

/** Question for one kind of what a route finds. @param by arguments, the last with the name */
const askKind = (route: ToolRoute["route"], kind: string, ...by: readonly string[]): ToolRoute => ({
  by,
  route,
  without: ["kind", "model_name", "name"],
  choose: ({ given }) => ({ kind, name: given[by.at(-1) ?? ""] }),
});

export const TOOLS: readonly Tool[] = [
  defineTool({
    name: "find_module",
    title: "Find by name",
    description:
      "Where a module is: each version in each repository. module_name: a technical name, a part of it, or its words. gone says what has the contents of a name that ended. For a need search_modules. q in place of module_name: anything by name or address, as models, fields, methods, views, repositories, authors, GitHub URLs.",
    asks: [
      {
        by: ["module_name"],
        route: nameSearchRoute,
        refine: addSummaries("name"),
      },
      {
        by: ["q"],
        route: findRoute,
        leaves: ["q"],
        refine: addSummaries("anything"),
      },
    ],
    prose: {
      module_name: "Technical name, or a part of it.",
      installable: "Can, or cannot, be installed.",
      q: "Name or address: sale.order, OCA/queue.",
    },
    fallbackLimit: 10,
    follows: ["module_name"],
  }),
  defineTool({
    name: "search_modules",
    title: "Search modules",
    description:
      "Modules with a summary. With q: those that do what a phrase describes, best first with a score of 0 to 1 (below 0.4 maybe nothing); without platform_version one row a module lists its versions. Without q: those of one version with all words of term or the given facts. q goes with also, platform_version, limit, offset.",
    asks: [
      {
        by: ["q"],
        route: semanticSearchRoute,
        without: ["per_module"],
        choose: ({ given }) => ({ per_module: !("platform_version" in given) }),
        refine: addSummaries("meaning"),
      },
      { route: filteredSearchRoute, without: ["new"], refine: addSummaries("facts") },
    ],
    prose: {
      q: "The need, as a phrase in any language.",
      also: "With q: 3 to 8 rewordings, as experts and module names say it.",
      platform_version: "Odoo version, as 19.0; required without q.",
      term: "Words that all occur; beginnings count.",
      category: "Of the manifest, whole.",
      depends_on: "Declares this dependency.",
      model: "Makes or extends this model.",
      author: "Words of a name.",
      maintainer: "Words of a name.",
      license: "As AGPL-3.",
      development_status: "As Beta or Mature.",
      organization: "As OCA.",
      repository: "As sale-workflow.",
      installable: "Can, or cannot, be installed.",
      application: "Only applications, or only others.",
      updated_since: "Changed since 2024-01-31.",
      sort: "Default relevance.",
    },
    fallbackLimit: 10,
    follows: ["depends_on"],
  }),
  defineTool({
    name: "get_module",
    title: "Get one module",
    description:
      "One module at one Odoo version (default the newest at which it can be installed): facts and the parts you choose, for each repository that has it. Usage, configuration, known issues and changelog are part readme. Fields, views, scripts are long. became: its name from a version on.",
    asks: [
      {
        route: moduleDetailRoute,
        without: ["include", "fields", "view"],
        choose: chooseParts,
        refine: addHistory,
      },
    ],
    optional: ["platform_version"],
    own: {
      parts: {
        type: "array",
        items: { type: "string", enum: PARTS },
        description: "Default description, dependencies, models.",
      },
    },
    follows: ["module_name"],
  }),
  defineTool({
    name: "get_dependencies",
    title: "What a module needs, or who needs it",
    description:
      "direction needs: all that must be installed with a module, in load order with depth; repositories to clone, Python packages (pip), programs (bin), unresolved names (core and enterprise are of Odoo itself; only unknown is a warning), not_installable modules that block it, cycles. direction needed_by: modules that need it, directly (depth 1) or not, nearest first; also of a module that is not indexed.",
    asks: [
      { route: dependenciesRoute, leaves: ["tree"] },
      { by: ["direction"], route: dependentsRoute },
    ],
    prose: { direct: "needed_by: only depth 1." },
    own: {
      direction: { type: "string", enum: ["needs", "needed_by"], description: "Default needs." },
    },
    fallbackLimit: 30,
  }),
  defineTool({
    name: "diff_module",
    title: "Compare versions of a module or model",
    description:
      "What one module gained, lost and changed between two Odoo versions: manifest, dependencies, models, fields, methods, views; with model only that one. With model alone: what is gone, moved, renamed, changed of it in all modules, and used_by. compared_with: its other name. For many report_migration.",
    asks: [
      { by: ["module_name"], route: moduleDiffRoute },
      { by: ["model"], route: apiChangesRoute, without: ["module", "kind", "change"] },
      {
        by: ["module_name", "model"],
        route: moduleDiffRoute,
        refine: async ({ changes, ...answer }, { given: { module_name: module, model } }) => {
          const rows = changes as readonly ToolBody[] | undefined;
          const own = rows?.filter((row) => [row["model"], row["name"]].includes(model));
          return own === undefined || own.length === 0
            ? { ...answer, note: `${module} has no model ${model}, or nothing of it changes.` }
            : { ...answer, changes: own };
        },
      },
    ],
    prose: { from: "Odoo version before.", to: "Odoo version after.", model: "sale.order." },
  }),
  defineTool({
    name: "plan_system",
    title: "Plan an installation",
    description:
      "All that a new database has with these modules, auto_install too; repositories to clone at pinned commits, Python packages, programs, version conflicts, licence findings, and what is missing, with the reason. For one module get_dependencies is shorter.",
    asks: [{ route: planRoute, tells: ["platform_version", "installable", "counts"] }],
    prose: {
      modules: "Technical names.",
      min_status: "Names modules of lower status.",
      lock: "A former plan to update: org/repo@commit, module@version.",
    },
    own: { all: { type: "boolean", description: "Odoo's own modules in rows, too." } },
  }),
  defineTool({
    name: "report_migration",
    title: "Plan a migration",
    description:
      "What became of these modules and of what they need: ported (with pull requests that the newer branch lacks), renamed, moved, merged, in_core, not_installable, to_port (from start) or blocked; waves: order to port in. read: dates of the branches. For one module diff_module.",
    asks: [
      { route: migrationRoute },
      { by: ["database"], route: upgradeRoute, without: OF_UPGRADES, leaves: ["plan"] },
    ],
    prose: { modules: "Modules in use.", api: "Also what changed of the API that each uses." },
    own: { database: { type: "boolean", description: "Instead: what an upgrade does to rows." } },
  }),
  defineTool({
    name: "inspect_system",
    title: "Models, views, rights of an installation",
    description:
      "What models and views ARE with these modules installed. One of: model (fields, methods with super() chains; with member that one; with groups what they may do), xml_id (arch after all inheriting views; with member what shows it; of other records values and writers), or refs (do these exist, near names: check what you write). Without: all models. dynamic: only running code knows. Caveats: say so.",
    asks: [
      { ...ONE_OF_MANY, route: registryModelsRoute },
      {
        ...ONE_OF_MANY,
        by: ["model"],
        route: registryModelRoute,
        choose: () => ({ parts: "classes,fields,methods" }),
      },
      {
        ...ONE_OF_MANY,
        by: ["model", "member"],
        route: registryModelRoute,
        choose: () => ({ parts: "fields,methods" }),
        chars: 1_600,
      },
      { ...ONE_OF_MANY, by: ["model", "groups"], route: registryAccessRoute },
      {
        ...ONE_OF_MANY,
        by: ["xml_id"],
        route: registryViewRoute,
        otherwise: {
          route: registryOneRoute,
          choose: ({ given: { xml_id: id } }) => ({ kind: "records", id }),
        },
      },
      {
        ...ONE_OF_MANY,
        by: ["xml_id", "member"],
        route: registryViewRoute,
      },
      { ...ONE_OF_MANY, by: ["refs"], route: checkRoute },
    ],
    prose: {
      modules: "Wanted; what they need comes along.",
      plan: "In place of modules: module@version, org/repo@commit.",
      model: "As sale.order.",
      member: "Field or method of model, or in xml_id.",
      xml_id: "Of a view or another record: sale.view_order_form.",
      groups: "With model: what these may do, and why.",
      at: "With xml_id: stop after this module.",
      refs: "sale.order.name, sale.order#write, sale.view_order_form.",
    },
    fallbackLimit: 50,
    follows: ["modules"],
  }),
  defineTool({
    name: "where_is",
    title: "Where something is defined",
    description:
      "Modules that define, extend, override, inherit or patch something at one version (default: the newest). Give model_name alone, with field_name or method_name; xml_id; name in JavaScript; to: who refers. modules: in load order, each after those of after; load_order.unplaced have no known place. Caveats: say so. In a system inspect_system.",
    asks: [
      askKind(definitionRoute, "model", "model_name"),
      askKind(memberRoute, "field", "model_name", "field_name"),
      { ...askKind(memberRoute, "method", "model_name", "method_name"), chars: 1_500 },
      askKind(definitionRoute, "view", "xml_id"),
      { by: ["to"], route: referencesRoute },
      {
        ...askKind(definitionRoute, "javascript", "name"),
        hint: "name is for JavaScript alone: of a model give model_name, of a member field_name or method_name besides, of a view xml_id.",
      },
    ],
    prose: { to: "sale.order.name." },
    own: {
      model_name: { type: "string", description: "sale.order." },
      field_name: { type: "string", description: "amount_total." },
      method_name: { type: "string", description: "action_confirm." },
      xml_id: { type: "string", description: "View: sale.view_order_form." },
      name: { type: "string", description: "PaymentScreen, fields/many2one." },
    },
    fallbackLimit: 20,
  }),
  defineTool({
    name: "list_repositories",
    title: "Repositories and coverage",
    description:
      "Indexed repositories, with their modules counted by Odoo version. With repo_name, from and to: which of its modules are at the other version, which are missing, what blocks or replaced these. Its modules: search_modules with repository.",
    asks: [
      {
        route: browseRoute,
        without: ["kind"],
        choose: () => ({ kind: "repos" }),
        leaves: ["installable", "git", "entries"],
      },
      { by: ["repo_name"], route: repositoryRoute, leaves: ["installable", "forge"] },
      { by: ["repo_name", "from", "to"], route: repositoryCoverageRoute },
    ],
    prose: { repo_name: "As sale-workflow." },
    fallbackLimit: 50,
  }),
];

export function findTool(name: string): Tool | undefined {
  return TOOLS.find((tool) => tool.name === name);
}
