// GET /v1/module/{module_name}/unported: commits of a module that another platform version lacks.
import { findUnported } from "../../compare/unported/unported.js";
import { MODULE_NAME, PROVIDER, switchOn, VERSION_PAIR } from "../../contract/parameter.js";
import { getFound } from "../../contract/problem.js";
import { shape } from "../../contract/route.js";
import { defineRoute } from "../define-route.js";

export const unportedRoute = defineRoute({
  path: "/v1/module/{module_name}/unported",
  operation: "listUnported",
  tag: "modules",
  summary: "Commits that are missing at another version",
  description:
    "Commits of the module at `from` that the repository's branch for `to` lacks, by pull request, as `oca-port` finds them. Two commits are the same if author, date, message and folders are. Words that a migration changes in messages are ignored. Each has a verdict: whether it is to be ported, or why not, with the rule and the lines or the commit that tell. Without `all` only what is to be ported is listed. With a `from` newer than `to` these are candidates for backports. Where several repositories have the module, `org` and `repo` choose, else it is the first at `from`.",
  parameters: {
    module_name: MODULE_NAME,
    ...VERSION_PAIR,
    ...PROVIDER,
    all: switchOn("Also list what is not to be ported: the very lists of `oca-port`."),
  },
  answer: {
    description: "Pull requests with their commits; empty lists where there are none.",
    shape: shape(() => import("../../contract/shape/unported.js"), "Unported"),
    layout: async () => (await import("../../contract/shape/unported.js")).layUnported,
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
