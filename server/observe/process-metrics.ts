// Metrics of Node.js, and the text format of Prometheus: the only file that knows its client, which
// is loaded behind the first answers.
import { AggregatorRegistry, collectDefaultMetrics, Registry } from "prom-client";

/** Numbers of one metric for another process; JSON-able. */
export interface MetricNumbers {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  /** Aggregation of several processes. */
  readonly aggregator: "sum" | "max";
  readonly values: readonly MetricValue[];
}

export interface MetricValue {
  readonly value: number;
  readonly labels: Readonly<Record<string, string | number>>;
  /** Name of a histogram's part, with its ending. */
  readonly metricName?: string;
}

/**
 * The library's types declare these as objects, but they are words; collecting functions are left
 * out.
 */
type LibraryNumbers = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

export interface ProcessMetrics {
  read(): Promise<readonly MetricNumbers[]>;
  /** The metrics of the process and these beside them. */
  format(own: readonly MetricNumbers[]): Promise<string>;
}

/** Begins to watch the process. */
export function createProcessMetrics(): ProcessMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    read: async () => (await registry.getMetricsAsJSON()) as unknown as readonly MetricNumbers[],
    format: async (own) => `${await registry.metrics()}\n${await formatTogether([own])}`,
  };
}

/** The metrics of several processes as those of one service. */
export function formatTogether(processes: readonly (readonly MetricNumbers[])[]): Promise<string> {
  return AggregatorRegistry.aggregate(processes as unknown as LibraryNumbers[]).metrics();
}
