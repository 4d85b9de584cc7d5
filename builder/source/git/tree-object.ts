// A tree as git keeps it: `mode name\\0id` for each entry, the id in bytes. Pure, total.
import { decodePath } from "./git-path.js";

export interface TreeEntry {
  /**
   * Git's form: `100644`, `100755`, `120000` (link), `160000` (submodule), `040000` (folder).
   */
  readonly mode: string;
  /** Output of `decodePath`. */
  readonly name: string;
  readonly objectId: string;
}

const TYPE_MASK = 0o170000;
const FILE = 0o100000;
const LINK = 0o120000;
const FOLDER = 0o040000;

/**
 * The entries in their order; `undefined` when it is no tree.
 * @param idLength of an id in hexadecimal digits
 */
export function parseTreeObject(bytes: Buffer, idLength: number): readonly TreeEntry[] | undefined {
  const entries: TreeEntry[] = [];
  const idBytes = idLength / 2;
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at);
    const zero = bytes.indexOf(0x00, at);
    if (space < 0 || zero < 0 || space > zero) return undefined;
    const end = zero + 1 + idBytes;
    const mode = bytes.toString("latin1", at, space);
    // Git refuses these too.
    if (end > bytes.length || zero === space + 1 || !/^[0-7]{1,7}$/.test(mode)) return undefined;
    entries.push({
      mode: toPlainMode(Number.parseInt(mode, 8)),
      name: decodePath(bytes.toString("latin1", space + 1, zero)),
      objectId: bytes.toString("hex", zero + 1, end),
    });
    at = end;
  }
  return entries;
}

/** Mode without the bits that old repositories have and nobody reads. */
function toPlainMode(mode: number): string {
  const type = mode & TYPE_MASK;
  if (type === FOLDER) return "040000";
  if (type === LINK) return "120000";
  if (type === FILE) return (mode & 0o100) === 0 ? "100644" : "100755";
  return "160000";
}
