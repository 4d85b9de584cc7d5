// Packs the modules that are not as they were at the last build, before a snapshot is laid out: this thread reads and
// packs what another one compresses meanwhile.
import { Worker } from "node:worker_threads";
import type { PieceCache } from "../cache/piece-cache.js";
import {
  listModules,
  type ModuleListing,
  type PackedContents,
} from "../../data/snapshot/encode-contents.js";
import type { Dictionaries } from "../../data/snapshot/record/structures.js";
import type { ModuleRows } from "../../data/snapshot/module/module-rows.js";
import { packCached } from "../../data/snapshot/record/packing.js";
import { yieldToEventLoop } from "../../data/yield.js";

/** Fewer are compressed sooner than a thread has started. */
const FEW_MODULES = 64;
/** Modules that were packed and are not yet compressed: each has its rows in memory. */
const MOST_WAITING = 32;

/**
 * Fills the cache with modules that are slow to pack; the rest are packed on demand.
 * @returns all modules of the contents
 * @param onYield called now and then with the number of finished entries; an error of it ends the
 * work
 * @throws errors of `readRows`
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
      // The rejection surfaces where an earlier promise is awaited.
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

interface ModuleCompressor {
  /** Output of `compressModule`. @throws the fault that ended the thread */
  compress(rows: ModuleRows): Promise<Uint8Array>;
  /** Done when what was asked for is compressed, and the thread has ended. */
  close(): Promise<void>;
}

interface Waiting {
  resolve(piece: Uint8Array): void;
  reject(error: unknown): void;
}

/** A thread of its own does half of the work that packing all modules is. */
export function startCompressor(dictionaries: Dictionaries): ModuleCompressor {
  const thread = new Worker(new URL("./compressing-thread.js", import.meta.url), {
    workerData: dictionaries,
  });
  // The worker replies in request order.
  const waiting: Waiting[] = [];
  thread.on("message", (piece: Uint8Array) => waiting.shift()?.resolve(piece));
  const exited = new Promise((resolve) => void thread.once("exit", resolve));
  let end: { readonly error: unknown } | undefined;
  thread.on("error", (error) => {
    end = { error };
    for (const { reject } of waiting.splice(0)) reject(error);
  });
  return {
    compress(rows) {
      if (end !== undefined) return Promise.reject(end.error);
      const own = Uint8Array.from(packCached(rows));
      return new Promise<Uint8Array>((resolve, reject) => {
        waiting.push({ resolve, reject });
        // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
        thread.postMessage(own, [own.buffer]);
      });
    },
    async close() {
      // A thread that is terminated while it makes a stream of zlib ends the whole process: node_zlib.cc asserts that no stream
      // is closed before it is initialised.
      // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread.postMessage(null);
      await exited;
    },
  };
}
