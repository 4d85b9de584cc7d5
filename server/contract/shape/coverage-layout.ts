// Layout of coverage: the numbers, then the modules of each status.
import { toPath } from "../browser/ask.js";
import { countStates, layFacts, layTable, type Block } from "../layout.js";
import { COVERAGE_STATES, type Coverage } from "./coverage.js";
import { PORT_REQUESTS } from "./port-requests.js";
import { describeSuccessor } from "./lineage.js";

export const layCoverage = ({ from, to, counts, modules }: Coverage): readonly Block[] => [
  layFacts([
    ...countStates(COVERAGE_STATES, counts),
    { key: "ready", title: "Can be ported now", value: counts.ready },
    {
      key: "not_installable_from",
      title: `Not installable at ${from} either`,
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
        value: ({ successors }) => successors.map(describeSuccessor),
        href: ({ technical_name: name }) => toPath("lineage", name),
      },
      PORT_REQUESTS,
      { key: "providers_to", title: `At ${to} in`, value: (row) => row.providers_to },
      {
        key: "providers_from",
        title: `At ${from} in`,
        place: "detail",
        agents: false,
        value: (row) => row.providers_from,
      },
      { key: "installable_from", place: "data" },
    ],
  }),
];
