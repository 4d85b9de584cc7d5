// States of a module at another platform version, and verdicts of reports: work to be done first comes first. And effort of porting
// a module, as classes: docs/migration.md has the measurements of ported ones.
import { toState, type State } from "../../layout.js";
import { MISSING_STATES } from "../system/plan-states.js";

export const STATES = {
  to_port: { code: "to_port", title: "To port", tone: "bad", isWork: true },
  blocked: { code: "blocked", title: "To port, after others", tone: "bad", isWork: true },
  not_installable: {
    code: "not_installable",
    title: "Exists, but not installable",
    tone: "bad",
    isWork: true,
  },
  unknown: toState("unknown", "Unknown", "unknown"),
  waiting: toState("waiting", "Ported, but modules that it needs are not", "bad"),
  ported_with_commits_missing: toState(
    "ported_with_commits_missing",
    "Ported, but fixes are missing",
    "bad",
  ),
  renamed: toState("renamed", "Renamed"),
  merged: toState("merged", "Merged"),
  moved: toState("moved", "Moved"),
  in_core: toState("in_core", "Part of Odoo", "good"),
  new: toState("new", "New, not there before"),
  ported: toState("ported", "Ported", "good"),
} as const satisfies Readonly<Record<string, State>>;

export type MigrationState = keyof typeof STATES;

export const MIGRATION_STATES = Object.keys(STATES) as readonly MigrationState[];

export const UNKNOWN_STATES = {
  unknown_name: MISSING_STATES.unknown_name,
  not_at_version: MISSING_STATES.not_at_version,
  no_successor: toState(
    "no_successor",
    "Odoo had it; no module is known to have its contents",
    "unknown",
  ),
} as const satisfies Readonly<Record<string, State>>;

export const UNKNOWN_REASONS = Object.keys(
  UNKNOWN_STATES,
) as readonly (keyof typeof UNKNOWN_STATES)[];

export const VERDICTS = {
  to_port: { code: "to_port", title: "Modules to port", tone: "bad", isWork: true },
  commits_to_port: { code: "commits_to_port", title: "Commits to port", tone: "bad", isWork: true },
  unknown_names: { code: "unknown_names", title: "Unknown modules", tone: "bad", isWork: true },
  unknown: toState("unknown", "Nothing to port of what is known", "unknown"),
  being_ported: toState("being_ported", "Nothing to port but what pull requests port"),
  nothing_to_port: toState("nothing_to_port", "Nothing to port", "good"),
} as const satisfies Readonly<Record<string, State>>;

export const VERDICT_CODES = Object.keys(VERDICTS) as readonly (keyof typeof VERDICTS)[];

export const EFFORT_WORDS = { S: "small", M: "medium", L: "large", XL: "very large" } as const;
export const EFFORTS = ["S", "M", "L", "XL"] as const;
export type Effort = (typeof EFFORTS)[number];

export function countEfforts(
  efforts: Iterable<Effort | null | undefined>,
): Readonly<Record<Effort, number>> {
  const counts = { S: 0, M: 0, L: 0, XL: 0 };
  for (const effort of efforts) if (effort) counts[effort] += 1;
  return counts;
}
