// GET /v1/migration: how a list of modules gets from one platform version to another.
import { list, switchOn, VERSION_PAIR } from "../../contract/parameter.js";
import { MOST_NAMES } from "../../contract/browser/plan-question.js";
import { answerLong } from "../../lookup/limits.js";
import { requireVersion } from "../../contract/problem.js";
import { shape } from "../../contract/route.js";
import { comparePlatformVersions } from "../../../data/platform/platform-version.js";
import { defineRoute } from "../define-route.js";
import { refuse } from "../system/system-question.js";

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
      const lacking =
        "commits that an earlier version lacks are in /v1/module/{module_name}/unported";
      throw refuse("to", `is not after from, ${from}; ${lacking}`);
    }
    // Loaded when it is first asked for, so that the service is ready as soon as without it.
    const { reportMigration } = await import("../../compare/migration/report.js");
    const question = { from, to, modules, withApi };
    return { body: await answerLong(() => reportMigration(snapshot, question), findAsker?.()) };
  },
});
