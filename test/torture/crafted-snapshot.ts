// A snapshot that somebody made wrong on purpose: its bytes are changed, and every checksum says so.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { encodeEntry, type SnapshotEntry } from "../../data/snapshot/entry-file.js";
import {
  ENTRY_FILE,
  SECTIONS_FILE,
  VECTOR_INDEX_FILE,
  type SectionName,
} from "../../data/snapshot/format.js";
import { encodeSections, openSections } from "../../data/snapshot/sections.js";

export type Change = (bytes: Uint8Array) => Uint8Array;

/** Changes: the graph, sections by name, the entry file. */
export interface Changes {
  readonly graph?: Change;
  readonly sections?: Readonly<Partial<Record<SectionName, Change>>>;
  /** Change of the entry; checksums of the other files and the id are corrected afterwards. */
  readonly entry?: (entry: SnapshotEntry) => SnapshotEntry;
}

/** Writes a changed copy of a snapshot to `target`, with the right checksums throughout. */
export function craftSnapshot(folder: string, target: string, changes: Changes): void {
  mkdirSync(target, { recursive: true });
  const read = (name: string): Uint8Array => readFileSync(path.join(folder, name));
  const entry = JSON.parse(Buffer.from(read(ENTRY_FILE)).toString()) as SnapshotEntry;
  const files = readdirSync(folder)
    .filter((name) => name !== ENTRY_FILE)
    .map((name) => {
      let bytes = read(name);
      if (name === VECTOR_INDEX_FILE) bytes = changes.graph?.(bytes) ?? bytes;
      if (name === SECTIONS_FILE) bytes = changeSections(bytes, changes);
      writeFileSync(path.join(target, name), bytes);
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      return { name, bytes: bytes.length, sha256 };
    });
  const inOrder = entry.files.flatMap(({ name }) => files.filter((file) => file.name === name));
  const { id: _, ...parts } = changes.entry?.({ ...entry, files: inOrder }) ?? {
    ...entry,
    files: inOrder,
  };
  writeFileSync(path.join(target, ENTRY_FILE), encodeEntry(parts).text);
}

function changeSections(file: Uint8Array, { sections = {} }: Changes): Uint8Array {
  const reader = openSections(file);
  const changed = new Map(
    reader.rows.map((row) => {
      const name = row.name as SectionName;
      // A copy, which a change may be made in.
      const bytes = Uint8Array.from(reader.get(name));
      return [name, sections[name]?.(bytes) ?? bytes] as const;
    }),
  );
  return Buffer.concat(encodeSections(changed));
}
