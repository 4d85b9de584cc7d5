// `module-lookup serve`: from its settings to the service, in one process or several.
import type { AddressInfo } from "node:net";
import type { CommandContext } from "../../data/settings/command.js";
import { readSettings } from "../../data/settings/settings.js";
import { SERVE_SETTINGS } from "../config.js";
import { freezePrototypes } from "../live/frozen-prototypes.js";
import { tuneProcess } from "../live/process-tuning.js";
import { createLog, type LogLevel } from "../observe/log.js";
import { parseAllowedHosts } from "../mcp/allowed-hosts.js";
import { parseTrustedProxies } from "../observe/peer.js";
import { serveSnapshot, type ServeOptions } from "../service/serve-snapshot.js";
import type { LiveSnapshot } from "../live/live-snapshot.js";
import { shareMetrics } from "../observe/worker-metrics.js";
import {
  isReplacement,
  isPrimaryWorker,
  isWorker,
  runWorker,
  runWorkers,
} from "../service/workers.js";
import { ConfigError } from "../../data/operator-error.js";

/** Serves until it is stopped. @throws OperatorError when it cannot start */
export async function runServe(
  words: readonly string[],
  context: CommandContext & Pick<ServeOptions, "createModuleReader">,
): Promise<number> {
  // Wrong words change nothing of the process.
  const settings = readSettings("serve", SERVE_SETTINGS, words, context.environment);
  freezePrototypes();
  tuneProcess();
  const log = createLog(settings["log-level"] as LogLevel, writeToStderr());
  const options = {
    ...settings,
    limits: settings,
    log,
    proxies: parseTrustedProxies(settings["trusted-proxies"]),
    hidesPeers: settings["hide-peers"],
    mcpHosts: parseAllowedHosts(settings["mcp-hosts"], settings.host),
    publicUrl: parsePublicUrl(settings["public-url"]),
    showsPictures: settings.images === "forge",
    createModuleReader: context.createModuleReader,
    // One of several processes looks for all, and one that takes the place of another for itself: it
    // does not know what the other died of.
    checksSnapshot: isPrimaryWorker || isReplacement(settings.workers),
    onListening({ address, family, port }: AddressInfo, live: LiveSnapshot): void {
      if (!isPrimaryWorker) return;
      const host = family === "IPv6" ? `[${address}]` : address;
      const { entries } = live.entry.counts;
      const url = `http://${host}:${port}`;
      context.print(`Serving ${entries} entries of ${live.folder} on ${url}`);
      context.print(live.describePlatform());
      log.info("listening", { url, folder: live.folder, snapshot: live.entry.id, entries });
    },
  };
  const { signal } = context;
  if (isWorker) {
    await runWorker(signal, (stop) => serveSnapshot({ ...options, signal: stop, shareMetrics }));
  } else if (settings.workers === 1) await serveSnapshot({ ...options, signal });
  else {
    const code = await runWorkers({ count: settings.workers, signal, log });
    if (code !== 0) return code;
  }
  if (!isWorker) log.info("stopped");
  return 0;
}

function writeToStderr(): (lines: string) => void {
  // A closed log ends no service.
  process.stderr.on("error", () => undefined);
  return (lines) => void process.stderr.write(lines);
}

/**
 * @returns scheme and host, as in `https://modules.example.org`; `undefined` when nobody told
 * @throws ConfigError `setting_invalid`
 */
export function parsePublicUrl(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  // Pages name each other by paths that begin at the root.
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) {
    return url.origin;
  }
  throw new ConfigError({
    code: "setting_invalid",
    message: `--public-url must be scheme and host such as https://modules.example.org, without a path, not "${given}".`,
  });
}
