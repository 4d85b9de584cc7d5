// GET /v1/references: which modules refer to a model, field, method, external id or template.
import { takeSteps } from "../../../data/yield.js";
import { limit, OFFSET, PROVIDER, text, version } from "../../contract/parameter.js";
import { requireVersion } from "../../contract/problem.js";
import { shape } from "../../contract/route.js";
import { MOST_REFERRING } from "../../contract/shape/system/references.js";
import { cutSlice } from "../../contract/resource.js";
import { isProvidedBy } from "../../lookup/module/modules.js";
import { countReferences, findReferences } from "../../registry/references/find-references.js";
import { defineRoute } from "../define-route.js";

export const referencesRoute = defineRoute({
  path: "/v1/references",
  operation: "findReferences",
  tag: "definitions",
  summary: "Who refers to a model, field, method or external id",
  description:
    "All references in the modules of an Odoo version, each with file and line: views, domains, Python, decorators, data. The model of a field or method is resolved in all these modules together. If it is unknown, a reference by the same name is possible (`certain` is `false`); in Python only names with a `_` are. Tests and scripts of upgrades are not read.",
  parameters: {
    to: text(
      "What is referred to: `sale.order`, `sale.order.partner_id`, `sale.order#action_confirm` (or `sale.order.action_confirm()`), `sale.view_order_form`.",
      { example: "rental.order.state", required: true },
    ),
    platform_version: version("Odoo version; `19` means `19.0`.", {
      example: "19.0",
      required: true,
    }),
    ...PROVIDER,
    limit: limit(100, 500),
    offset: OFFSET,
  },
  answer: {
    description: "The references of this page, with the counts of all.",
    shape: shape(() => import("../../contract/shape/system/references.js"), "References"),
    layout: async () => (await import("../../contract/shape/system/references.js")).layReferences,
    isPaged: true,
  },
  problems: ["unknown_version"],
  async respond({ lookup: { snapshot } }, { to, platform_version, org, repo, ...page }) {
    requireVersion(snapshot.versions, platform_version);
    const all = await takeSteps(findReferences(snapshot, platform_version, to));
    const rows = all.rows.filter((one) => isProvidedBy(one, { org, repo }));
    const modules = all.modules.filter((one) => isProvidedBy(one, { org, repo }));
    const { rows: references, total } = cutSlice(rows, page);
    const body = {
      to,
      platform_version,
      target: all.target,
      recorded: all.recorded,
      counts: countReferences(modules),
      modules: modules.slice(0, MOST_REFERRING),
      references,
    };
    return { body, page: { ...page, total } };
  },
});
