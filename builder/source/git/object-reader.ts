// The output of `git cat-file --batch` as it comes: pieces of any length in, objects out. Pure.

export interface GitObject {
  readonly objectId: string;
  /** `blob`, `tree`, `commit` or `tag`. */
  readonly type: string;
  readonly bytes: Buffer;
}

interface ObjectReader {
  add(piece: Buffer): void;
  answers(): number;
  /** True if the last answer is complete. */
  isAtEnd(): boolean;
}

/** A header is an id, a type and a size; what is longer is none. */
const HEADER_LIMIT_BYTES = 4096;

interface Header {
  readonly objectId: string;
  readonly type: string;
  readonly sizeBytes: number;
}

/** @throws Error when the output is not what git writes */
export function createObjectReader(
  onObject: (object: GitObject) => void,
  onHeader: (sizeBytes: number) => void,
): ObjectReader {
  let pieces: Buffer[] = [];
  let held = 0;
  let header: Header | undefined;
  let answers = 0;
  const takeHeader = (bytes: Buffer, at: number): number => {
    const end = bytes.indexOf(0x0a, at);
    if (end < 0 && bytes.length - at > HEADER_LIMIT_BYTES) throw new Error("git gave no header");
    if (end < 0) return -1;
    const [objectId = "", type = "", size = ""] = bytes.toString("latin1", at, end).split(" ");
    answers += 1;
    if (type !== "missing" && size !== "") {
      header = { objectId, type, sizeBytes: Number(size) };
      onHeader(header.sizeBytes);
    }
    return end + 1;
  };
  return {
    add(piece) {
      pieces.push(piece);
      held += piece.length;
      // The pieces of a large object are put together once, when all of it is here.
      if (header !== undefined && held < header.sizeBytes + 1) return;
      const bytes = pieces.length === 1 ? piece : Buffer.concat(pieces);
      let at = 0;
      while (at < bytes.length) {
        if (header === undefined) {
          const next = takeHeader(bytes, at);
          if (next < 0) break;
          at = next;
          continue;
        }
        const end = at + header.sizeBytes;
        if (end >= bytes.length) break;
        const { objectId, type } = header;
        header = undefined;
        onObject({ objectId, type, bytes: bytes.subarray(at, end) });
        at = end + 1;
      }
      pieces = at < bytes.length ? [bytes.subarray(at)] : [];
      held = bytes.length - at;
    },
    answers: () => answers,
    isAtEnd: () => header === undefined && held === 0,
  };
}
