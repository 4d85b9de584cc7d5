// Packs the modules that are not as they were at the last build, before a snapshot is laid out: this thread reads and
// packs what another one compresses meanwhile.
import type { PieceCache } from "../cache/piece-cache.js";
import {
  listModules,
  type ModuleListing,
  type PackedContents,
} from "../../data/snapshot/encode-contents.js";
import { yieldToEventLoop } from "../../data/yield.js";
import { startCompressor } from "./module-compressor.js";

/** Fewer are compressed sooner than a thread has started. */
const FEW_MODULES = 64;
/** Modules that were packed and are not yet compressed: each has its rows in memory. */
const MOST_WAITING = 32;

/**
 * Has the cache hold all modules that take long to pack; of the others whoever asks for them packs the few that are left.
 * @returns all modules of the contents
 * @param onYield called now and then with how many entries are done; what it throws ends the work
 * @throws what `readRows` throws
 */
export async function packModules(
  contents: PackedContents,
  cache: PieceCache,
  onYield: (done: number) => void,
): Promise<ModuleListing> {
  const listing = listModules(contents, cache.keep);
  const { dictionaries, modules } = listing;
  const missing = modules.filter(({ key }) => cache.find(key) === undefined);
  if (missing.length < FEW_MODULES) return listing;
  const compressor = startCompressor(dictionaries);
  try {
    const waiting: Promise<void>[] = [];
    for (const { key, end, join } of missing) {
      const added = compressor.compress(join()).then((piece) => void cache.add(key, piece));
      // Who waits for an earlier one gets the error.
      added.catch(() => undefined);
      waiting.push(added);
      if (waiting.length > MOST_WAITING) await waiting.shift();
      await yieldToEventLoop();
      onYield(end);
    }
    await Promise.all(waiting);
    return listing;
  } finally {
    await compressor.close();
  }
}
