// What the service counts and measures of itself, for Prometheus. With several workers an answer is
// about all of them: each tells the first process its numbers, which adds them up.
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
} from "prom-client";
import type { SnapshotHolder } from "./snapshot-holder.js";

/** Every metric of this service with its meaning; those of the process are prom-client's own. */
export const METRICS = {
  module_lookup_requests_total:
    "answers, by route and status; `aborted` for those that were not taken whole",
  module_lookup_request_duration_seconds:
    "time from the last header of a request to the last byte of its answer, by route",
  module_lookup_requests_in_flight: "requests that are being answered",
  module_lookup_answers_reused_total: "answers that were at hand, see --max-cache-bytes",
  module_lookup_connections_refused_total: "connections beyond --max-connections",
  module_lookup_snapshot_info: "1, with the id of the snapshot that is served",
  module_lookup_snapshot_age_seconds: "time since the files of the served snapshot were written",
  module_lookup_snapshot_entries: "entries of the snapshot that is served",
  module_lookup_snapshot_switches_total: "changes to another snapshot",
  module_lookup_snapshot_refused_total: "new snapshots that were refused",
} as const;

/** Bounds of the durations, in seconds: from an answer at hand to one that is a fault. */
const DURATION_BUCKETS = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** In place of a status when the connection ended before the whole answer was sent. */
const NO_STATUS = "aborted";

export const METRICS_CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

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
  /** An answer that was at hand. */
  countReuse(): void;
  /** All metrics of this process as they are now, to be sent to another. */
  read(): Promise<ProcessNumbers>;
  /** The same as text. */
  format(): Promise<string>;
}

/** What one process tells another of its metrics; JSON-able. */
export type ProcessNumbers = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

type HeldSnapshot = Pick<SnapshotHolder, "entry" | "switches" | "refusals" | "writtenMs">;

export function openMetrics(holder: HeldSnapshot): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const describe = <Name extends keyof typeof METRICS>(name: Name): MetricBasics<Name> => ({
    name,
    help: METRICS[name],
    registers,
  });
  const requests = new Counter({
    ...describe("module_lookup_requests_total"),
    labelNames: ["route", "status"],
  });
  const durations = new Histogram({
    ...describe("module_lookup_request_duration_seconds"),
    labelNames: ["route"],
    buckets: DURATION_BUCKETS,
  });
  const inFlight = new Gauge(describe("module_lookup_requests_in_flight"));
  const refusedConnections = new Counter(describe("module_lookup_connections_refused_total"));
  const reused = new Counter(describe("module_lookup_answers_reused_total"));
  addSnapshotMetrics(holder, describe);
  return {
    startRequest: () => inFlight.inc(),
    endRequest(route, status, seconds) {
      inFlight.dec();
      requests.inc({ route, status: status ?? NO_STATUS });
      durations.observe({ route }, seconds);
    },
    countRefusal: (status) => requests.inc({ route: "none", status }),
    countRefusedConnection: () => refusedConnections.inc(),
    countReuse: () => reused.inc(),
    read: () => registry.getMetricsAsJSON(),
    format: () => registry.metrics(),
  };
}

interface MetricBasics<Name extends string> {
  readonly name: Name;
  readonly help: string;
  readonly registers: Registry[];
}

/** Metrics that are looked up when they are asked for. Of several workers the largest value counts. */
function addSnapshotMetrics(
  holder: HeldSnapshot,
  describe: <Name extends keyof typeof METRICS>(name: Name) => MetricBasics<Name>,
): void {
  const info = new Gauge({
    ...describe("module_lookup_snapshot_info"),
    labelNames: ["id"],
    aggregator: "max",
    collect() {
      info.reset();
      info.set({ id: holder.entry.id }, 1);
    },
  });
  const gauges = {
    module_lookup_snapshot_age_seconds: () => (Date.now() - holder.writtenMs) / 1_000,
    module_lookup_snapshot_entries: () => holder.entry.counts.entries,
  } as const;
  for (const [name, read] of Object.entries(gauges)) {
    const gauge: Gauge = new Gauge({
      ...describe(name as keyof typeof gauges),
      aggregator: "max",
      collect: () => gauge.set(read()),
    });
  }
  const counters = {
    module_lookup_snapshot_switches_total: () => holder.switches,
    module_lookup_snapshot_refused_total: () => holder.refusals,
  } as const;
  for (const [name, read] of Object.entries(counters)) {
    const counter: Counter = new Counter({
      ...describe(name as keyof typeof counters),
      aggregator: "max",
      collect() {
        counter.reset();
        counter.inc(read());
      },
    });
  }
}

/** The metrics of several processes as those of one service. */
export async function formatTogether(processes: readonly ProcessNumbers[]): Promise<string> {
  return AggregatorRegistry.aggregate([...processes]).metrics();
}
