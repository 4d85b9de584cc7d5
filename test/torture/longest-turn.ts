// How long a process was held by what it did between two turns of its event loop, in processor time: as long as that
// nobody else is answered.

export interface TurnWatch {
  /** The longest turn since this was asked for the last time, in milliseconds. */
  take(): number;
  stop(): void;
}

export function watchTurns(): TurnWatch {
  let longestMicros = 0;
  let isStopped = false;
  let before = process.cpuUsage();
  const look = (): void => {
    const { user, system } = process.cpuUsage(before);
    longestMicros = Math.max(longestMicros, user + system);
    before = process.cpuUsage();
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
