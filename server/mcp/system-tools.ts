// The tool that says what a list of modules comes to when it is installed.
import type { BodyAt } from "../interface/ask.js";
import { planRoute } from "../interface/resource/system/plan.js";
import { takeArguments } from "./arguments.js";
import type { Tool } from "./tool.js";

export const planTool: Tool = {
  name: "plan_system",
  title: "The whole installation of a list of modules",
  description:
    "What a new Odoo database has when these modules are installed in it: everything they need and what installs itself (auto_install), in load order, with repositories to clone at pinned commits, merged Python packages and programs, version conflicts, licence findings, and names that cannot be had (missing, with the reason). For one module get_dependencies is shorter.",
  ...takeArguments(planRoute, {
    prose: {
      modules: "Technical names of all modules that are wanted.",
      repositories: "The addons path, such as odoo/odoo, OCA/sale-workflow, in order.",
    },
  }),
  async answer({ ask }) {
    const { body } = await ask("/v1/plan");
    return { ...body, modules: body.modules.map(toRow) };
  },
};

/** Where each is from in full say the repositories. */
function toRow(module: BodyAt<"/v1/plan">["modules"][number]): object {
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
