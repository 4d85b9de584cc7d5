// Cache of packed, compressed or indexed pieces: slow to make and small, so they are kept from one
// build to the next. The maker names only what a piece depends on.
import { createHash } from "node:crypto";
import { packCached, unpackCached } from "./record/packing.js";

/** Result of `make`, or the cached one under the same key: a digest of all inputs but the code. */
export type MakeCached = (key: Uint8Array, make: () => Uint8Array) => Uint8Array;

/** Without keeping anything. */
export const CACHE_NOTHING: MakeCached = (_key, make) => make();

/** A value, of bytes and of what MessagePack has; bytes in it are views of what is kept. */
export function cacheValue<T>(keep: MakeCached, key: Uint8Array, make: () => T): T {
  return unpackCached(keep(key, () => packCached(make()))) as T;
}

/** SHA-256 of bytes and texts one after another; who could mean two things by them gives their lengths too. */
export function digest(...parts: readonly (Uint8Array | string)[]): Uint8Array {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** SHA-256 of lists, in their order; none can be taken for others. */
export function digestRows(
  rows: Iterable<readonly (string | number | boolean | null)[]>,
): Uint8Array {
  const hash = createHash("sha256");
  for (const row of rows) hash.update(JSON.stringify(row));
  return hash.digest();
}
