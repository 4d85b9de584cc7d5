// MessagePack for the snapshot. Records of a fixed shape share their key lists, see structures.ts, so that
// such a record holds values only. Objects with free keys are maps.
import { Packr, Unpackr } from "msgpackr";
import { damagedSection } from "../errors.js";
import { findPackedFault, type KeyCounts } from "./packed-fault.js";

/** Key lists by number; of an object's keys in their order. */
export type Structures = readonly (readonly string[])[];

/**
 * Packs rows of values, each value behind its length in 4 bytes. Free keys must be given as a Map, since
 * only 32 structures can be shared.
 */
export class RowPacker {
  readonly #structures: Structures;
  #packer: Packr;
  /** The library adds to them what it has not met before. */
  #met: string[][] = [];

  /** @param structures of all objects that will be packed */
  constructor(structures: Structures) {
    this.#structures = structures;
    this.#packer = this.#start();
  }

  /**
   * Deterministic: equal values give equal bytes, whatever was packed before and in whatever key
   * order.
   */
  pack(values: readonly unknown[]): Uint8Array {
    const row = this.#pack(values);
    if (this.#met.length === this.#structures.length) return row;
    this.#packer = this.#start();
    return this.#pack(values.map((value) => orderKeys(value, this.#structures)));
  }

  #pack(values: readonly unknown[]): Uint8Array {
    return Buffer.concat(values.flatMap((value) => withLength(this.#packer.pack(value))));
  }

  #start(): Packr {
    this.#met = this.#structures.map((keys) => [...keys]);
    return new Packr({ structures: this.#met });
  }
}

/** The value with the keys of its objects in the order of the structures. @throws Error for other keys */
function orderKeys(value: unknown, structures: Structures): unknown {
  if (typeof value !== "object" || value === null) return value;
  const order = (inner: unknown): unknown => orderKeys(inner, structures);
  if (Array.isArray(value)) return value.map(order);
  if (value instanceof Map) return new Map(Array.from(value, ([key, one]) => [key, order(one)]));
  const given = new Map<string, unknown>(Object.entries(value));
  const keys = structures.find(
    (known) => known.length === given.size && known.every((key) => given.has(key)),
  );
  if (keys === undefined) throw new Error(`no structure has the keys ${[...given.keys()].join()}`);
  return Object.fromEntries(keys.map((key) => [key, order(given.get(key))]));
}

/** The values of a row, each decoded when it is read; objects of free keys come as maps. Each function throws SnapshotError. */
export interface PackedRow {
  /** Ignores all bytes behind the value. */
  read(at: number): unknown;
  /** Whether there is one. */
  has(at: number): boolean;
  countBytes(at: number): number;
  readonly bytes: number;
}

/**
 * @param structures those that rows were packed with
 * @param section what is named where a row is damaged
 */
export function openRecordDecoder(
  structures: Structures,
  section: string,
): (bytes: Uint8Array) => PackedRow {
  const unpacker = new Unpackr({
    structures: structures.map((keys) => [...keys]),
    mapsAsObjects: false,
  });
  return (bytes) => {
    const lengths = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const ends: number[] = [];
    const findEnd = (at: number): number => {
      while (ends.length <= at) {
        const before = ends.at(-1) ?? 0;
        if (before + LENGTH_BYTES > bytes.length) {
          throw damagedSection(section, `value ${at}`, `${ends.length} values`);
        }
        ends.push(before + LENGTH_BYTES + lengths.getUint32(before, true));
      }
      return ends[at] ?? 0;
    };
    const findRange = (at: number) => ({
      start: (at === 0 ? 0 : findEnd(at - 1)) + LENGTH_BYTES,
      end: findEnd(at),
    });
    return {
      read(at) {
        const range = findRange(at);
        try {
          requireSound(bytes, range, structures);
          return unpacker.unpack(bytes, range);
        } catch (error) {
          throw damagedSection(section, "MessagePack", (error as Error).message);
        }
      },
      has: (at) => at === 0 || findEnd(at - 1) < bytes.length,
      countBytes(at) {
        const { start, end } = findRange(at);
        return end - start;
      },
      bytes: bytes.length,
    };
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

const KEPT_PACKER = new Packr({ useRecords: false });
const KEPT_UNPACKER = new Unpackr({ useRecords: false });

/** Packs a value, with bytes in it or without, for readers of files that nobody else can write. */
export function packCached(value: unknown): Uint8Array {
  return KEPT_PACKER.pack(value);
}

/** @param bytes what `packCached` gave; bytes in the value are views of them */
export function unpackCached(bytes: Uint8Array): unknown {
  return KEPT_UNPACKER.unpack(bytes);
}
