// A list of sorted names in one section, each without what it has in common with the one before: half the
// bytes of string-table.ts for names that begin alike, in exchange for a few names that are read on the
// way to one. Every sixteenth is whole, so that these are few.
//
// u32 count, u32 end offset of each block of 16 names, then the blocks. Of each name: how many bytes it
// has in common with the one before, how many follow, and these, UTF-8; numbers are 7 bits a byte, the
// lowest first, with the highest bit set where more follow. ["sale", "sales"] is
// 02 00 00 00 | 09 00 00 00 | 00 04 73 61 6c 65 | 04 01 73.
import { damagedSection } from "../errors.js";
import type { StringTable } from "./string-table.js";

const BLOCK_NAMES = 16;

/** @param names sorted, so that neighbours begin alike; others only take more room */
export function encodeNameTable(names: readonly string[]): Uint8Array {
  const head = new Uint32Array(1 + Math.ceil(names.length / BLOCK_NAMES));
  head[0] = names.length;
  const bytes = Buffer.allocUnsafe(head.byteLength + measureNames(names));
  const longest = names.reduce((most, { length }) => Math.max(most, length), 0);
  let before = Buffer.allocUnsafe(longest * UTF8_BYTES);
  let name = Buffer.allocUnsafe(longest * UTF8_BYTES);
  let end = head.byteLength;
  let lengthBefore = 0;
  for (const [number, text] of names.entries()) {
    if (number % BLOCK_NAMES === 0) lengthBefore = 0;
    const length = name.write(text, "utf8");
    const shared = countShared(before, name, Math.min(lengthBefore, length));
    end = writeNumber(bytes, length - shared, writeNumber(bytes, shared, end));
    end += name.copy(bytes, end, shared, length);
    head[Math.floor(number / BLOCK_NAMES) + 1] = end - head.byteLength;
    [before, name, lengthBefore] = [name, before, length];
  }
  bytes.set(new Uint8Array(head.buffer));
  return Uint8Array.prototype.slice.call(bytes, 0, end);
}

/** The most that a UTF-16 unit takes. */
const UTF8_BYTES = 3;
/** The most that two numbers take. */
const NUMBERS_BYTES = 10;

/** The most bytes that the names take. */
function measureNames(names: readonly string[]): number {
  return names.reduce((sum, { length }) => sum + NUMBERS_BYTES + UTF8_BYTES * length, 0);
}

function countShared(left: Uint8Array, right: Uint8Array, most: number): number {
  let count = 0;
  while (count < most && left[count] === right[count]) count += 1;
  return count;
}

/** @returns where what follows begins */
function writeNumber(bytes: Uint8Array, number: number, start: number): number {
  let at = start;
  let rest = number;
  for (; rest > 0x7f; rest >>>= 7) bytes[at++] = (rest & 0x7f) | 0x80;
  bytes[at++] = rest;
  return at;
}

/** Where a reading is: the name that was read last stands in `name`. */
interface Cursor {
  block: number;
  /** The next name of the block. */
  next: number;
  at: number;
  end: number;
  name: Buffer;
  length: number;
}

/** Reads on from the name that was read last where it can. @throws SnapshotError, also later */
export function openNameTable(section: string, bytes: Uint8Array): StringTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = bytes.length < 4 ? -1 : view.getUint32(0, true);
  const blocksAt = 4 + 4 * Math.ceil(length / BLOCK_NAMES);
  if (length < 0 || blocksAt > bytes.length) {
    throw damagedSection(section, "a table of names", `${bytes.length} bytes for ${length} names`);
  }
  const cursor: Cursor = { block: -1, next: 0, at: 0, end: 0, name: Buffer.alloc(64), length: 0 };
  const begin = (block: number): void => {
    const at = blocksAt + (block === 0 ? 0 : view.getUint32(4 * block, true));
    const end = blocksAt + view.getUint32(4 * (block + 1), true);
    if (at > end || end > bytes.length) {
      throw damagedSection(section, `offsets up to ${bytes.length}`, `${at} to ${end}`);
    }
    Object.assign(cursor, { block, next: 0, at, end, length: 0 });
  };
  return {
    length,
    get(index) {
      if (index < 0 || index >= length) {
        throw damagedSection(section, `a number below ${length}`, String(index));
      }
      const block = Math.floor(index / BLOCK_NAMES);
      const wanted = index % BLOCK_NAMES;
      if (cursor.block !== block || cursor.next > wanted + 1) begin(block);
      while (cursor.next <= wanted) {
        if (readName(bytes, cursor)) continue;
        cursor.block = -1;
        throw damagedSection(section, "names inside their block", `others in block ${block}`);
      }
      return cursor.name.toString("utf8", 0, cursor.length);
    },
  };
}

/** @returns whether there was a name */
function readName(bytes: Uint8Array, cursor: Cursor): boolean {
  const shared = readNumber(bytes, cursor);
  const rest = readNumber(bytes, cursor);
  const end = cursor.at + rest;
  // A comparison with NaN is false.
  if (!(shared <= cursor.length && end <= cursor.end)) return false;
  const length = shared + rest;
  if (length > cursor.name.length) {
    cursor.name = Buffer.concat([cursor.name.subarray(0, shared)], 2 * length);
  }
  for (let from = cursor.at, to = shared; from < end; from++, to++) {
    cursor.name[to] = bytes[from] ?? 0;
  }
  cursor.at = end;
  cursor.length = length;
  cursor.next += 1;
  return true;
}

/** `NaN` where there is none. */
function readNumber(bytes: Uint8Array, cursor: Cursor): number {
  let number = 0;
  for (let scale = 1; scale < 2 ** 32; scale *= 128) {
    const byte = bytes[cursor.at++];
    if (byte === undefined) return NaN;
    number += (byte & 0x7f) * scale;
    if (byte <= 0x7f) return number;
  }
  return NaN;
}
