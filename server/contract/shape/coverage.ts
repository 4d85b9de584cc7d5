// Modules of one platform version that exist at another. Read as numbers, then the modules of each status.
import { toState, type State, countStates, layFacts, layTable, type Block } from "../layout.js";
import {
  count,
  flag,
  listOf,
  object,
  oneOf,
  orNull,
  namedObject,
  text,
  texts,
  type ValueOf,
} from "../../../data/shape.js";
import { declareRenamed } from "./former-names.js";
import { portingRequests, PORT_REQUESTS } from "./port-requests.js";
import { Successor, describeSuccessor } from "./lineage.js";
import { toPath } from "../browser/ask.js";

const COVERAGE_STATES = {
  not_installable: {
    code: "not_installable",
    title: "Not installable",
    tone: "bad",
    isWork: true,
  },
  missing: { code: "missing", title: "Not ported", tone: "bad", isWork: true },
  unknown: toState("unknown", "Unknown", "unknown"),
  moved: toState("moved", "Ported in another repository"),
  present: toState("present", "Ported", "good"),
} as const satisfies Readonly<Record<string, State>>;

const CoverageRow = namedObject("CoverageRow", {
  technical_name: text(),
  status: oneOf(
    Object.keys(COVERAGE_STATES) as (keyof typeof COVERAGE_STATES)[],
    "`present`: installable in the same repository, or new at `to`; `moved`: installable in other repositories only; `not_installable`: it exists, but its manifests say that it cannot be installed, as those of modules that wait to be ported; `missing`: in no repository; `unknown`: no module has this name at any version.",
  ),
  carrier: orNull(text("The `<org>/<repo>` whose module is meant; `null` for any.")),
  ...declareRenamed("providers_from", texts("Every `<org>/<repo>` that has it at `from`.")),
  installable_from: flag(
    "True if it is installable at `from`, from `carrier` or, without it, from any repository.",
  ),
  ...declareRenamed("providers_to", texts("Every `<org>/<repo>` that has it at `to`.")),
  blocked_by: texts(
    "Direct and indirect dependencies that are missing or not installable as well.",
  ),
  successors: listOf(
    Successor,
    "The modules that took over its contents, if it is missing, not installable or unknown at `to`.",
  ),
  is_elsewhere: flag(
    "True if one of `successors` is installable at `to`, or is not indexed, as those of Odoo.",
  ),
  port_requests: portingRequests,
});
export type CoverageRow = ValueOf<typeof CoverageRow>;
export type CoverageStatus = CoverageRow["status"];

export const Coverage = namedObject("Coverage", {
  from: text(),
  to: text(),
  counts: object({
    present: count(),
    moved: count(),
    not_installable: count(),
    missing: count(),
    unknown: count(),
    elsewhere: count(
      "Modules that are missing or not installable, and whose contents another module has at `to`, or Odoo.",
    ),
    ready: count(
      "Modules that can be ported now: missing or not installable, and not blocked by any dependency.",
    ),
    not_installable_from: count("Of all rows, modules that are not installable at `from` either."),
  }),
  modules: listOf(CoverageRow),
});
export type Coverage = ValueOf<typeof Coverage>;

export const layCoverage = ({ from, to, counts, modules }: Coverage): readonly Block[] => [
  layFacts([
    { key: "compared", title: "Modules compared", value: modules.length },
    ...countStates(COVERAGE_STATES, counts),
    {
      key: "elsewhere",
      title: "Not ported, but in another module or in Odoo",
      value: counts.elsewhere || null,
    },
    { key: "ready", title: "Ready to port: all dependencies are ported", value: counts.ready },
    {
      key: "not_installable_from",
      title: `Of all, not installable at ${from} either`,
      value: counts.not_installable_from || null,
    },
  ]),
  layTable({
    name: "modules",
    title: `From ${from} to ${to}`,
    groups: {
      key: "status",
      states: Object.values(COVERAGE_STATES),
      stateOf: ({ status }) => COVERAGE_STATES[status],
    },
    rows: modules,
    columns: [
      {
        key: "technical_name",
        href: ({ status }, name) =>
          status === "unknown"
            ? null
            : toPath("module", name, status === "moved" || status === "present" ? to : from),
      },
      { key: "status", value: ({ status }) => COVERAGE_STATES[status] },
      { key: "blocked_by", href: (_, name) => toPath("lineage", name) },
      {
        key: "successors",
        value: ({ successors, is_elsewhere }) =>
          successors.map((one) => describeSuccessor(one) + (is_elsewhere ? "" : `, not at ${to}`)),
        href: ({ technical_name: name }) => toPath("lineage", name),
      },
      PORT_REQUESTS,
      { key: "providers_to", title: `At ${to} in`, value: (row) => row.providers_to },
      {
        key: "providers_from",
        title: `At ${from} in`,
        place: "data",
        value: (row) => row.providers_from,
      },
      { key: "installable_from", place: "data" },
    ],
  }),
];
