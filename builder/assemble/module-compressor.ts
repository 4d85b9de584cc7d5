// Compressing modules beside whatever else the build does: a thread of its own, which does half of the work that
// packing all modules is.
import { Worker } from "node:worker_threads";
import type { Dictionaries } from "../../data/snapshot/module/dictionaries.js";
import type { ModuleRows } from "../../data/snapshot/module/module-rows.js";
import { packCached } from "../../data/snapshot/record/packing.js";

interface ModuleCompressor {
  /** What `compressModule` gives. @throws what ended the thread */
  compress(rows: ModuleRows): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface Waiting {
  resolve(piece: Uint8Array): void;
  reject(error: unknown): void;
}

export function startCompressor(dictionaries: Dictionaries): ModuleCompressor {
  const thread = new Worker(new URL("./compressing-thread.js", import.meta.url), {
    workerData: dictionaries,
  });
  // It answers in the order in which it was asked.
  const waiting: Waiting[] = [];
  thread.on("message", (piece: Uint8Array) => waiting.shift()?.resolve(piece));
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
      await thread.terminate();
    },
  };
}
