// Faults of opening a snapshot. Each code is one kind of fault with one remedy.
import { OperatorError } from "../operator-error.js";
import { FORMAT_VERSION, OLDEST_READABLE_VERSION } from "./format.js";

/**
 * Codes: `snapshot_missing`, `snapshot_foreign` (not a snapshot), `snapshot_newer` and
 * `snapshot_older` (than this program reads), `snapshot_truncated`, `snapshot_damaged`,
 * `snapshot_unreadable` (the system does not give its files), `snapshot_changed` (somebody wrote to a
 * file of it while it was served), `snapshot_unusable` (every byte is as it was written, and it cannot be
 * prepared for questions).
 */
export class SnapshotError extends OperatorError {}

/** The content of a section contradicts itself or its place. */
export function damagedSection(section: string, expected: string, got: string): SnapshotError {
  return new SnapshotError({
    code: "snapshot_damaged",
    message: `The section "${section}" of the snapshot is damaged (expected ${expected}, got ${got}); build or copy the snapshot again.`,
  });
}

/** The system does not give a file of a snapshot, as where permission is missing. */
export function unreadableFile(file: string, cause: unknown): SnapshotError {
  const got = (cause as NodeJS.ErrnoException).code ?? "an unreadable file";
  return new SnapshotError({
    code: "snapshot_unreadable",
    message: `${file} cannot be read (${got}); let this user read the snapshot, or copy it again.`,
    cause,
  });
}

/** @throws SnapshotError `snapshot_newer` or `snapshot_older` for a version that this program does not read */
export function checkFormat(what: string, format: number): void {
  const isNewer = format > FORMAT_VERSION;
  if (!isNewer && format >= OLDEST_READABLE_VERSION) return;
  const readable = `${OLDEST_READABLE_VERSION} to ${FORMAT_VERSION}`;
  const remedy = isNewer
    ? "update the program, or build the snapshot again with it"
    : "build it again";
  throw new SnapshotError({
    code: isNewer ? "snapshot_newer" : "snapshot_older",
    message: `${what} has format ${format} and this program reads ${readable}; ${remedy}.`,
  });
}
