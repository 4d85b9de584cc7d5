// How long a process was held by what it did between two turns of its event loop, in processor time of the thread that
// answers: as long as that nobody else is answered. What other threads compile or collect meanwhile holds nobody.
import { openSync, readSync } from "node:fs";

export interface TurnWatch {
  /** The longest turn since this was asked for the last time, in milliseconds. */
  take(): number;
  stop(): void;
}

export function watchTurns(): TurnWatch {
  let longestMicros = 0;
  let isStopped = false;
  let before = readMicros();
  const look = (): void => {
    longestMicros = Math.max(longestMicros, readMicros() - before);
    before = readMicros();
    if (!isStopped) setImmediate(look);
  };
  setImmediate(look);
  return {
    take() {
      const taken = longestMicros / 1000;
      longestMicros = 0;
      return taken;
    },
    stop: () => void (isStopped = true),
  };
}

/** Of the main thread alone, where the system tells of threads. */
const readMicros = createReader();

function createReader(): () => number {
  const bytes = Buffer.alloc(64);
  try {
    const file = openSync(`/proc/self/task/${process.pid}/schedstat`, "r");
    return () => parseInt(bytes.toString("latin1", 0, readSync(file, bytes, 0, 64, 0)), 10) / 1000;
  } catch {
    return () => {
      const { user, system } = process.cpuUsage();
      return user + system;
    };
  }
}
