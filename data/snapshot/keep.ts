// What is packed and compressed for a snapshot takes long to make and little room: it can be kept from one
// build to the next. Who writes a snapshot says only what each piece depends on.
import { createHash } from "node:crypto";

/** What `make` gives, or has given under the same key: a digest of all that it depends on but the code. */
export type Keep = (key: Uint8Array, make: () => Uint8Array) => Uint8Array;

/** Without keeping anything. */
export const KEEP_NOTHING: Keep = (_key, make) => make();

/** SHA-256 of bytes and texts one after another; who could mean two things by them gives their lengths too. */
export function digest(...parts: readonly (Uint8Array | string)[]): Uint8Array {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}
