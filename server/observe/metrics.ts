// Metrics of the service for Prometheus. With several workers an answer covers all: each sends its
// numbers to the first process, which adds them up.
import type { SnapshotEntry } from "../../data/snapshot/entry-file.js";
import type { MetricNumbers, MetricValue, ProcessMetrics } from "./process-metrics.js";

/** Every metric of this service with its meaning; those of the process are prom-client's own. */
export const METRICS = {
  module_lookup_requests_total:
    "answers, by route and status; `aborted` if the client did not receive all",
  module_lookup_request_duration_seconds:
    "time from the last header of a request to the last byte of its answer, by route",
  module_lookup_requests_in_flight: "requests that are being answered",
  module_lookup_answers_reused_total: "answers given from the cache, see --max-cache-bytes",
  module_lookup_connections_refused_total: "connections beyond --max-connections",
  module_lookup_snapshot_info: "1, with the id of the snapshot that is served",
  module_lookup_snapshot_age_seconds: "time since the files of the served snapshot were written",
  module_lookup_last_build_seconds:
    "Unix time of the last build or pull that ended well, whether or not it found something new",
  module_lookup_snapshot_entries: "entries of the snapshot that is served",
  module_lookup_snapshot_stale_repositories:
    "repositories that could not be read when the served snapshot was built, and are as they were before",
  module_lookup_snapshot_switches_total: "hot swaps",
  module_lookup_snapshot_refused_total: "new snapshots that were refused",
} as const;

/** Bounds of the durations, in seconds: from a cached answer to one that is a fault. */
const DURATION_BUCKETS = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** In place of a status when the connection ended before the whole answer was sent. */
const NO_STATUS = "aborted";

export const METRICS_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export interface Metrics {
  startRequest(): void;
  /**
   * @param route a template, so that there are only few
   * @param status `null` when the connection ended before the whole answer was sent
   */
  endRequest(route: string, status: number | null, seconds: number): void;
  /** An answer to what never became a request. */
  countRefusal(status: number): void;
  countRefusedConnection(): void;
  /** A cached answer. */
  countReuse(): void;
  /** Begins to measure the process too; else the first who reads does. */
  watchProcess(): Promise<void>;
  /** All metrics of this process as they are now, to be sent to another. */
  read(): Promise<readonly MetricNumbers[]>;
  /** Metrics as text. */
  format(): Promise<string>;
}

interface HeldSnapshot {
  readonly entry: Pick<SnapshotEntry, "id" | "counts" | "sources">;
  /** Number of hot swaps. */
  readonly switches: number;
  /** Number of refused snapshots. */
  readonly refusals: number;
  /** When its files were written, in Unix milliseconds. */
  readonly writtenMs: number;
  /** When a build or pull last ended well, in Unix milliseconds. */
  readonly lastBuildMs: number;
}

/** The answers of one route. */
interface RouteCounts {
  readonly byStatus: Map<number | string, number>;
  /** Counts up to each of DURATION_BUCKETS and above the one before; then the rest. */
  readonly byDuration: number[];
  sumSeconds: number;
}

export function createMetrics(holder: HeldSnapshot): Metrics {
  const routes = new Map<string, RouteCounts>();
  let inFlight = 0;
  let refusedConnections = 0;
  let reused = 0;
  const findRoute = (route: string): RouteCounts => {
    let counts = routes.get(route);
    if (counts === undefined) {
      const byDuration = Array.from({ length: DURATION_BUCKETS.length + 1 }, () => 0);
      routes.set(route, (counts = { byStatus: new Map(), byDuration, sumSeconds: 0 }));
    }
    return counts;
  };
  const readOwn = (): readonly MetricNumbers[] => [
    ...describeRequests(routes),
    toGauge("module_lookup_requests_in_flight", inFlight),
    toCounter("module_lookup_connections_refused_total", refusedConnections),
    toCounter("module_lookup_answers_reused_total", reused),
    ...describeHeld(holder),
  ];
  let watched: Promise<ProcessMetrics> | undefined;
  const watch = (): Promise<ProcessMetrics> =>
    (watched ??= import("./process-metrics.js").then((library) => library.createProcessMetrics()));
  return {
    startRequest: () => void (inFlight += 1),
    endRequest(route, status, seconds) {
      inFlight -= 1;
      const counts = findRoute(route);
      countStatus(counts, status ?? NO_STATUS);
      const bucket = DURATION_BUCKETS.findIndex((bound) => seconds <= bound);
      const index = bucket < 0 ? DURATION_BUCKETS.length : bucket;
      counts.byDuration[index] = (counts.byDuration[index] ?? 0) + 1;
      counts.sumSeconds += seconds;
    },
    countRefusal: (status) => countStatus(findRoute("none"), status),
    countRefusedConnection: () => void (refusedConnections += 1),
    countReuse: () => void (reused += 1),
    watchProcess: async () => void (await watch()),
    read: async () => [...(await (await watch()).read()), ...readOwn()],
    format: async () => (await watch()).format(readOwn()),
  };
}

function countStatus({ byStatus }: RouteCounts, status: number | string): void {
  byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
}

function describeRequests(
  routes: ReadonlyMap<string, RouteCounts>,
): readonly [MetricNumbers, MetricNumbers] {
  const requests: MetricValue[] = [];
  const durations: MetricValue[] = [];
  const name = "module_lookup_request_duration_seconds";
  for (const [route, { byStatus, byDuration, sumSeconds }] of routes) {
    for (const [status, value] of byStatus) requests.push({ value, labels: { route, status } });
    let count = 0;
    // Each bucket counts what the ones before it count, too.
    byDuration.forEach((value, index) => {
      count += value;
      const le = DURATION_BUCKETS[index] ?? "+Inf";
      durations.push({ value: count, labels: { le, route }, metricName: `${name}_bucket` });
    });
    durations.push({ value: sumSeconds, labels: { route }, metricName: `${name}_sum` });
    durations.push({ value: count, labels: { route }, metricName: `${name}_count` });
  }
  return [
    { ...toCounter("module_lookup_requests_total", 0), values: requests },
    { ...describe(name), type: "histogram", aggregator: "sum", values: durations },
  ];
}

/** The largest value of several workers counts. */
function describeHeld(holder: HeldSnapshot): readonly MetricNumbers[] {
  const { id, counts, sources } = holder.entry;
  const age = (Date.now() - holder.writtenMs) / 1_000;
  const info = toGauge("module_lookup_snapshot_info", 1);
  return [
    { ...info, values: [{ value: 1, labels: { id } }] },
    toGauge("module_lookup_snapshot_age_seconds", age),
    toGauge("module_lookup_last_build_seconds", holder.lastBuildMs / 1_000),
    toGauge("module_lookup_snapshot_entries", counts.entries),
    toGauge("module_lookup_snapshot_stale_repositories", sources.filter(isStale).length),
    toCounter("module_lookup_snapshot_switches_total", holder.switches),
    toCounter("module_lookup_snapshot_refused_total", holder.refusals),
  ].map((metric): MetricNumbers => ({ ...metric, aggregator: "max" }));
}

type MetricName = keyof typeof METRICS;

function describe(name: MetricName): Pick<MetricNumbers, "name" | "help"> {
  return { name, help: METRICS[name] };
}

function toGauge(name: MetricName, value: number): MetricNumbers {
  const values = [{ value, labels: {} }];
  return { ...describe(name), type: "gauge", aggregator: "sum", values };
}

function toCounter(name: MetricName, value: number): MetricNumbers {
  return { ...toGauge(name, value), type: "counter" };
}

function isStale({ branches }: SnapshotEntry["sources"][number]): boolean {
  return branches.some(({ stale }) => stale !== undefined);
}
