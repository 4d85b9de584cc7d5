// Layout of changes between snapshots: the number, then new, updated and removed modules.
import { listChangeLines } from "../browser/change-lines.js";
import { toPath, toQuery } from "../browser/ask.js";
import {
  countStates,
  layFacts,
  layCaveat,
  layTable,
  type Block,
  type LayoutContext,
} from "../layout.js";
import { toProvider } from "./repository-column.js";
import { CHANGE_STATES, type ChangeRow, type Changes } from "./changes.js";

type Told = Pick<Changes, "counts" | "changes"> & Partial<Pick<Changes, "previous" | "reason">>;

export function layChanges(
  { counts, changes, previous, reason }: Told,
  { total }: LayoutContext,
): readonly Block[] {
  if (previous === null) {
    return layCaveat(true, reason ?? "There is no earlier index to compare with.");
  }
  const states = Object.values(CHANGE_STATES);
  return [
    layFacts(countStates(CHANGE_STATES, counts)),
    layTable<ChangeRow>({
      name: "changes",
      title: "Changes",
      groups: { key: "change", states, stateOf: ({ change }) => CHANGE_STATES[change] },
      rows: changes,
      total,
      columns: [
        { key: "change", value: ({ change }) => CHANGE_STATES[change] },
        { key: "name", agents: false },
        {
          key: "technical_name",
          href: ({ change, platform_version: at, organization: org, repository: repo }, name) =>
            change === "removed" ? null : toPath("module", name, at) + toQuery({ org, repo }),
        },
        "platform_version: Odoo",
        {
          key: "provider",
          value: toProvider,
          href: ({ repository }) => toPath("repo", repository),
        },
        "version",
        { key: "installable", value: ({ installable }) => (installable ? null : installable) },
        { key: "what", value: listChangeLines },
        { key: "update_date", unit: "day" },
      ],
    }),
  ];
}
