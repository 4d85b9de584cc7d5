// Whether the mapped files of a snapshot are still what was opened. Snapshots are never written to, but
// files can be: then nothing more may be answered from the map, where the bytes have changed as well.
import type { Snapshot } from "../../data/snapshot/decode.js";
import { SECTIONS_FILE, VECTOR_INDEX_FILE } from "../../data/snapshot/format.js";
import type { FileState, MappedFile } from "../../data/snapshot/map-file.js";

export interface FileWatch {
  /**
   * Looks at each file, which takes a microsecond, and begins to read one that is not as it was.
   * @returns false when nothing may be answered from them: one was written to, and perhaps it is whole
   */
  look(): boolean;
  /** Result of the last look. */
  readonly isTrusted: boolean;
}

interface FileWatchOptions {
  /** Keeps the files open while it is read, until the returned function is called. */
  keepOpen(): () => void;
  /** One was written to, and every byte is as it was. */
  onWhole(): void;
  /** The bytes of one are others than those of the snapshot; reported once, and for ever. */
  onLost(): void;
}

/** Watches every file of the snapshot that is mapped. */
export function watchSnapshot(
  { file, graphFile, entry }: Pick<Snapshot, "file" | "graphFile" | "entry">,
  { keepOpen, onWhole, onLost }: FileWatchOptions,
): FileWatch {
  let isLost = false;
  const findSha256 = (wanted: string): string | undefined =>
    entry.files.find(({ name }) => name === wanted)?.sha256;
  const mapped = [[file, findSha256(SECTIONS_FILE)] as const];
  if (graphFile !== undefined) mapped.push([graphFile, findSha256(VECTOR_INDEX_FILE)]);
  const watches = mapped.map(([one, sha256]) =>
    watchFile(one, sha256, {
      keepOpen,
      onWhole: () => watches.every(({ isTrusted }) => isTrusted) && onWhole(),
      onLost() {
        if (!isLost) onLost();
        isLost = true;
      },
    }),
  );
  return {
    look: () => watches.filter((watch) => !watch.look()).length === 0,
    get isTrusted() {
      return watches.every(({ isTrusted }) => isTrusted);
    },
  };
}

function watchFile(
  file: MappedFile,
  sha256: string | undefined,
  { keepOpen, onWhole, onLost }: FileWatchOptions,
): FileWatch {
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
        isLost ||= (await file.hashFile().catch(() => "")) !== sha256;
        if (isLost) {
          isTrusted = false;
          return onLost();
        }
        if (!isSame(file.readState(), state)) continue;
        known = state;
        const wasTrusted = isTrusted;
        isTrusted = true;
        if (!wasTrusted) onWhole();
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
