// GET /v1/plan: the whole installation that a list of modules comes to.
import { STATUSES } from "../../registry/policy.js";
import { planSystem } from "../../registry/system-cache.js";
import { parseLockWords, toLock, type Locked } from "../../registry/update/lock.js";
import { compareWithLock } from "../../registry/update/update.js";
import { chooseMediaType } from "../negotiation.js";
import { choice, list, MOST_NAMES, switchOff, version } from "../parameter.js";
import { Problem, toMissingProblem } from "../problem.js";
import { defineRoute, shape } from "../route.js";
import {
  findPlanFormat,
  PLAN_FORMATS,
  PLAN_TEXTS,
  renderPlanFile,
  type PlanFormatName,
} from "../text/plan/formats.js";

const FORMATS = ["json", ...PLAN_FORMATS] as const;

const JSON_TYPE = "application/json";

/** As many repositories and modules as a lock in an address may name. */
const MOST_LOCKED = 1_000;

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
    lock: list(
      MOST_LOCKED,
      "A former plan, to say what an update would change: `<org>/<repo>@<commit>` for each repository and, where versions and what is removed are to be told, `<module>@<version>` for each module, with commas between them.",
      { example: "harbor-works/retail@0123456789abcdef0123456789abcdef01234567,rental_core@1.0.0" },
    ),
    format: choice(
      FORMATS,
      "How it is written; without it what the header Accept would rather have: `application/yaml` is `repos.yaml`.",
      { example: "json" },
    ),
  },
  answer: {
    description: "The plan, or a file of another tool.",
    shape: shape(() => import("../shape/plan.js"), "Plan"),
    texts: PLAN_TEXTS,
  },
  problems: ["unknown_version"],
  async respond({ lookup: { snapshot }, accept }, values) {
    const { platform_version: platformVersion, auto_install: autoInstall } = values;
    const { modules, repositories, exclude, prefer } = values;
    if (!snapshot.versions.includes(platformVersion)) {
      const { versions: availableVersions } = snapshot;
      throw toMissingProblem(
        { found: false, reason: "unknown_version", version: platformVersion, availableVersions },
        platformVersion,
      );
    }
    const locked = values.lock && readLock(values.lock);
    const question = { platformVersion, modules, repositories, exclude, prefer, autoInstall };
    const { system, plan, json } = planSystem(snapshot, question, values.min_status);
    const format = values.format ?? chooseFormat(accept);
    if (format !== "json") {
      const file = await renderPlanFile(format, { plan, lock: toLock(question, plan) });
      return { ...file, variesByAccept: true };
    }
    if (locked === undefined) return { body: plan, json, variesByAccept: true };
    const update = compareWithLock(snapshot, system, plan, locked);
    return { body: { ...plan, update }, variesByAccept: true };
  },
});

function chooseFormat(accept: string | undefined): PlanFormatName | "json" {
  return findPlanFormat(chooseMediaType(accept, [JSON_TYPE, ...Object.keys(PLAN_TEXTS)])) ?? "json";
}

/** @throws Problem `invalid_parameters` */
function readLock(words: readonly string[]): Locked {
  const locked = parseLockWords(words);
  if (typeof locked !== "string") return locked;
  const detail = `has "${locked}", which is neither <org>/<repo>@<commit> nor <module>@<version>`;
  throw new Problem("invalid_parameters", `Wrong parameters: lock ${detail}.`, {
    errors: [{ parameter: "lock", detail }],
  });
}
