// GET /v1/plan: the whole installation that a list of modules comes to.
import { STATUSES } from "../../../lookup/maturity.js";
import { planSystem } from "../../../registry/system-cache.js";
import { toLock } from "../../../registry/update/lock.js";
import { planUpdate } from "../../../registry/update/update-cache.js";
import { chooseFormat } from "../../negotiation.js";
import { choice, list } from "../../parameter.js";
import { defineRoute, shape } from "../../route.js";
import {
  MOST_LOCKED,
  PLAN_PARAMETERS,
  readLockWords,
  readPlanQuestion,
} from "../../system-question.js";
import { PLAN_FORMATS } from "../../text/plan/formats.js";

const FORMATS = ["json", ...PLAN_FORMATS.names] as const;

export const planRoute = defineRoute({
  path: "/v1/plan",
  operation: "planSystem",
  tag: "systems",
  summary: "The whole installation of a list of modules",
  description:
    "What a new database has when these modules are installed in it: with all that they need, and what installs itself, as the platform does it; in the order in which it is loaded, with repositories to clone, Python packages, programs, what is missing or in conflict, and licences. A name that cannot be had is part of the answer and no error. Without `repositories` the addons path is all repositories of which something is needed; what would install itself from others is listed apart. With it these come whole, in this order; what is needed and none of them has is taken from elsewhere, and nothing else.",
  parameters: {
    ...PLAN_PARAMETERS,
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
    shape: shape(() => import("../../shape/system/plan.js"), "Plan"),
    texts: PLAN_FORMATS.texts,
  },
  problems: ["unknown_version"],
  async respond({ lookup: { snapshot }, accept }, values) {
    const question = readPlanQuestion(snapshot, values);
    const locked = values.lock && readLockWords("lock", values.lock);
    const planned = planSystem(snapshot, question, values.min_status);
    const { plan, json } = planned;
    const format = values.format ?? chooseFormat(accept, PLAN_FORMATS);
    if (format !== "json") {
      const file = await PLAN_FORMATS.render(format, { plan, lock: toLock(question, plan) });
      return { ...file, variesByAccept: true };
    }
    if (locked === undefined) return { body: plan, json, variesByAccept: true };
    const { update, json: updateJson } = planUpdate(snapshot, planned, locked);
    return {
      body: { ...plan, update },
      json: `${json.slice(0, -1)},"update":${updateJson}}`,
      variesByAccept: true,
    };
  },
});
