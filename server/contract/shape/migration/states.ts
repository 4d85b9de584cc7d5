// States of a module at another platform version, and verdicts of reports: work to be done first
// comes first.
import { toState, type State } from "../../layout.js";

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
  waiting: toState("waiting", "There, but not installable before others are", "bad"),
  ported_with_commits_missing: toState(
    "ported_with_commits_missing",
    "Ported, but fixes are missing",
    "bad",
  ),
  renamed: toState("renamed", "Renamed"),
  merged: toState("merged", "Merged"),
  moved: toState("moved", "Moved"),
  in_core: toState("in_core", "In Odoo itself", "good"),
  ported: toState("ported", "Ported", "good"),
} as const satisfies Readonly<Record<string, State>>;

export type MigrationState = keyof typeof STATES;

export const MIGRATION_STATES = Object.keys(STATES) as readonly MigrationState[];

export const VERDICTS = {
  nothing_to_port: toState("nothing_to_port", "Nothing to port", "good"),
  to_port: { code: "to_port", title: "To port", tone: "bad", isWork: true },
  unknown: toState("unknown", "Nothing to port of what is known", "unknown"),
} as const satisfies Readonly<Record<string, State>>;

export const VERDICT_CODES = Object.keys(VERDICTS) as readonly (keyof typeof VERDICTS)[];
