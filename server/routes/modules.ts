// GET /v1/modules: all modules in parts, or those of a list of names.
import { listModuleRows, listNamedRows } from "../lookup/module/module-rows.js";
import { openLimit, list, OFFSET, PLATFORM_VERSION } from "../contract/parameter.js";
import { MOST_NAMES } from "../contract/browser/plan-question.js";
import { toPageResource } from "../contract/resource.js";
import { shape } from "../contract/route.js";
import { defineRoute } from "./define-route.js";

const FALLBACK_ROWS = 100;
const MOST_ROWS = 500;

export const modulesRoute = defineRoute({
  path: "/v1/modules",
  operation: "listModules",
  tag: "modules",
  summary: "All modules, or those of a list of names",
  description:
    "One row for each module at each platform version in each repository, ordered by technical name, platform version, organization and repository. With `names` one row for each name, in their order, at the newest platform version unless one is given; unknown names are marked. `/v1/export/modules` gives everything at once.",
  parameters: {
    platform_version: PLATFORM_VERSION,
    names: list(
      MOST_NAMES,
      `Technical names, comma-separated: at most ${MOST_NAMES}, and as many as fit into a URL.`,
      { example: "rental_core,delivery_window,no_such_module" },
    ),
    limit: openLimit(
      `Maximum number of rows; larger values count as ${MOST_ROWS}. By default ${FALLBACK_ROWS}, with \`names\` all.`,
      FALLBACK_ROWS,
      MOST_ROWS,
    ),
    offset: OFFSET,
  },
  answer: {
    description: "The rows.",
    shape: shape(() => import("../contract/shape/module.js"), "ModuleRows"),
    isPaged: true,
  },
  respond({ lookup }, { names, ...values }) {
    // A request with a list of names wants all rows.
    const fallback = names === undefined ? FALLBACK_ROWS : MOST_ROWS;
    const query = { ...values, limit: values.limit ?? fallback };
    const rows =
      names === undefined
        ? listModuleRows(lookup.snapshot, query)
        : listNamedRows(lookup.snapshot, names, query);
    return toPageResource(rows, query);
  },
});
