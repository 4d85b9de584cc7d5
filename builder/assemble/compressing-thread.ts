// A thread that compresses modules: one after another, in the order in which their rows come.
import { parentPort, workerData } from "node:worker_threads";
import type { Dictionaries } from "../../data/snapshot/record/structures.js";
import type { ModuleRows } from "../../data/snapshot/module/module-rows.js";
import { compressModule } from "../../data/snapshot/module/packed-module.js";
import { unpackCached } from "../../data/snapshot/record/packing.js";

const dictionaries = workerData as Dictionaries;

parentPort?.on("message", (rows: Uint8Array | null) => {
  // No more will come.
  if (rows === null) {
    parentPort?.close();
    return;
  }
  const piece = compressModule(unpackCached(rows) as ModuleRows, dictionaries);
  // msgpackr returns a view of a larger buffer.
  const own = Uint8Array.from(piece);
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(own, [own.buffer]);
});
