// GET /v1/module/{module_name}/unported: what of a module one platform version has and another lacks.
import { findUnported } from "../../../lookup/migration/unported.js";
import { MODULE_NAME, PROVIDER, version } from "../../parameter.js";
import { getFound } from "../../problem.js";
import { defineRoute, shape } from "../../route.js";

export const unportedRoute = defineRoute({
  path: "/v1/module/{module_name}/unported",
  operation: "listUnported",
  tag: "modules",
  summary: "Commits that another version lacks",
  description:
    "Commits that change the module at `from` and that the branch of the same repository for `to` does not have, by pull request, as `oca-port` tells them: commits are the same by author, date, message and folders, or but for what a migration does to messages. Beside it stands whether their content is there all the same. With a newer `from` they are backports. Of several providers it is the first at `from`, unless `org` and `repo` choose.",
  parameters: {
    module_name: MODULE_NAME,
    from: version("The platform version to leave.", {
      example: "16.0",
      required: true,
    }),
    to: version("The platform version to reach.", { example: "17.0", required: true }),
    ...PROVIDER,
  },
  answer: {
    description: "Pull requests with their commits; empty lists where there are none.",
    shape: shape(() => import("../../shape/unported.js"), "Unported"),
  },
  problems: [
    "unknown_module",
    "module_not_at_version",
    "module_not_in_repository",
    "unknown_version",
  ],
  respond: ({ lookup }, { module_name, ...filter }) => ({
    body: getFound(findUnported(lookup.snapshot, module_name, filter), module_name),
  }),
});
