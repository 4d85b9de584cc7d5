// What became of a module at another platform version, as one word; the order is that of docs and totals.

export const MIGRATION_STATES = [
  "ported",
  "ported_with_commits_missing",
  "not_installable",
  "renamed",
  "moved",
  "merged",
  "in_core",
  "waiting",
  "to_port",
  "blocked",
  "unknown",
] as const;

export type MigrationState = (typeof MIGRATION_STATES)[number];
