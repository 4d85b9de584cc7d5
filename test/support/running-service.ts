// The real service of a snapshot on a port that the system chooses, in this process.

import { EventEmitter, once } from "node:events";

import { serveSnapshot } from "../../server/serve.js";
import type { SnapshotHolder } from "../../server/snapshot-holder.js";

export interface RunningService {
  /** `http://127.0.0.1:PORT` */
  readonly base: string;
  readonly port: number;
  /** What holds the snapshot that is being served. */
  readonly holder: SnapshotHolder;
  /** What the service told its operator. */
  readonly log: readonly string[];
  /** Done when the operator is told something again. */
  readonly nextLog: () => Promise<unknown>;
  /** Stops the service in order; done when every request under way has been answered. */
  readonly stop: () => Promise<void>;
}

/** @param snapshot a snapshot, or a folder of snapshots */
export async function startService(snapshot: string): Promise<RunningService> {
  const controller = new AbortController();
  const log: string[] = [];
  const told = new EventEmitter();
  return new Promise((resolve, reject) => {
    const stop = (): Promise<void> => {
      controller.abort();
      return ended;
    };
    const ended = serveSnapshot({
      snapshot,
      host: "127.0.0.1",
      port: 0,
      weights: undefined,
      signal: controller.signal,
      onListening({ port }, holder) {
        resolve({
          base: `http://127.0.0.1:${port}`,
          port,
          holder,
          log,
          stop,
          nextLog: () => once(told, "line"),
        });
      },
      onLog(message) {
        log.push(message);
        told.emit("line");
      },
    });
    ended.catch(reject);
  });
}
