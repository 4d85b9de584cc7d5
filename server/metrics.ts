// What the service counts and measures of itself, in the text format of Prometheus. With several
// workers each counts for itself and says so in a label, since a scrape reaches one of them.
import { performance } from "node:perf_hooks";
import type { SnapshotHolder } from "./snapshot-holder.js";

/** Every metric with its type and meaning. */
export const METRICS = {
  module_lookup_snapshot_info: ["gauge", "1, with the id of the snapshot that is served"],
  module_lookup_snapshot_entries: ["gauge", "entries of the snapshot that is served"],
  module_lookup_snapshot_switches_total: ["counter", "changes to another snapshot"],
  module_lookup_snapshot_refused_total: ["counter", "new snapshots that were refused"],
  module_lookup_requests_total: ["counter", "answers, by route and status"],
  process_resident_memory_bytes: ["gauge", "memory in use, pages of the mapped snapshot included"],
  process_start_time_seconds: ["gauge", "start of the process, Unix time"],
  process_cpu_seconds_total: ["counter", "processor time of the process, user and system"],
  nodejs_heap_size_used_bytes: ["gauge", "JavaScript heap in use"],
} as const;

export const METRICS_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export interface Metrics {
  /** @param route a path with `:name` for its parameters, so that there are only few */
  countRequest(route: string, status: number): void;
  /** All metrics as they are now. */
  format(): string;
}

type Labels = Readonly<Record<string, string>>;

interface Sample {
  readonly labels?: Labels;
  readonly value: number;
}

/** @param options.worker which of several processes this is */
export function openMetrics(
  holder: Pick<SnapshotHolder, "entry" | "switches" | "refusals">,
  options: { readonly worker?: number | undefined } = {},
): Metrics {
  const requests = new Map<string, { readonly labels: Labels; value: number }>();
  const common: Labels = options.worker === undefined ? {} : { worker: String(options.worker) };
  return {
    countRequest(route, status) {
      const key = `${status} ${route}`;
      const row = requests.get(key) ?? { labels: { route, status: String(status) }, value: 0 };
      row.value += 1;
      requests.set(key, row);
    },
    format() {
      const { user, system } = process.cpuUsage();
      const { rss, heapUsed } = process.memoryUsage();
      const samples: Readonly<Record<keyof typeof METRICS, readonly Sample[]>> = {
        module_lookup_snapshot_info: [{ labels: { id: holder.entry.id }, value: 1 }],
        module_lookup_snapshot_entries: [{ value: holder.entry.counts.entries }],
        module_lookup_snapshot_switches_total: [{ value: holder.switches }],
        module_lookup_snapshot_refused_total: [{ value: holder.refusals }],
        module_lookup_requests_total: [...requests.values()],
        process_resident_memory_bytes: [{ value: rss }],
        process_start_time_seconds: [{ value: performance.timeOrigin / 1_000 }],
        process_cpu_seconds_total: [{ value: (user + system) / 1e6 }],
        nodejs_heap_size_used_bytes: [{ value: heapUsed }],
      };
      return Object.entries(METRICS)
        .map(([name, [type, help]]) => {
          const lines = samples[name as keyof typeof METRICS].map(
            ({ labels, value }) => `${name}${formatLabels({ ...labels, ...common })} ${value}\n`,
          );
          return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
        })
        .join("");
    },
  };
}

function formatLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replaceAll(/[\\"]/g, "\\$&").replaceAll("\n", "\\n")}"`,
  );
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}
