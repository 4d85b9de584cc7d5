// What of one platform version exists at another.
import {
  count,
  listOf,
  named,
  object,
  oneOf,
  orNull,
  text,
  type ValueOf,
} from "../../../data/shape.js";

const names = (description: string) => listOf(text(), description);

const CoverageRow = named(
  "CoverageRow",
  object({
    technical_name: text(),
    status: oneOf(
      ["present", "moved", "missing", "unknown"],
      "`present`: in the same repository, or new at `to`; `moved`: in others only; `missing`: nowhere; `unknown`: no module has this name at any version.",
    ),
    carrier: orNull(text("The `<org>/<repo>` whose module is looked for; `null` for anybody's.")),
    carriers_from: names("Every `<org>/<repo>` that has it at `from`."),
    carriers_to: names("Every `<org>/<repo>` that has it at `to`."),
    blocked_by: names("What a missing one needs, directly or not, that is missing as well."),
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
      missing: count(),
      unknown: count(),
      ready: count("Missing, with nothing in the way."),
    }),
    modules: listOf(CoverageRow),
  }),
);
export type Coverage = ValueOf<typeof Coverage>;
