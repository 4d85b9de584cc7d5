// How many snapshots an output folder has.

/** Enough to go back to, and for who is still copying the one before. */
export const DEFAULT_KEEP = 2;
