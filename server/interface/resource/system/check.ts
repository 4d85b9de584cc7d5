// GET /v1/check: what of a list of references exists in a system.
import { checkReferences } from "../../../registry/check/check.js";
import { getRegistry } from "../../../registry/loaded/registry-cache.js";
import { planSystem } from "../../../registry/system-cache.js";
import { list, MOST_NAMES } from "../../parameter.js";
import { defineRoute, shape } from "../../route.js";
import { readSystemQuestion, SYSTEM_PARAMETERS } from "../../system-question.js";

export const checkRoute = defineRoute({
  path: "/v1/check",
  operation: "checkReferences",
  tag: "systems",
  summary: "Which models, fields, methods and external ids exist in a system",
  description:
    "For those who review code, and for programs that write it. `sale.order` is a model, `sale.order.amount_total` a field or a path of fields, `sale.order#action_confirm` a method, `sale.view_order_form` an external id; of a name that may be several of these the first that exists is meant. Of what does not exist the answer has near names, modules outside the system that have it, and the platform version at which the index last had it. The system is that of /v1/plan for the same parameters.",
  parameters: {
    ...SYSTEM_PARAMETERS,
    refs: list(MOST_NAMES, `References with commas between them, up to ${MOST_NAMES}.`, {
      example: "res.partner.name,res.partner#write,base.view_partner_form,res.parter",
      required: true,
    }),
  },
  answer: {
    description: "Each reference with what it is, in the order in which they were sent.",
    shape: shape(() => import("../../shape/system/check.js"), "CheckedReferences"),
  },
  problems: ["unknown_version"],
  respond({ lookup: { snapshot } }, { refs, ...values }) {
    const question = readSystemQuestion(snapshot, values);
    const missing = planSystem(snapshot, question).plan.missing.map(
      ({ technical_name: name }) => name,
    );
    return { body: checkReferences(getRegistry(snapshot, question), refs, missing) };
  },
});
