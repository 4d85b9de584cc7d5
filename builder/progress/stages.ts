// The stages of a build one after another: shown while they run, timed for the report.
import { performance } from "node:perf_hooks";
import type { Progress } from "./progress.js";
import type { StageTime } from "./report.js";

export interface Stages {
  /** Finished stages, in order. */
  readonly times: readonly StageTime[];
  /** Runs a stage; `total` counts what `unit` names. @throws what `work` throws; the signal's reason */
  run<T>(stage: string, total: number, unit: string, work: () => Promise<T> | T): Promise<T>;
}

export interface StageOptions {
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

export function createStages({ progress, signal }: StageOptions): Stages {
  const times: StageTime[] = [];
  return {
    times,
    async run(stage, total, unit, work) {
      signal.throwIfAborted();
      const start = performance.now();
      progress.start(stage, total, unit);
      try {
        const value = await work();
        progress.finish();
        times.push({ stage, seconds: (performance.now() - start) / 1000 });
        return value;
      } finally {
        progress.stop();
      }
    },
  };
}
