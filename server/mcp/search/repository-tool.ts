// The tool that says which repositories are here, and what of one of them exists at another version.
import type { BodyAt } from "../../routes/ask.js";
import { repositoriesRoute, repositoryRoute } from "../../routes/browse.js";
import { repositoryCoverageRoute } from "../../routes/coverage.js";
import { layCoverage } from "../../contract/shape/coverage-layout.js";
import { toAgentAnswer } from "../../faces/agents.js";
import { Problem } from "../../contract/problem.js";
import { joinArguments } from "../arguments.js";
import { toRows, type Tool, type ToolBody, type ToolQuestion } from "../tool.js";

const FALLBACK_LIMIT = 50;

const ROUTES = [repositoryRoute, repositoryCoverageRoute, repositoriesRoute] as const;

const PROSE = {
  repo_name: "sale-workflow",
  org: "OCA",
  from: "Odoo version to leave.",
  to: "Odoo version to reach.",
};

export const repositoryTool: Tool = {
  name: "list_repositories",
  title: "Repositories and coverage",
  description:
    "Indexed repositories, with their modules counted by Odoo version. With repo_name, from and to: which of its modules are at the other version, which are missing, what blocks or replaced these. Its modules: search_modules with repository.",
  parameters: joinArguments(ROUTES, { prose: PROSE, fallbackLimit: FALLBACK_LIMIT }),
  required: [],
  fallbackLimit: FALLBACK_LIMIT,
  async answer(question) {
    const { given, ask } = question;
    const isPair = "from" in given || "to" in given;
    if ("repo_name" in given) {
      return isPair ? readCoverage(question) : readRepository(question);
    }
    if (isPair) throw new Problem("invalid_parameters", "from and to go with repo_name.");
    const repositories = await ask("/v1/repos");
    return toRows(repositories, repositories.body.map(toRow));
  },
};

/** Where it can be cloned follows from one that is asked for. */
function toRow({
  organization,
  repository,
  modules,
  platform_versions: entries,
}: BodyAt<"/v1/repos">[number]): ToolBody {
  return {
    repository: `${organization}/${repository}`,
    modules,
    at: Object.entries(entries).map(([version, count]) => `${version} (${count})`),
  };
}

/** One row for each organization; the branch of a version where it has another name. */
async function readRepository({ ask }: ToolQuestion): Promise<ToolBody> {
  const { name, organizations, branches } = (await ask("/v1/repo/{repo_name}")).body;
  const rows = Object.entries(organizations).map(([organization, counts]) => ({
    repository: `${organization}/${name}`,
    at: Object.entries(counts).map(([version, count]) => {
      const branch = branches[organization]?.[version] ?? version;
      return `${version} (${[count, ...(branch === version ? [] : [`branch ${branch}`])].join(", ")})`;
    }),
  }));
  return { rows };
}

/** Names with their status, and those that are not there with the reason. */
async function readCoverage({ ask }: ToolQuestion): Promise<ToolBody> {
  return toAgentAnswer(layCoverage((await ask("/v1/repo/{repo_name}/coverage")).body));
}
