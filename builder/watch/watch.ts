// `build --watch`: looks again and again, and at once at what hosts say was pushed. What fails is said, and tried again.
import { OperatorError } from "../../data/operator-error.js";
import type { SnapshotEntry } from "../../data/snapshot/entry-file.js";
import type { BuildReport } from "../progress/report.js";
import { toAddressKey } from "../source/host/expand-sources.js";
import { toLabel, type Source } from "../source/source.js";
import type { PollQueue, PollScope } from "./poll-queue.js";
import type { Push } from "./push-event.js";
import type { WatchMetrics } from "./watch-metrics.js";

/** Event of a watch, with all facts of its line. */
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

interface WatchOptions {
  readonly queue: PollQueue;
  readonly metrics: WatchMetrics;
  readonly signal: AbortSignal;
  /** The sources as they are now. */
  listSources(): Promise<readonly Source[]>;
  /**
   * Brings the snapshot up to date.
   * @param asked whose servers are asked; all of them where it is undefined
   * @param onUnreachable called with a sentence for each that cannot be reached and stays as it was
   */
  refresh(
    sources: readonly Source[],
    asked: ((source: Source) => boolean) | undefined,
    onUnreachable: (message: string) => void,
  ): Promise<BuildReport>;
  onEvent(event: WatchEvent): void;
}

interface Watch {
  /** Looks until it is stopped. @throws the signal's reason; a defect */
  run(): Promise<never>;
  /** Schedules a look at the pushed repositories, and names them. */
  notePush(push: Push): readonly string[];
}

export function createWatch(options: WatchOptions): Watch {
  const { queue, metrics, signal, onEvent } = options;
  let sources: readonly Source[] = [];
  let before: SnapshotEntry | undefined;
  /** Repeated messages are printed only after others came in between. */
  let said = new Set<string>();
  const say = (event: "failed" | "notice", message: string, now: Set<string>): void => {
    if (!said.has(message) && !now.has(message)) onEvent({ event, message });
    now.add(message);
  };
  const look = async (scope: PollScope): Promise<void> => {
    const start = performance.now();
    const now = new Set<string>();
    try {
      if (scope === "all") sources = await options.listSources();
      const asked =
        scope === "all" ? undefined : (source: Source): boolean => scope.has(toLabel(source));
      const report = await options.refresh(sources, asked, (message) =>
        say("notice", message, now),
      );
      const { isUpToDate, entry, folder } = report;
      metrics.countLook(isUpToDate ? "unchanged" : "built");
      if (isUpToDate && before === undefined) {
        onEvent({ event: "watching", repositories: sources.length, id: entry.id });
      }
      if (!isUpToDate) {
        const seconds = (performance.now() - start) / 1000;
        onEvent({
          event: "built",
          id: entry.id,
          folder,
          entries: entry.counts.entries,
          changed: listChanged(before, entry),
          faults: entry.sources.flatMap(({ faults }) => faults),
          seconds,
        });
      }
      before = entry;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OperatorError)) throw error;
      metrics.countLook("failed");
      say("failed", error.message, now);
    }
    said = now;
  };
  return {
    async run() {
      for (;;) await look(await queue.next(signal));
    },
    notePush({ addresses }) {
      const keys = new Set(addresses.map(toAddressKey));
      const pushed = sources.filter(
        ({ url, cloneUrl }) => keys.has(toAddressKey(url)) || keys.has(toAddressKey(cloneUrl)),
      );
      const labels = pushed.map(toLabel);
      queue.add(labels);
      return labels;
    },
  };
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
export function formatWatchEvent(event: WatchEvent): string {
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
