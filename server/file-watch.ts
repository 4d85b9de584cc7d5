// Whether the mapped file of a snapshot is still what was opened. Snapshots are never written to, but
// files can be: then nothing more may be answered from the map, where the bytes have changed as well.
import type { Snapshot } from "../data/snapshot/decode.js";
import { SECTIONS_FILE } from "../data/snapshot/format.js";
import type { FileState } from "../data/snapshot/map-file.js";

export interface FileWatch {
  /**
   * Looks at the file, which takes a microsecond, and begins to read it where it is not as it was.
   * @returns false when nothing may be answered from it: it was written to, and perhaps it is whole
   */
  look(): boolean;
  /** What the last look gave. */
  readonly isTrusted: boolean;
}

export interface FileWatchOptions {
  /** Keeps the file open while it is read, until the returned function is called. */
  keepOpen(): () => void;
  /** It was written to, and every byte is as it was. */
  onWhole(): void;
  /** Its bytes are others than those of the snapshot; told once, and for ever. */
  onLost(): void;
}

export function watchFile(
  { file, entry }: Pick<Snapshot, "file" | "entry">,
  { keepOpen, onWhole, onLost }: FileWatchOptions,
): FileWatch {
  const expected = entry.files.find(({ name }) => name === SECTIONS_FILE);
  let known = file.readState();
  let isTrusted = true;
  let isLost = false;
  let isReading = false;
  const read = async (): Promise<void> => {
    const release = keepOpen();
    try {
      for (;;) {
        const state = file.readState();
        // Nothing is read of a file that was cut: what is gone cannot come back.
        isLost = Number(state?.sizeBytes) !== file.bytes.length;
        isLost ||= (await file.hashFile().catch(() => "")) !== expected?.sha256;
        if (isLost) {
          isTrusted = false;
          return onLost();
        }
        if (!isSame(file.readState(), state)) continue;
        known = state;
        if (!isTrusted) onWhole();
        isTrusted = true;
        return undefined;
      }
    } finally {
      isReading = false;
      release();
    }
  };
  return {
    get isTrusted() {
      return isTrusted;
    },
    look() {
      if (isLost) return false;
      const state = file.readState();
      if (isSame(state, known)) return isTrusted;
      // Another link or other permissions are no write; those of a removed file change, too.
      if (!isWrittenAsBefore(state, known)) isTrusted = false;
      if (!isReading) {
        isReading = true;
        void read();
      }
      return isTrusted;
    },
  };
}

function isSame(one: FileState | undefined, other: FileState | undefined): boolean {
  return isWrittenAsBefore(one, other) && one?.changedNs === other?.changedNs;
}

function isWrittenAsBefore(one: FileState | undefined, other: FileState | undefined): boolean {
  return one?.writtenNs === other?.writtenNs && one?.sizeBytes === other?.sizeBytes;
}
