// Technical names as name search compares them, in one text: each folded, with a line feed after it,
// which no folded name holds. ["Sale", "web-x"] is "sale\nweb_x\n". A search for a part of a name is
// then one search in one text.
import { foldName } from "../../text/names.js";
import { damagedSection } from "../errors.js";

export interface FoldedNames {
  readonly length: number;
  /** All names, each with a line feed after it. */
  readonly text: string;
  /** Start of a name in the text; for `length`, the end of the text. */
  getStart(index: number): number;
  get(index: number): string;
  /**
   * Letters of a name as 32 bits, see `markLetters`. Two texts that differ in one letter differ in
   * at most two bits.
   */
  getLetters(index: number): number;
}

export function encodeFoldedNames(names: readonly string[]): Uint8Array {
  return Buffer.from(names.map((name) => `${foldName(name)}\n`).join(""), "utf8");
}

/** @throws SnapshotError when there are not that many names */
export function openFoldedNames(section: string, bytes: Uint8Array, length: number): FoldedNames {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
  const starts = new Uint32Array(length + 1);
  let count = 0;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) {
    count += 1;
    starts[count] = end + 1;
  }
  if (count !== length || starts[length] !== text.length) {
    throw damagedSection(section, `${length} names`, `${count}`);
  }
  const read = (values: Uint32Array, index: number): number => {
    const value = values[index];
    if (value === undefined) throw damagedSection(section, `below ${length}`, String(index));
    return value;
  };
  const getStart = (index: number): number => read(starts, index);
  const get = (index: number): string => text.slice(getStart(index), getStart(index + 1) - 1);
  let letters: Uint32Array | undefined;
  return {
    length,
    text,
    getStart,
    get,
    getLetters(index) {
      // Made when they are first asked for: only a search that finds nothing else needs them.
      letters ??= Uint32Array.from({ length }, (_, number) => markLetters(get(number)));
      return read(letters, index);
    },
  };
}

/** A bit for each letter that occurs; letters that are 32 apart share one. */
export function markLetters(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at++) bits |= 1 << (text.charCodeAt(at) & 31);
  return bits >>> 0;
}
