// Reason why a newer snapshot is not served, for the public: without paths of this machine, which
// are in the log.
import { OperatorError } from "../../data/operator-error.js";

export interface SnapshotRefusal {
  readonly code: string;
  readonly message: string;
}

const MESSAGES: Readonly<Record<string, string>> = {
  snapshot_missing: "There is no snapshot in the folder any more.",
  snapshot_foreign: "It is not a snapshot.",
  snapshot_newer: "The new snapshot has a newer format than this program can read.",
  snapshot_older: "The new snapshot has an older format than this program can read.",
  snapshot_truncated: "The new snapshot is incomplete.",
  snapshot_damaged: "The new snapshot is damaged.",
  snapshot_unreadable: "Files of the new snapshot cannot be read.",
  snapshot_unusable: "The new snapshot cannot be prepared for questions.",
  embedder_mismatch: "The new snapshot was built with a different embedder than this service has.",
  embedder_damaged: "The embedder of the new snapshot is damaged.",
  embedder_unavailable: "The embedder of the new snapshot is not on this machine.",
};

const UNKNOWN: SnapshotRefusal = {
  code: "internal_error",
  message: "The new snapshot could not be opened; the log says why.",
};

export function toRefusal(error: unknown): SnapshotRefusal {
  if (!(error instanceof OperatorError)) return UNKNOWN;
  const { code } = error;
  return { code, message: MESSAGES[code] ?? UNKNOWN.message };
}
