// MessagePack for the snapshot. Records of a fixed shape share their key lists ("structures"), which
// are stored once, so that such a record holds values only. Objects with free keys are maps.
import { Packr, Unpackr } from "msgpackr";
import { ByteRows } from "../table/byte-rows.js";
import { findPackedFault, type KeyCounts } from "./packed-fault.js";

/** Key lists of records, in the order in which they were met. */
export type Structures = string[][];

export function isStructures(value: unknown): value is Structures {
  return (
    Array.isArray(value) &&
    value.every((keys) => Array.isArray(keys) && keys.every((key) => typeof key === "string"))
  );
}

/**
 * Packs rows of values, each value behind its length in 4 bytes, with shared structures. Free keys
 * must be given as a Map, since only 32 structures can be shared. The bytes depend on the order of
 * the values, which is therefore part of the format.
 */
export class RecordPacker {
  readonly rows = new ByteRows();
  readonly #structures: Structures = [];
  readonly #packer = new Packr({ structures: this.#structures });

  add(values: readonly unknown[]): void {
    this.rows.add(...values.flatMap((value) => withLength(this.#packer.pack(value))));
  }

  /**
   * Adds values unless a row from `start` on holds the same.
   * @returns the number of the row that holds them
   */
  addDistinct(values: readonly unknown[], start: number): number {
    const { rows } = this;
    const added = rows.lengths.length;
    this.add(values);
    const length = rows.lengths[added];
    for (let row = start; row < added; row++) {
      if (rows.lengths[row] !== length) continue;
      if (Buffer.compare(rows.get(row), rows.get(added)) !== 0) continue;
      rows.removeLast();
      return row;
    }
    return added;
  }

  /** Of the rows that were added up to now. */
  listStructures(): Structures {
    return this.#structures.map((keys) => [...keys]);
  }
}

/**
 * Decodes the first `count` values of a row that was packed with these structures; objects of free keys
 * come as maps. What stands behind them is not looked at. It throws an Error for bytes that were not so packed.
 */
export function openRecordDecoder(
  structures: Structures,
): (bytes: Uint8Array, count: number) => readonly unknown[] {
  const unpacker = new Unpackr({ structures, mapsAsObjects: false });
  return (bytes, count) => {
    const values: unknown[] = [];
    let end = 0;
    while (values.length < count) {
      const start = end + LENGTH_BYTES;
      end = start + readLength(bytes, end);
      requireSound(bytes, { start, end }, structures);
      values.push(unpacker.unpack(bytes, { start, end }));
    }
    return values;
  };
}

/** @throws Error */
function requireSound(
  bytes: Uint8Array,
  range: { readonly start: number; readonly end: number },
  structures: KeyCounts,
): void {
  const fault = findPackedFault(bytes, range, structures);
  if (fault !== undefined) throw new Error(fault);
}

const LENGTH_BYTES = 4;

function readLength(bytes: Uint8Array, at: number): number {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).readUInt32LE(at);
}

function withLength(bytes: Uint8Array): readonly [Uint8Array, Uint8Array] {
  const length = Buffer.allocUnsafe(LENGTH_BYTES);
  length.writeUInt32LE(bytes.length);
  return [length, bytes];
}

/**
 * The value with its maps as objects, in place. The library's own conversion would rename the key
 * `__proto__`. Every value of every record passes here, so none is listed before it is looked at.
 */
export function toObjects(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) value[index] = toObjects(value[index]);
    return value;
  }
  if (value instanceof Map) return toObject(value);
  const object = value as Record<string, unknown>;
  for (const key in object) object[key] = toObjects(object[key]);
  return object;
}

function toObject(map: ReadonlyMap<string, unknown>): unknown {
  const object: Record<string, unknown> = {};
  for (const [key, inner] of map) {
    const value = toObjects(inner);
    // Both would find what every object inherits, such as a setter or a value that is read only.
    if (key in object) Object.defineProperty(object, key, { value, ...ORDINARY });
    else object[key] = value;
  }
  return object;
}

/** A key like any other, where assigning it would mean something else. */
const ORDINARY = { enumerable: true, configurable: true, writable: true } as const;

/** Packs one value that stands for itself. */
export function packValue(value: unknown): Uint8Array {
  return Uint8Array.from(new Packr({ useRecords: false }).pack(value));
}

/** @throws Error for bytes that `packValue` has not given */
export function unpackValue(bytes: Uint8Array): unknown {
  requireSound(bytes, { start: 0, end: bytes.length }, []);
  return new Unpackr({ useRecords: false }).unpack(bytes);
}
