// The real service of a snapshot on a port that the system chooses, in this process.

import { EventEmitter, once } from "node:events";

import { createModuleReader } from "../../builder/reading/read-written.js";
import { DEFAULT_LIMITS, type Limits } from "../../server/config.js";
import { parseAllowedHosts } from "../../server/mcp/allowed-hosts.js";
import { createLog, type LogLevel } from "../../server/observe/log.js";
import { parseTrustedProxies } from "../../server/observe/peer.js";
import { parsePublicUrl } from "../../server/commands/serve.js";
import { serveSnapshot, type ServeOptions } from "../../server/service/serve-snapshot.js";
import type { LiveSnapshot } from "../../server/live/live-snapshot.js";
import type { Json } from "./interface-fields.js";

export interface RunningService {
  /** `http://127.0.0.1:PORT` */
  readonly base: string;
  readonly port: number;
  /** Holder of the served snapshot. */
  readonly live: LiveSnapshot;
  /** Log of the service. */
  readonly log: readonly string[];
  /** The lines of the log, those of single answers included. */
  readonly lines: readonly Json[];
  /** Done when something is logged again. */
  readonly nextLog: () => Promise<unknown>;
  /** Stops the service in order; done when every request under way has been answered. */
  readonly stop: () => Promise<void>;
  /** Done when it has ended by itself or was stopped; fails with what ended it. */
  readonly ended: Promise<void>;
}

export interface ServiceChoice {
  readonly limits?: Partial<Limits>;
  readonly level?: LogLevel;
  readonly trustedProxies?: string;
  readonly hidesPeers?: boolean;
  readonly mcpHosts?: string;
  readonly publicUrl?: string;
  /** Folder of files to download. */
  /** Default: true. */
  readonly checksSnapshot?: boolean;
}

/** Default options of a service. */
export function toServeOptions(
  choice: ServiceChoice,
  write: (line: string) => void,
): Omit<ServeOptions, "snapshot" | "signal" | "onListening"> {
  return {
    host: "127.0.0.1",
    port: 0,
    weights: undefined,
    showsPictures: false,
    limits: { ...DEFAULT_LIMITS, ...choice.limits },
    log: createLog(choice.level ?? "info", write),
    proxies: parseTrustedProxies(choice.trustedProxies),
    hidesPeers: choice.hidesPeers ?? false,
    mcpHosts: parseAllowedHosts(choice.mcpHosts, "127.0.0.1"),
    publicUrl: parsePublicUrl(choice.publicUrl),
    createModuleReader: () => Promise.resolve(createModuleReader()),
    checksSnapshot: choice.checksSnapshot ?? true,
  };
}

/** @param snapshot a snapshot, or a folder of snapshots */
export async function startService(
  snapshot: string,
  choice: ServiceChoice = {},
): Promise<RunningService> {
  const controller = new AbortController();
  const log: string[] = [];
  const lines: Json[] = [];
  const written = new EventEmitter();
  const write = (text: string): void => {
    for (const part of text.trimEnd().split("\n")) {
      const line = JSON.parse(part) as Json;
      lines.push(line);
      if (line["level"] !== "access") log.push(String(line["message"]));
    }
    written.emit("line");
  };
  return new Promise((resolve, reject) => {
    const stop = (): Promise<void> => {
      controller.abort();
      return ended;
    };
    const ended = serveSnapshot({
      ...toServeOptions(choice, write),
      snapshot,
      signal: controller.signal,
      onListening({ port }, live) {
        resolve({
          base: `http://127.0.0.1:${port}`,
          port,
          live,
          log,
          lines,
          stop,
          ended,
          nextLog: () => once(written, "line"),
        });
      },
    });
    ended.catch(reject);
  });
}
