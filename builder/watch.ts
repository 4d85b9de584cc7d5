// `module-lookup build --watch`: looks at all repositories again and again, builds what moved, and prints a line when
// something happened. What fails is said, and tried again.
import type { CommandContext } from "../data/settings/command.js";
import { SYSTEM_CLOCK } from "../data/network/clock.js";
import { OperatorError } from "../data/operator-error.js";
import type { SnapshotEntry } from "../data/snapshot/entry-file.js";
import type { BuildOptions } from "./build.js";
import { refreshSnapshot } from "./refresh.js";
import { isSource, type SourceEntry, type Sources } from "./source/sources-file.js";
import { toLabel, type Source } from "./source/source.js";

interface SourceReader {
  /** The sources file. */
  read(): Sources;
  /** Resolves the sources; asks hosts. */
  expand(entries: readonly SourceEntry[]): Promise<readonly Source[]>;
}

interface WatchSettings {
  readonly "interval-s": number;
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Looks until it is stopped. @throws the signal's reason; a defect; OperatorError when it cannot begin */
export async function watchSources(
  settings: WatchSettings,
  options: BuildOptions,
  reader: SourceReader,
  context: Pick<CommandContext, "print" | "printError">,
): Promise<never> {
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
  let before: SnapshotEntry | undefined;
  /** Repeated messages are printed only after others came in between. */
  let said = new Set<string>();
  const print = (event: WatchEvent): void => {
    const isFault = event.event === "failed" || event.event === "notice";
    if (settings.json) context.print(JSON.stringify(event));
    else if (isFault) context.printError(`module-lookup: ${formatWatchEvent(event)}`);
    else if (!settings.quiet) context.print(formatWatchEvent(event));
  };
  const look = async (): Promise<void> => {
    const start = performance.now();
    const now = new Set<string>();
    const say = (event: "failed" | "notice", message: string): void => {
      if (!said.has(message) && !now.has(message)) print({ event, message });
      now.add(message);
    };
    try {
      const sources = await listSources();
      const onUnreachable = (message: string): void => say("notice", message);
      const report = await refreshSnapshot(sources, { ...options, needsFile, onUnreachable });
      const { isUpToDate, entry, folder } = report;
      if (!isUpToDate) {
        print({
          event: "built",
          id: entry.id,
          folder,
          entries: entry.counts.entries,
          changed: listChanged(before, entry),
          faults: entry.sources.flatMap(({ faults }) => faults),
          seconds: (performance.now() - start) / 1000,
        });
      } else if (before === undefined) {
        print({ event: "watching", repositories: sources.length, id: entry.id });
      }
      before = entry;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OperatorError)) throw error;
      say("failed", error.message);
    }
    said = now;
  };
  for (;;) {
    const dueMs = clock.now() + settings["interval-s"] * 1000;
    await look();
    signal.throwIfAborted();
    await clock.sleep(Math.max(0, dueMs - clock.now()), signal);
  }
}

/** Hosts count how often they are asked what an organization has. */
const LISTING_INTERVAL_MS = 15 * 60_000;

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

export type WatchEvent =
  | { readonly event: "watching"; readonly repositories: number; readonly id: string }
  | BuiltEvent
  | { readonly event: "failed" | "notice"; readonly message: string };

interface BuiltEvent {
  readonly event: "built";
  readonly id: string;
  readonly folder: string;
  readonly entries: number;
  /** `organization/repository` of those that are other than in the snapshot before. */
  readonly changed: readonly string[];
  /** Faults of sources, in sentences. */
  readonly faults: readonly string[];
  readonly seconds: number;
}

/** Repositories with another branch, or another fault, than before; all repositories of the first snapshot. */
function listChanged(before: SnapshotEntry | undefined, after: SnapshotEntry): readonly string[] {
  const [old, fresh] = [
    before === undefined ? new Map() : describeSources(before),
    describeSources(after),
  ];
  const gone = [...old.keys()].filter((label) => !fresh.has(label));
  return [...[...fresh.keys()].filter((label) => old.get(label) !== fresh.get(label)), ...gone];
}

/** Rows of repositories, by `organization/repository`. */
function describeSources({ sources }: SnapshotEntry): ReadonlyMap<string, string> {
  return new Map(
    sources.map((source) => [toLabel(source), JSON.stringify([source.branches, source.faults])]),
  );
}

/** More repositories than these are counted, not named. */
const MOST_NAMED = 5;

/** One line. */
function formatWatchEvent(event: WatchEvent): string {
  if (event.event === "watching") {
    return `Watching ${event.repositories} repositories; snapshot ${event.id} is up to date.`;
  }
  if (event.event !== "built") return event.message;
  const { id, entries, changed, faults, seconds } = event;
  const names = changed.slice(0, MOST_NAMED).join(", ");
  const more = changed.length > MOST_NAMED ? ` and ${changed.length - MOST_NAMED} more` : "";
  const unread = faults.length === 0 ? "" : `; could not be read: ${faults.join(" ")}`;
  return `Built snapshot ${id} in ${seconds.toFixed(1)} s, ${entries} entries; changed: ${names || "nothing"}${more}${unread}`;
}
