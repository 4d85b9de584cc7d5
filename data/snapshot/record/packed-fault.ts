// Faults of MessagePack bytes, found before a library decodes them: the library believes their
// lengths, allocates what they claim, and hands their strings to native code. Only what packing.ts
// writes is right.
import { constants } from "node:buffer";

/** Numbers of keys by the number of a record's key list. */
export interface KeyCounts {
  readonly length: number;
  readonly [structure: number]: { readonly length: number };
}

/** Arrays, maps and records; each takes up to 250 bytes of memory for one byte here. */
const MOST_CONTAINERS = 2_000_000;
/** Values of all kinds; each takes at least 8 bytes of memory. */
const MOST_VALUES = 16_000_000;

/** Bytes behind a token from 0xc0 on that have one length: of numbers, and of no value at all. */
const SCALAR_BYTES: readonly (number | undefined)[] = fillTokens([
  [0xc0, 0],
  [0xc2, 0],
  [0xc3, 0],
  [0xca, 4],
  [0xcb, 8],
  [0xcc, 1],
  [0xcd, 2],
  [0xce, 4],
  [0xcf, 8],
  [0xd0, 1],
  [0xd1, 2],
  [0xd2, 4],
  [0xd3, 8],
]);
/** Bytes of the length behind a token of a string. */
const STRING_LENGTH_BYTES = fillTokens([
  [0xd9, 1],
  [0xda, 2],
  [0xdb, 4],
]);
/** Bytes of the length behind a token of an array or a map. */
const CONTAINER_LENGTH_BYTES = fillTokens([
  [0xdc, 2],
  [0xdd, 4],
  [0xde, 2],
  [0xdf, 4],
]);
const FIRST_MAP_TOKEN = 0xde;
/** The only extension that is written, for what is not there: its type and a byte that says nothing. */
const EXTENSION_TOKEN = 0xd4;
const UNDEFINED_TYPE = 0;

function fillTokens(rows: readonly (readonly [number, number])[]): readonly (number | undefined)[] {
  const filled: (number | undefined)[] = Array.from({ length: 256 });
  for (const [token, bytes] of rows) filled[token] = bytes;
  return filled;
}

/**
 * `undefined` when the bytes from `start` to `end` are one value that can be decoded with little more
 * memory than such values need.
 * @param structures the key lists that records refer to
 */
export function findPackedFault(
  bytes: Uint8Array,
  { start, end }: { readonly start: number; readonly end: number },
  structures: KeyCounts,
): string | undefined {
  // No string can be longer, whatever its length says.
  if (end - start > constants.MAX_STRING_LENGTH) return `${end - start} bytes`;
  if (end > bytes.length) return `an end at ${end} of ${bytes.length} bytes`;
  const readNumber = (at: number, width: number): number => {
    let value = 0;
    for (let offset = at; offset < at + width; offset++) value = value * 256 + (bytes[offset] ?? 0);
    return value;
  };
  let at = start;
  let values = 0;
  let containers = 0;
  for (let left = 1; left > 0; left--) {
    const token = at < end ? (bytes[at++] ?? 0) : -1;
    if (token < 0) return "an end within a value";
    values += 1;
    let inner = 0;
    if (token < 0x80) {
      if (token < 0x40) continue;
      inner = structures[token & 0x3f]?.length ?? 0;
      if (token - 0x40 >= structures.length) continue;
    } else if (token < 0x90) inner = 2 * (token - 0x80);
    else if (token < 0xa0) inner = token - 0x90;
    else if (token < 0xc0) {
      at += token - 0xa0;
      continue;
    } else if (token >= 0xe0) continue;
    else {
      const scalar = SCALAR_BYTES[token];
      if (scalar !== undefined) {
        at += scalar;
        continue;
      }
      if (token === EXTENSION_TOKEN && bytes[at] === UNDEFINED_TYPE) {
        at += 2;
        continue;
      }
      const string = STRING_LENGTH_BYTES[token];
      if (string !== undefined) {
        at += string + readNumber(at, string);
        continue;
      }
      const container = CONTAINER_LENGTH_BYTES[token];
      if (container === undefined) return `the token 0x${token.toString(16)}`;
      inner = readNumber(at, container) * (token >= FIRST_MAP_TOKEN ? 2 : 1);
      at += container;
    }
    containers += 1;
    left += inner;
    // Every value has a byte at least.
    if (left - 1 > end - at) return "more values than bytes";
    if (containers > MOST_CONTAINERS) return `more than ${MOST_CONTAINERS} lists`;
    if (values + left > MOST_VALUES) return `more than ${MOST_VALUES} values`;
  }
  return at === end ? undefined : `${at - start} bytes of ${end - start}`;
}
