// Tools about lists of modules: what one comes to when it is installed, and how it gets to another version.
import { groupModules } from "../contract/browser/plan-members.js";
import { layMigration } from "../contract/shape/migration/report-layout.js";
import { toAgentAnswer } from "../faces/agents.js";
import type { BodyAt } from "../routes/ask.js";
import { migrationRoute } from "../routes/migration/report.js";
import { planRoute } from "../routes/system/plan.js";
import { isUncovered, listChanges } from "../contract/browser/upgrade-changes.js";
import { SYSTEM_PROSE, takeArguments, type ToolArguments } from "./arguments.js";
import type { Tool, ToolBody } from "./tool.js";

const planTool: Tool = {
  name: "plan_system",
  title: "Plan an installation",
  description:
    "What a new Odoo database has with these modules: all they need and what installs itself (auto_install); repositories to clone at pinned commits, Python packages, programs, version conflicts, licence findings, and what cannot be had (missing, with the reason). For one module get_dependencies is shorter.",
  ...takeArguments(planRoute, {
    prose: {
      modules: "Technical names of all wanted modules.",
      ...SYSTEM_PROSE,
      min_status: "Names modules of lower status.",
      lock: "A former plan to update: org/repo@commit, module@version.",
    },
  }),
  async answer({ ask }) {
    const { body } = await ask("/v1/plan");
    const { installable, counts, modules: _modules, policy, not_indexed: _names, ...rest } = body;
    const { core: _core, enterprise: _enterprise, ...found } = policy;
    const { requested, others, ofPlatform } = groupModules(body);
    return {
      installable: installable ?? "unknown",
      counts,
      ...rest,
      policy: found,
      // What was asked for comes first, what Odoo itself has last.
      modules: [...requested, ...others].map(toPlanRow),
      of_platform: ofPlatform.map(({ technical_name: name }) => name),
    };
  },
};

/** Where each is from in full say the repositories. */
function toPlanRow(module: BodyAt<"/v1/plan">["modules"][number]): object {
  const { technical_name, origin, required_by, organization, repository, version, license } =
    module;
  return {
    technical_name,
    origin,
    required_by,
    from: `${organization}/${repository}`,
    version,
    license,
    development_status: module.development_status,
  };
}

const migrationTool: Tool = {
  name: "report_migration",
  title: "Plan a migration",
  description:
    "What became of these modules and of what they need: ported (with pull requests that the newer branch lacks), renamed, moved, merged, in_core, not_installable, to_port (from start) or blocked; waves: order to port in. read: dates of the branches; newer changes are unknown. For one module use diff_module, for a repository list_repositories.",
  ...withDatabase(
    takeArguments(migrationRoute, {
      prose: {
        from: "Odoo version now.",
        to: "Version to reach.",
        modules: "Modules in use.",
        api: "Also what changed of the API that each uses.",
      },
    }),
  ),
  async answer({ given, ask }) {
    if (given["database"] === "true") {
      return toDatabase((await ask("/v1/upgrade")).body, given["modules"]?.split(",") ?? []);
    }
    const { body } = await ask("/v1/migration");
    return toAgentAnswer(layMigration(body));
  },
};

/** The same modules, asked what becomes of their rows. */
function withDatabase({ parameters, required }: ToolArguments): ToolArguments {
  const description = "Instead: data that is lost.";
  return { parameters: { ...parameters, database: { type: "boolean", description } }, required };
}

/** What asks for something, of the modules that are named. */
function toDatabase(
  { modules, from, to, plan: _plan, line_urls: _urls, ...rest }: BodyAt<"/v1/upgrade">,
  names: readonly string[],
): ToolBody {
  const own = modules.filter(({ module }) => names.includes(module));
  const all = listChanges(own);
  const changes = all.filter(isUncovered);
  return {
    from: from.platform_version,
    to: to.platform_version,
    ...rest,
    total: changes.length,
    covered: all.filter((one) => one.covered_by !== undefined).length,
    changes: changes.map(({ module, code, subject }) => `${module}: ${code} ${subject}`),
  };
}

export const SYSTEM_TOOLS: readonly Tool[] = [planTool, migrationTool];
