// What the stages of a training made, kept so that a training that was stopped goes on. A value is
// used only for the very inputs it was made of; anything else is as good as none.
import { createHash } from "node:crypto";
import path from "node:path";
import { computeFingerprint } from "../builder/cache/fingerprint.js";
import { readCacheFile, writeCacheFile } from "../builder/cache/cache-file.js";

export interface WorkCache {
  /** What was kept under a name for these inputs, and for the code as it is. */
  read(name: string, inputs: unknown): Promise<unknown>;
  write(name: string, inputs: unknown, value: unknown): Promise<void>;
  /** What was kept, or else what is made now and kept from now on. */
  getOrMake<T>(name: string, inputs: unknown, make: () => Promise<T>): Promise<T>;
}

/** The code that decides what is read and learned. */
const ENTRIES = [new URL("train.js", import.meta.url)];

export function createWorkCache(cacheDirectory: string): WorkCache {
  const folder = path.join(cacheDirectory, "training");
  const code = computeFingerprint(ENTRIES);
  const toKey = (inputs: unknown): Uint8Array =>
    createHash("sha256").update(code).update(JSON.stringify(inputs)).digest();
  const read: WorkCache["read"] = async (name, inputs) => {
    const reading = await readCacheFile(path.join(folder, name), toKey(inputs));
    return reading.state === "read" ? reading.value : undefined;
  };
  const write: WorkCache["write"] = (name, inputs, value) =>
    writeCacheFile(path.join(folder, name), toKey(inputs), value);
  return {
    read,
    write,
    async getOrMake<T>(name: string, inputs: unknown, make: () => Promise<T>) {
      const kept = (await read(name, inputs)) as T | undefined;
      if (kept !== undefined) return kept;
      const made = await make();
      await write(name, inputs, made);
      return made;
    },
  };
}
