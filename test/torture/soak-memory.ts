// Loaded into a service before its program: on SIGUSR2 it collects garbage and tells on standard error what is left. Started by
// soak.ts with --expose-gc.
import { readFileSync } from "node:fs";

/** In bytes; `anonymous` is what the system holds for the process alone, without mapped files. */
export interface KeptMemory {
  readonly heap: number;
  readonly external: number;
  readonly anonymous: number;
}

process.on("SIGUSR2", () => {
  // Finalizers run between two collections.
  void globalThis.gc?.({ type: "major", execution: "async" }).then(() => {
    globalThis.gc?.();
    const { heapUsed: heap, external } = process.memoryUsage();
    const status = readFileSync("/proc/self/status", "utf8");
    const anonymous = Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1]) * 1024;
    const memory: KeptMemory = { heap, external, anonymous };
    process.stderr.write(`${JSON.stringify({ memory })}\n`);
  });
});
