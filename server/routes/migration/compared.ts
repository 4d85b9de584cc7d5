// Routes about two platform versions: GET /v1/module/{module_name}/diff/{from}/{to}, /v1/module/{module_name}/unported (commits that the
// other version lacks), /v1/api-changes (changes of modules' interfaces for each other) and /v1/migration (how a list of modules gets from
// one to the other).
import { answerLong, takeLongSteps } from "../../lookup/limits.js";
import { findModuleDiff } from "../../compare/diff/module-diff.js";
import {
  PROVIDER,
  MODULE_NAME,
  version,
  switchOn,
  VERSION_PAIR,
  choice,
  limit,
  OFFSET,
  text,
  list,
} from "../../contract/parameter.js";
import { getFound, requireVersion } from "../../contract/problem.js";
import { shape } from "../../contract/route.js";
import { defineRoute } from "../define-route.js";
import { findUnported } from "../../compare/unported/unported.js";
import { MOST_NAMES } from "../../contract/browser/plan-question.js";
import { comparePlatformVersions } from "../../../data/platform/platform-version.js";
import { refuse } from "../system/system-question.js";

export const moduleDiffRoute = defineRoute({
  path: "/v1/module/{module_name}/diff/{from}/{to}",
  operation: "diffModule",
  tag: "modules",
  summary: "What changed between two Odoo versions",
  description:
    "What was added, removed and changed: manifest, declared dependencies, models, fields, methods and views. If several repositories have the module, `org` and `repo` choose. Default: at `from` the choice of /v1/plan, at `to` the same repository, else the same organization. Renames are those of /v1/api-changes, with their evidence, and views of which all but the id stayed. A module that was renamed or merged between the two versions is compared under its other name, and `compared_with` says so.",
  parameters: {
    module_name: MODULE_NAME,
    from: version("The Odoo version before.", { example: "18.0" }),
    to: version("The Odoo version after.", { example: "19.0" }),
    ...PROVIDER,
  },
  answer: {
    description: "The differences; empty lists where there are none.",
    shape: shape(() => import("../../contract/shape/diff.js"), "ModuleDiff"),
    layout: async () => (await import("../../contract/shape/diff.js")).layDiff,
  },
  problems: ["unknown_module", "module_not_at_version", "module_not_in_repository", "too_busy"],
  isCostly: true,
  async respond({ lookup, findAsker }, { module_name, ...filter }) {
    const outcome = await answerLong(
      () => takeLongSteps(findModuleDiff(lookup.snapshot, module_name, filter)),
      findAsker?.(),
    );
    return { body: getFound(outcome, module_name) };
  },
});

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
    all: switchOn("Also list commits that need no port, as `oca-port` does."),
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

export const apiChangesRoute = defineRoute({
  path: "/v1/api-changes",
  operation: "listApiChanges",
  tag: "definitions",
  summary: "Models, fields, methods and JavaScript that another version changes",
  description:
    "Models, fields and methods of modules at `from` that are removed, renamed or changed in type or signature at `to`. A move to a module outside the dependencies counts too. Each stands at the module that defines it first, with the modules that use it. Removed means that no module of the snapshot has it at `to`, not by inheritance either. A rename is given with its evidence. Likewise classes, exported functions and registry keys of JavaScript, and classes that lose methods. Calls inside methods are not followed.",
  parameters: {
    ...VERSION_PAIR,
    module: text("Only what this module defines.", { example: "rental_core" }),
    model: text("Only this model, or module of scripts, by its name at `from`.", {
      example: "rental.order",
    }),
    kind: choice(
      ["model", "field", "method", "class", "function", "registry_key"],
      "Only changes of this kind of thing.",
      {
        example: "field",
      },
    ),
    change: choice(["removed", "moved", "renamed", "changed"], "Only these changes.", {
      example: "renamed",
    }),
    limit: limit(100, 500),
    offset: OFFSET,
  },
  answer: {
    description: "The changes, by module and model.",
    shape: shape(() => import("../../contract/shape/api-changes.js"), "ApiChanges"),
    layout: async () => (await import("../../contract/shape/api-changes.js")).layApiChanges,
    isPaged: true,
  },
  problems: [
    "unknown_version",
    "unknown_module",
    "module_not_at_version",
    "unknown_model",
    "too_busy",
  ],
  isCostly: true,
  async respond({ lookup, findAsker }, query) {
    // Loaded when it is first asked for, so that the service is ready as soon as without it.
    const { listApiChanges } = await import("../../compare/api/list-changes.js");
    const outcome = await listApiChanges(lookup.snapshot, query, findAsker?.());
    const { body, total } = getFound(outcome, query.module ?? `${query.from}, ${query.to}`);
    return { body, page: { limit: query.limit, offset: query.offset, total } };
  },
});

export const migrationRoute = defineRoute({
  path: "/v1/migration",
  operation: "reportMigration",
  tag: "systems",
  summary: "How a list of modules gets to another version",
  description:
    "What became of each module and of its dependencies: its repository and name at `to`, missing pull requests, modules to port in order, and what blocks them. Every fact comes from git, OpenUpgrade's lists and the names of Odoo's own modules; the answer gives the date of each branch. An unknown module is part of the answer, not an error.",
  parameters: {
    ...VERSION_PAIR,
    modules: list(MOST_NAMES, `Technical names, comma-separated, at most ${MOST_NAMES}.`, {
      example: "rental_core,leave_calendar,no_such_module",
      required: true,
      isUnordered: true,
    }),
    api: switchOn(
      "Also list the models, fields and methods that each module uses and that are changed; takes longer.",
    ),
  },
  answer: {
    description: "The modules with their states, and the order to port them in.",
    shape: shape(() => import("../../contract/shape/migration/report.js"), "MigrationReport"),
    layout: async () =>
      (await import("../../contract/shape/migration/report-layout.js")).layMigration,
  },
  problems: ["unknown_version", "too_complex", "too_busy"],
  isCostly: true,
  async respond({ lookup: { snapshot }, findAsker }, { from, to, modules, api: withApi }) {
    requireVersion(snapshot.versions, from);
    requireVersion(snapshot.versions, to);
    if (comparePlatformVersions(from, to) >= 0) {
      throw refuse("to", `must be a later version than from (${from})`);
    }
    // Loaded when it is first asked for, so that the service is ready as soon as without it.
    const { reportMigration } = await import("../../compare/migration/report.js");
    const question = { from, to, modules, withApi };
    return { body: await answerLong(() => reportMigration(snapshot, question), findAsker?.()) };
  },
});
