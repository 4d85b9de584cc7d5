// GET /v1/plan: the whole installation that a list of modules comes to.
import { STATUSES } from "../../registry/policy.js";
import { planSystem } from "../../registry/system-cache.js";
import { choice, list, MOST_NAMES, switchOff, version } from "../parameter.js";
import { Problem } from "../problem.js";
import { defineRoute, shape } from "../route.js";

const FORMATS = ["json"] as const;

/** As many repositories as a question may name. */
const MOST_REPOSITORIES = 500;

export const planRoute = defineRoute({
  path: "/v1/plan",
  operation: "planSystem",
  tag: "modules",
  summary: "The whole installation of a list of modules",
  description:
    "What a new database has when these modules are installed in it: with all that they need, and what installs itself, as the platform does it; in the order in which it is loaded, with repositories to clone, Python packages, programs, what is missing or in conflict, and licences. A name that cannot be had is part of the answer and no error. Without `repositories` the addons path is all repositories of which something is needed; what would install itself from others is listed apart. With it these come whole, in this order; what is needed and none of them has is taken from elsewhere, and nothing else.",
  parameters: {
    platform_version: version("The platform version; `17` means `17.0`.", {
      example: "17.0",
      required: true,
    }),
    modules: list(MOST_NAMES, `Technical names with commas between them, up to ${MOST_NAMES}.`, {
      example: "rental_core,leave_calendar",
      required: true,
    }),
    repositories: list(
      MOST_REPOSITORIES,
      "The addons path: `<org>/<repo>` with commas between them, the first taken first; without it the whole index.",
      { example: "harbor-works/retail,northwind-addons/hr" },
    ),
    exclude: list(MOST_NAMES, "Modules that are not there, with commas between them.", {
      example: "rental_portal",
    }),
    prefer: list(
      MOST_REPOSITORIES,
      "Organizations or `<org>/<repo>`, with commas between them: of several repositories that have a module the first of these is taken.",
      { example: "northwind-addons" },
    ),
    auto_install: switchOff("False for a system in which nothing installs itself."),
    min_status: choice(STATUSES, "Find modules whose development status is below this.", {
      example: "beta",
    }),
    format: choice(FORMATS, "How it is written.", { default: "json", example: "json" }),
  },
  answer: {
    description: "The plan.",
    shape: shape(() => import("../shape/plan.js"), "Plan"),
  },
  problems: ["unknown_version"],
  respond({ lookup: { snapshot } }, values) {
    const { platform_version: platformVersion, auto_install: autoInstall } = values;
    const { modules, repositories, exclude, prefer } = values;
    if (!snapshot.versions.includes(platformVersion)) {
      throw new Problem(
        "unknown_version",
        `There is no module at the platform version "${platformVersion}".`,
        { available_versions: snapshot.versions },
      );
    }
    const question = { platformVersion, modules, repositories, exclude, prefer, autoInstall };
    const { plan: body, json } = planSystem(snapshot, question, values.min_status);
    return { body, json };
  },
});
