// Number of snapshots that an output folder keeps.

/** Enough to go back, and for a client that is still copying the previous snapshot. */
export const DEFAULT_KEEP = 2;
