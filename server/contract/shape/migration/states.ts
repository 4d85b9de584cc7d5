// States of a module at another platform version, and verdicts of reports: work to be done first
// comes first.
import type { State } from "../../layout.js";

export const STATES = {
  to_port: { code: "to_port", title: "To port", tone: "bad", isWork: true },
  blocked: { code: "blocked", title: "To port, after others", tone: "bad", isWork: true },
  not_installable: {
    code: "not_installable",
    title: "Exists, but not installable",
    tone: "bad",
    isWork: true,
  },
  unknown: { code: "unknown", title: "Unknown", tone: "unknown", isWork: false },
  waiting: {
    code: "waiting",
    title: "There, but not installable before others are",
    tone: "bad",
    isWork: false,
  },
  ported_with_commits_missing: {
    code: "ported_with_commits_missing",
    title: "Ported, with commits missing",
    tone: "bad",
    isWork: false,
  },
  renamed: { code: "renamed", title: "Renamed", tone: "plain", isWork: false },
  merged: { code: "merged", title: "Merged", tone: "plain", isWork: false },
  moved: { code: "moved", title: "Moved", tone: "plain", isWork: false },
  in_core: { code: "in_core", title: "In Odoo itself", tone: "good", isWork: false },
  ported: { code: "ported", title: "Ported", tone: "good", isWork: false },
} as const satisfies Readonly<Record<string, State>>;

export type MigrationState = keyof typeof STATES;

export const MIGRATION_STATES = Object.keys(STATES) as readonly MigrationState[];

export const VERDICTS = {
  nothing_to_port: {
    code: "nothing_to_port",
    title: "Nothing to port",
    tone: "good",
    isWork: false,
  },
  to_port: { code: "to_port", title: "To port", tone: "bad", isWork: true },
  unknown: {
    code: "unknown",
    title: "Nothing to port of what is known",
    tone: "unknown",
    isWork: false,
  },
} as const satisfies Readonly<Record<string, State>>;

export const VERDICT_CODES = Object.keys(VERDICTS) as readonly (keyof typeof VERDICTS)[];
