// Tools about lists of modules: what one comes to when it is installed, and how it gets to another version.
import { describeSum } from "../contract/shape/migration/amounts.js";
import { describeEfforts } from "../contract/shape/migration/effort.js";
import { describeReplacement, describeRequests } from "../contract/browser/carried-requests.js";
import type { BodyAt } from "../routes/ask.js";
import { migrationRoute } from "../routes/migration/report.js";
import { planRoute } from "../routes/system/plan.js";
import { listUses } from "../contract/browser/api-use.js";
import { isUncovered, listChanges } from "../contract/browser/upgrade-changes.js";
import { SYSTEM_PROSE, takeArguments, type ToolArguments } from "./arguments.js";
import type { Tool, ToolBody } from "./tool.js";

const planTool: Tool = {
  name: "plan_system",
  title: "Plan an installation",
  description:
    "What a new Odoo database has with these modules: all they need and what installs itself (auto_install), in load order; repositories to clone at pinned commits, Python packages, programs, version conflicts, licence findings, and what cannot be had (missing, with the reason). For one module get_dependencies is shorter.",
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
    return { ...body, modules: body.modules.map(toPlanRow) };
  },
};

/** Where each is from in full say the repositories. */
function toPlanRow(module: BodyAt<"/v1/plan">["modules"][number]): object {
  const { technical_name, origin, because, organization, repository, version, license } = module;
  return {
    technical_name,
    origin,
    because,
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
    const { modules, repositories, counts, wave_sums: sums, ...rest } = body;
    const { work, ...states } = counts;
    return {
      ...rest,
      counts: states,
      effort: describeSum(work),
      wave_efforts: sums.map(({ effort }) => describeEfforts(effort)),
      modules: modules.map(toMigrationRow),
      read: repositories.map(
        ({ organization, repository, from, to }) =>
          `${organization}/${repository}: ${toTime(from)} to ${toTime(to)}`,
      ),
    };
  },
};

const toTime = (tip: { readonly committed: string | null } | null): string =>
  tip === null ? "no branch" : (tip.committed ?? "an unknown time");

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

type MigrationRow = BodyAt<"/v1/migration">["modules"][number];

/** What is empty is left out: there are many of them. */
function toMigrationRow(row: MigrationRow): ToolBody {
  const { start, carry_over: carried, changes } = row;
  const facts: ToolBody = {
    technical_name: row.technical_name,
    origin: row.origin,
    state: row.state,
    targets: row.targets.map(toText),
    start: start === null ? undefined : toText(start),
    steps: row.steps.map(
      ({ kind, to, platform_version: version }) => `${kind} ${to ?? ""} ${version}`,
    ),
    replaced_by: row.replaced_by.map(describeReplacement),
    blocked_by: row.blocked_by,
    needs_enterprise: row.needs_enterprise,
    not_indexed: row.not_indexed,
    blocks: row.blocks === 0 ? undefined : row.blocks,
    pull_requests:
      carried?.process === "port_commits" ? describeRequests(carried.pull_requests) : [],
    commits_missing: carried?.process === "port_commits" ? carried.missing : undefined,
    no_migration: carried?.no_migration ?? undefined,
    license: changes?.license === true ? row.targets[0]?.license : undefined,
    python_added: changes?.python.added,
    python_removed: changes?.python.removed,
    api: listUses(row)?.map(({ said }) => said),
  };
  return Object.fromEntries(
    Object.entries(facts).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

function toText({
  technical_name: name,
  organization,
  repository,
  edition,
  platform_version: at,
}: MigrationRow["targets"][number]): string {
  const whose = organization === null ? `Odoo ${edition ?? ""}` : `${organization}/${repository}`;
  return `${name} of ${whose} ${at}`;
}

export const SYSTEM_TOOLS: readonly Tool[] = [planTool, migrationTool];
