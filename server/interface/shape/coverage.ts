// What of one platform version exists at another.
import {
  count,
  flag,
  listOf,
  named,
  object,
  oneOf,
  orNull,
  text,
  type ValueOf,
} from "../../../data/shape.js";
import { Successor } from "./lineage.js";

const names = (description: string) => listOf(text(), description);

const CoverageRow = named(
  "CoverageRow",
  object({
    technical_name: text(),
    status: oneOf(
      ["present", "moved", "not_installable", "missing", "unknown"],
      "`present`: in the same repository, or new at `to`, and can be installed; `moved`: so in others only; `not_installable`: there, but its manifests say that it cannot be installed, as of copies that wait to be ported; `missing`: nowhere; `unknown`: no module has this name at any version.",
    ),
    carrier: orNull(text("The `<org>/<repo>` whose module is looked for; `null` for anybody's.")),
    carriers_from: names("Every `<org>/<repo>` that has it at `from`."),
    installable_from: flag("It can be installed at `from`, out of `carrier` or of any of them."),
    carriers_to: names("Every `<org>/<repo>` that has it at `to`."),
    blocked_by: names(
      "What one that is missing or not installable needs, directly or not, that is so as well.",
    ),
    successors: listOf(
      Successor,
      "What has the contents of one that is missing, not installable or unknown at `to`.",
    ),
  }),
);
export type CoverageRow = ValueOf<typeof CoverageRow>;
export type CoverageStatus = CoverageRow["status"];

export const Coverage = named(
  "Coverage",
  object({
    from: text(),
    to: text(),
    counts: object({
      present: count(),
      moved: count(),
      not_installable: count(),
      missing: count(),
      unknown: count(),
      ready: count("Missing or not installable, with nothing in the way."),
      not_installable_from: count("Of all rows, what cannot be installed at `from` either."),
    }),
    modules: listOf(CoverageRow),
  }),
);
export type Coverage = ValueOf<typeof Coverage>;
