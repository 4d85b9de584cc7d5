// The snapshot that was there before the one being served, if it still lies beside it in the folder
// that builds write to, and what changed since. Looked for once for each snapshot that is served.
import { readdirSync } from "node:fs";
import path from "node:path";
import { OperatorError } from "../../data/operator-error.js";
import { openSnapshot, type Snapshot } from "../../data/snapshot/decode.js";
import { readWrittenMs } from "../../data/snapshot/locate.js";
import { compareSnapshots, type SnapshotChanges } from "../compare/diff/changes.js";
import { deriveOnce } from "../lookup/memo.js";

export interface ChangesSince extends SnapshotChanges {
  readonly snapshot: string;
  /** Id of the previous snapshot; `null` if there is none to compare with. */
  readonly previous: string | null;
  readonly reason: string | null;
  /** When the files of the snapshot were written, in Unix milliseconds. */
  readonly writtenMs: number;
}

/** The snapshot must stay open until this is done. */
export const readChanges = deriveOnce(async (snapshot): Promise<ChangesSince> => {
  const writtenMs = readWrittenMs(snapshot.folder, Date.now());
  const folder = findPreviousFolder(snapshot.folder, writtenMs);
  const details = { snapshot: snapshot.entry.id, writtenMs };
  const nothing = { ...details, counts: NO_CHANGES, rows: [], previous: null };
  if (folder === undefined) {
    return {
      ...nothing,
      reason: "This is the first snapshot of the index: there is nothing to compare it with.",
    };
  }
  const unreadable = { ...nothing, reason: "The older snapshot cannot be read." };
  let previous: Snapshot | undefined;
  try {
    previous = openSnapshot(folder);
    const { id } = previous.entry;
    const { file } = previous;
    const before = file.readState();
    const changes = await compareSnapshots(previous, snapshot);
    // Nobody watches it.
    if (file.readState()?.writtenNs !== before?.writtenNs) return unreadable;
    return { ...details, previous: id, reason: null, ...changes };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return unreadable;
  } finally {
    previous?.close();
  }
});

const NO_CHANGES = { added: 0, removed: 0, updated: 0 } as const;

/** Name of a snapshot's folder. */
const ID = /^[0-9a-f]{32}$/;

/** The newest one that is older than the given time. */
function findPreviousFolder(folder: string, writtenMs: number): string | undefined {
  const around = path.dirname(folder);
  const candidates = listNames(around)
    .filter((name) => ID.test(name) && name !== path.basename(folder))
    .map((name) => path.join(around, name))
    .map((candidate) => ({ candidate, writtenMs: readWrittenMs(candidate, Infinity) }))
    .filter((one) => one.writtenMs <= writtenMs)
    .toSorted((left, right) => right.writtenMs - left.writtenMs);
  return candidates[0]?.candidate;
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A snapshot may be served from where nothing may be listed, or that is gone: none lies beside it.
    return [];
  }
}
