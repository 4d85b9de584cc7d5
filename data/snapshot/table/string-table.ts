// A list of texts in one section: u32 count, u32 end offset of each text, then all texts as UTF-8.
// [“a”, “bc”] is 02 00 00 00 | 01 00 00 00 | 03 00 00 00 | 61 62 63.
import { findFirst } from "../../binary-search.js";
import { damagedSection } from "../errors.js";
import type { SectionName } from "../format.js";
import type { SectionReader } from "../sections.js";

/** Texts by number, decoded one at a time. */
export interface StringTable {
  readonly length: number;
  /** The text with this number. @throws SnapshotError when there is none */
  get(index: number): string;
  /** Numbers of the texts that contain another, which is not empty, ascending. @throws SnapshotError, RangeError for an empty one */
  listContaining(part: string): readonly number[];
}

export function encodeStringTable(texts: readonly string[]): Uint8Array {
  const head = new Uint32Array(1 + texts.length);
  head[0] = texts.length;
  let end = 0;
  texts.forEach((text, index) => (head[index + 1] = end += Buffer.byteLength(text, "utf8")));
  const bytes = Buffer.alloc(head.byteLength + end);
  bytes.set(new Uint8Array(head.buffer));
  let at = head.byteLength;
  for (const text of texts) at += bytes.write(text, at, "utf8");
  return bytes;
}

/** @throws SnapshotError `snapshot_damaged` when the offsets leave the section or run backwards */
export function openStringTable(section: string, bytes: Uint8Array): StringTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = bytes.length < 4 ? -1 : view.getUint32(0, true);
  const textsAt = 4 + 4 * length;
  if (length < 0 || textsAt > bytes.length) {
    throw damagedSection(section, "a string table", `${bytes.length} bytes for ${length} texts`);
  }
  const texts = Buffer.from(bytes.buffer, bytes.byteOffset + textsAt, bytes.length - textsAt);
  const toEnd = (index: number): number => view.getUint32(4 * (index + 1), true);
  return {
    length,
    listContaining(part) {
      if (part === "") throw new RangeError("every text contains an empty one");
      const found = new Set<number>();
      const wanted = Buffer.from(part);
      for (let at = texts.indexOf(wanted); at >= 0; at = texts.indexOf(wanted, at + 1)) {
        const number = findFirst(0, length, (index) => toEnd(index) > at);
        if (number === length) {
          throw damagedSection(section, `texts up to ${at}`, `${texts.length} bytes of texts`);
        }
        if (at + wanted.length <= toEnd(number)) found.add(number);
      }
      return [...found];
    },
    get(index) {
      if (!Number.isInteger(index) || index < 0 || index >= length) {
        throw damagedSection(section, `a number below ${length}`, String(index));
      }
      const start = index === 0 ? 0 : toEnd(index - 1);
      const end = toEnd(index);
      if (start > end || end > texts.length) {
        throw damagedSection(section, `offsets up to ${texts.length}`, `${start} to ${end}`);
      }
      return texts.toString("utf8", start, end);
    },
  };
}

/** The table of a section. @throws SnapshotError likewise */
export const openTableOf = (sections: SectionReader, name: SectionName): StringTable =>
  openStringTable(name, sections.get(name));

/** The table with a cache of decoded texts, for texts that are read again and again. */
export function keepTexts(table: StringTable): StringTable {
  const kept: (string | undefined)[] = Array.from({ length: table.length });
  return { ...table, get: (index) => (kept[index] ??= table.get(index)) };
}

/** Binary search in a table sorted by UTF-16 code units; `undefined` when it is not there. */
export function findString(table: StringTable, text: string): number | undefined {
  const number = findFirst(0, table.length, (at) => table.get(at) >= text);
  return number < table.length && table.get(number) === text ? number : undefined;
}

/** The texts of such a table that begin with another, by their numbers. */
export function listBeginning(table: StringTable, beginning: string): readonly number[] {
  const first = findFirst(0, table.length, (at) => table.get(at) >= beginning);
  const end = findFirst(first, table.length, (at) => !table.get(at).startsWith(beginning));
  return Array.from({ length: end - first }, (_, at) => first + at);
}

export function listTexts(table: StringTable): readonly string[] {
  return Array.from({ length: table.length }, (_, at) => table.get(at));
}
