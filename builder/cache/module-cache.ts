// Packed modules of the last snapshot: of those that are as they were none is read, packed and compressed again,
// which is most of what writing a snapshot takes.
import { digest, type Keep } from "../../data/snapshot/keep.js";
import { computeFingerprint } from "./fingerprint.js";
import { openPieceCache, type PieceCacheOptions } from "./piece-cache.js";

export interface ModuleCache {
  readonly keep: Keep;
  has(key: Uint8Array): boolean;
  /** Keeps a copy of what another thread made. */
  add(key: Uint8Array, piece: Uint8Array): void;
  save(): Promise<void>;
}

const PACKING = [new URL("../../data/snapshot/encode-contents.js", import.meta.url)];

export async function openModuleCache(
  options: Omit<PieceCacheOptions, "kind" | "fingerprint">,
): Promise<ModuleCache> {
  const fingerprint = digest(computeFingerprint(PACKING), process.versions.zlib);
  const pieces = await openPieceCache({ ...options, kind: "modules", fingerprint });
  return {
    keep: (key, make) => pieces.find(key) ?? pieces.add(key, make()),
    has: (key) => pieces.find(key) !== undefined,
    add: (key, piece) => void pieces.add(key, piece),
    save: () => pieces.save(),
  };
}
