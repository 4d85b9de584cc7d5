// Development statuses, as manifests have them.

/** From the least mature on. */
export const STATUSES = ["alpha", "beta", "production/stable", "mature"] as const;
export type Status = (typeof STATUSES)[number];

/** OCA's default for a manifest without a status. */
export const UNSAID_STATUS = "Beta";

/** An index in STATUSES; a word that nobody knows counts as less than all, -1. */
export function findMaturity(status: string): number {
  return STATUSES.findIndex((known) => known === status.trim().toLowerCase());
}
