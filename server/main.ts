// The commands that read a snapshot and no more than that: serve, verify, inspect.
import type { AddressInfo } from "node:net";
import type { CommandContext } from "../cli/command.js";
import { readSettings } from "../cli/settings.js";
import { openSnapshot } from "../data/snapshot/decode.js";
import { locateSnapshot } from "../data/snapshot/locate.js";
import { verifySnapshot } from "../data/snapshot/verify.js";
import { INSPECT_SETTINGS, SERVE_SETTINGS, VERIFY_SETTINGS } from "./config.js";
import { freezePrototypes } from "./frozen-prototypes.js";
import { describeSnapshot, formatDescription } from "./inspect.js";
import { openLog, type LogLevel } from "./log.js";
import { parseAllowedHosts } from "./mcp/allowed-hosts.js";
import { parseTrustedProxies } from "./peer.js";
import { serveSnapshot } from "./serve.js";
import type { SnapshotHolder } from "./snapshot-holder.js";
import { shareMetrics } from "./worker-metrics.js";
import { isReplacement, isSpeaker, isWorker, runWorker, runWorkers } from "./workers.js";

/** Serves until it is stopped. @throws OperatorError when it cannot start */
export async function runServe(words: readonly string[], context: CommandContext): Promise<number> {
  freezePrototypes();
  const settings = readSettings("serve", SERVE_SETTINGS, words, context.environment);
  const log = openLog(settings["log-level"] as LogLevel, writeToStderr());
  const options = {
    ...settings,
    limits: settings,
    log,
    proxies: parseTrustedProxies(settings["trusted-proxies"]),
    hidesPeers: settings["hide-peers"],
    mcpHosts: parseAllowedHosts(settings["mcp-hosts"], settings.host),
    // One of several processes looks for all, and one that takes the place of another for itself: it
    // does not know what the other died of.
    checksSnapshot: isSpeaker || isReplacement(settings.workers),
    onListening({ address, family, port }: AddressInfo, holder: SnapshotHolder): void {
      if (!isSpeaker) return;
      const host = family === "IPv6" ? `[${address}]` : address;
      const { entries } = holder.entry.counts;
      context.print(`Serving ${entries} entries of ${holder.folder} on http://${host}:${port}`);
    },
  };
  const { signal } = context;
  if (isWorker) {
    await runWorker(signal, (stop) => serveSnapshot({ ...options, signal: stop, shareMetrics }));
  } else if (settings.workers === 1) await serveSnapshot({ ...options, signal });
  else return runWorkers({ count: settings.workers, signal, log });
  return 0;
}

function writeToStderr(): (lines: string) => void {
  // Nobody reads the log any more: that ends no service.
  process.stderr.on("error", () => undefined);
  return (lines) => void process.stderr.write(lines);
}

/** Checks every byte; exit code 1 when something is damaged. @throws SnapshotError */
export async function runVerify(
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  const settings = readSettings("verify", VERIFY_SETTINGS, words, context.environment);
  const snapshot = openSnapshot(locateSnapshot(settings.snapshot));
  try {
    const { checkedBytes, damaged } = await verifySnapshot(snapshot);
    if (damaged.length === 0) {
      context.print(`Snapshot ${snapshot.entry.id} is whole: ${checkedBytes} bytes checked.`);
      return 0;
    }
    context.printError(
      `Snapshot ${snapshot.entry.id} is damaged in ${damaged.join(", ")}; build or copy it again.`,
    );
    return 1;
  } finally {
    snapshot.close();
  }
}

/** Prints what a snapshot holds. @throws SnapshotError */
export function runInspect(words: readonly string[], context: CommandContext): Promise<number> {
  const settings = readSettings("inspect", INSPECT_SETTINGS, words, context.environment);
  const snapshot = openSnapshot(locateSnapshot(settings.snapshot));
  try {
    const description = describeSnapshot(snapshot);
    context.print(
      settings.json ? JSON.stringify(description, null, 2) : formatDescription(description),
    );
    return Promise.resolve(0);
  } finally {
    snapshot.close();
  }
}
