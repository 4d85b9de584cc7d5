// `module-lookup build --watch`: settings in, a watch that prints a line when something happened.
import type { CommandContext } from "../../data/settings/command.js";
import type { BuildOptions } from "../build.js";
import { SYSTEM_CLOCK } from "../../data/network/clock.js";
import { refreshSnapshot } from "../refresh.js";
import { isSource, type SourceEntry, type Sources } from "../source/sources-file.js";
import type { Source } from "../source/source.js";
import { createPollQueue } from "./poll-queue.js";
import { formatWatchEvent, createWatch, type WatchEvent } from "./watch.js";
import { createWatchMetrics } from "./watch-metrics.js";
import type { WatchSettings } from "./watch-settings.js";
import { readWebhookSecrets } from "./webhook-secrets.js";

interface SourceReader {
  /** The sources file. */
  read(): Sources;
  /** Resolves the sources; asks hosts. */
  expand(entries: readonly SourceEntry[]): Promise<readonly Source[]>;
}

/** Hosts count how often they are asked what an organization has. */
const LISTING_INTERVAL_MS = 15 * 60_000;

/** Looks until it is stopped. @throws the signal's reason; OperatorError when it cannot begin */
export async function watchSources(
  settings: WatchSettings,
  options: BuildOptions,
  reader: SourceReader,
  context: CommandContext,
): Promise<never> {
  const { "webhook-port": port, "webhook-host": host } = settings;
  const secrets =
    port === 0 ? [] : readWebhookSecrets(settings["webhook-secrets"], context.environment);
  const { signal, clock = SYSTEM_CLOCK } = options;
  let needsFile: string | undefined;
  const read = (): readonly SourceEntry[] => {
    const sources = reader.read();
    ({ needsFile } = sources);
    return sources.entries;
  };
  const listSources = openSourceList(read, reader.expand, clock.now);
  // A fault at the start ends the program; later ones do not.
  await listSources();
  const queue = createPollQueue(settings["interval-s"] * 1000, clock);
  const metrics = createWatchMetrics(clock.now);
  const watch = createWatch({
    queue,
    metrics,
    signal,
    listSources,
    refresh: (sources, asked, onUnreachable) =>
      refreshSnapshot(sources, { ...options, needsFile, asked, onUnreachable }),
    onEvent: (event) => printEvent(event, settings, context),
  });
  if (port === 0) return watch.run();
  const { createWebhookApp, listenForPushes, WEBHOOK_PATH } = await import("./webhook-app.js");
  const app = createWebhookApp({ secrets, metrics, onPush: watch.notePush });
  const listening = await listenForPushes(app, host, port);
  if (!settings.quiet && !settings.json) {
    context.print(`Listening for webhooks at http://${host}:${listening.port}${WEBHOOK_PATH}.`);
  }
  try {
    return await watch.run();
  } finally {
    await listening.close();
  }
}

/** The sources file is read each time; hosts are asked when it changed, or after a while. */
function openSourceList(
  read: () => readonly SourceEntry[],
  expand: SourceReader["expand"],
  now: () => number,
): () => Promise<readonly Source[]> {
  let known: { readonly text: string; readonly sources: readonly Source[] } | undefined;
  let listedMs = 0;
  return async () => {
    const entries = read();
    const text = JSON.stringify(entries);
    const isOld = !entries.every(isSource) && now() - listedMs >= LISTING_INTERVAL_MS;
    if (known === undefined || known.text !== text || isOld) {
      known = { text, sources: await expand(entries) };
      listedMs = now();
    }
    return known.sources;
  };
}

function printEvent(
  event: WatchEvent,
  { json, quiet }: WatchSettings,
  context: CommandContext,
): void {
  const isFault = event.event === "failed" || event.event === "notice";
  if (json) context.print(JSON.stringify(event));
  else if (isFault) context.printError(`module-lookup: ${formatWatchEvent(event)}`);
  else if (!quiet) context.print(formatWatchEvent(event));
}
