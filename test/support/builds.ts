// Builds for tests: all test files of a process share reader processes, since starting them takes
// longer than their work.
import { type BuildOptions, buildSnapshot } from "../../builder/build.js";
import type { BuildReport } from "../../builder/progress/report.js";
import { createReaderPool } from "../../builder/reading/process/reader-pool.js";
import { DEFAULT_LIMITS } from "../../builder/source/limits.js";
import type { Source } from "../../builder/source/source.js";
import type { Progress } from "../../builder/progress/progress.js";

const { memoryMib } = DEFAULT_LIMITS;
const WARM_READERS = createReaderPool({ processes: 2, memoryMib, warmProcesses: 2 });

/** Tests end their processes as a whole; where that is not so, as before all tests, this ends the readers. */
export function closeReaders(): Promise<void> {
  return WARM_READERS.close();
}

/**
 * A build without an embedder that shows nothing, where `changes` say nothing else. Readers with less memory, or
 * another PATH, are its own: `pool: undefined`.
 */
export function toBuildOptions(
  changes: Partial<BuildOptions> & Pick<BuildOptions, "out">,
): BuildOptions {
  return {
    cacheDirectory: `${changes.out}-cache`,
    jobs: 1,
    pool:
      changes.limits?.memoryMib === undefined || changes.limits.memoryMib === memoryMib
        ? WARM_READERS
        : undefined,
    embedder: { kind: "none" },
    program: "0.0.0-test",
    progress: recordProgress(),
    signal: new AbortController().signal,
    ...changes,
  };
}

/** Builds as `toBuildOptions` has it. */
export function build(
  sources: readonly Source[],
  changes: Partial<BuildOptions> & Pick<BuildOptions, "out">,
): Promise<BuildReport> {
  return buildSnapshot(sources, toBuildOptions(changes));
}

export interface RecordedProgress extends Progress {
  /** `start read`, `advance read 1`, `finish read`, `stop read`, in order. */
  readonly events: readonly string[];
}

/** @param onEvent called with each event, as soon as it happens */
export function recordProgress(
  onEvent: (event: string) => void = () => undefined,
): RecordedProgress {
  const events: string[] = [];
  let current = "";
  const keep = (event: string): void => {
    events.push(event);
    onEvent(event);
  };
  return {
    events,
    start(stage) {
      current = stage;
      keep(`start ${stage}`);
    },
    advance: (done) => keep(`advance ${current} ${done}`),
    finish: () => keep(`finish ${current}`),
    stop: () => keep(`stop ${current}`),
  };
}
