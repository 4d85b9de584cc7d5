// GET /v1/plan: the whole installation that a list of modules comes to.
import { STATUSES } from "../../lookup/entries.js";
import { takeSteps, yieldToEventLoop } from "../../../data/yield.js";
import { planSystem } from "../../registry/system-cache.js";
import { toLock } from "../../compare/update/lock.js";
import { compareWithLock } from "../../compare/update/update.js";
import { choice, list, outputFormat } from "../../contract/parameter.js";
import { shape } from "../../contract/route.js";
import { defineRoute } from "../define-route.js";
import {
  MOST_LOCKED,
  PLAN_PARAMETERS,
  readLockWords,
  readPlanQuestion,
} from "./system-question.js";
import { PLAN_FORMATS } from "../text/plan/formats.js";

export const planRoute = defineRoute({
  path: "/v1/plan",
  operation: "planSystem",
  tag: "systems",
  summary: "Plan of an installation: all modules that a list needs",
  description:
    "Everything that is installed in a new database with these modules: dependencies and auto-installed modules in load order, resolved as Odoo does it. Also repositories to clone, Python packages, programs, missing modules, conflicts and licences. A module that cannot be installed is part of the answer, not an error. Without `repositories` the addons path is every repository of which something is needed; modules of others that would be auto-installed are listed apart. With `repositories` the addons path is these, whole and in this order; only dependencies that none of them has are taken from elsewhere.",
  parameters: {
    ...PLAN_PARAMETERS,
    min_status: choice(STATUSES, "List modules whose development status is below this.", {
      example: "beta",
    }),
    lock: list(
      MOST_LOCKED,
      "An earlier plan, to see what an update would change; comma-separated: `<org>/<repo>@<commit>` for each repository and, to see versions and removed modules, `<module>@<version>` for each module.",
      { example: "harbor-works/retail@0123456789abcdef0123456789abcdef01234567,rental_core@1.0.0" },
    ),
    format: outputFormat(PLAN_FORMATS.names, ": `application/yaml` is `repos.yaml`"),
  },
  answer: {
    description: "The plan, or a file of another tool.",
    shape: shape(() => import("../../contract/shape/system/plan.js"), "Plan"),
    layout: async () => (await import("../../contract/shape/system/plan-layout.js")).layPlan,
  },
  formats: {
    ...PLAN_FORMATS,
    render: (format, plan, { lookup: { snapshot } }, values) =>
      PLAN_FORMATS.render(format, { plan, lock: toLock(readPlanQuestion(snapshot, values), plan) }),
  },
  problems: ["unknown_version", "too_complex"],
  isCostly: true,
  async respond({ lookup: { snapshot } }, values) {
    const question = readPlanQuestion(snapshot, values);
    const locked = values.lock && readLockWords("lock", values.lock);
    const planned = planSystem(snapshot, question, values.min_status);
    await yieldToEventLoop();
    const plan = await takeSteps(planned.makePlan());
    await yieldToEventLoop();
    if (locked === undefined) return { body: plan };
    return { body: { ...plan, update: compareWithLock(snapshot, planned.system, plan, locked) } };
  },
});
