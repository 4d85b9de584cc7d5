// Longest turn: the processor time of the answering thread between two turns of its event loop, in
// which nobody else is answered. Compiling and collecting in other threads does not count.
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

/** Time of the main thread alone, if the system tells. */
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
