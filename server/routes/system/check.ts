// /v1/check: which references of a list exist in a system.
import { takeSteps } from "../../../data/yield.js";
import { checkReferences } from "../../registry/check/check.js";
import { getRegistry } from "../../registry/loaded/registry-cache.js";
import { planSystem } from "../../registry/system-cache.js";
import { list } from "../../contract/parameter.js";
import { MOST_NAMES } from "../../contract/browser/plan-question.js";
import { shape } from "../../contract/route.js";
import { defineRoute } from "../define-route.js";
import { POSTED_FILES } from "./check-files.js";
import { readSystemQuestion, SYSTEM_PARAMETERS } from "./system-question.js";

export const checkRoute = defineRoute({
  path: "/v1/check",
  operation: "checkReferences",
  tag: "systems",
  summary: "Check whether models, fields, methods and external ids exist",
  description:
    "Whether each reference exists in an installation; for code review, and for programs that write code. `sale.order` is a model, `sale.order.amount_total` a field or a path of fields, `sale.order#action_confirm` a method, `sale.view_order_form` an external id; of a name that may be several of these the first that exists is meant. What a module that is not indexed may have is unknown (`exists` is `null`). A missing one comes with similar names, with modules outside the installation that have it, and with its last platform version. The installation (system) is that of /v1/plan for the same parameters.",
  parameters: {
    ...SYSTEM_PARAMETERS,
    refs: list(MOST_NAMES, `References, comma-separated, at most ${MOST_NAMES}.`, {
      example: "res.partner.name,res.partner#write,base.view_partner_form,res.parter",
      required: true,
    }),
  },
  answer: {
    description: "The references in the order of the request, each with what it is.",
    shape: shape(() => import("../../contract/shape/system/check.js"), "CheckedReferences"),
    layout: async () => (await import("../../contract/shape/system/check-layout.js")).layCheck,
  },
  problems: ["unknown_version", "too_complex"],
  posted: POSTED_FILES,
  async respond({ lookup: { snapshot } }, { refs, ...values }) {
    const question = readSystemQuestion(snapshot, values);
    const { missing } = planSystem(snapshot, question).plan;
    const steps = checkReferences(getRegistry(snapshot, question), refs, missing);
    return { body: await takeSteps(steps) };
  },
});
