// Metrics of a watch, as text for Prometheus.

/** Every metric of a watch with its meaning. */
export const WATCH_METRICS = {
  module_lookup_watch_looks_total:
    "checks of all repositories, by outcome: built, unchanged, failed",
  module_lookup_watch_last_look_seconds: "time of the last check that did not fail, since 1970",
  module_lookup_watch_webhooks_total: "requests to the address of webhooks, by status",
} as const;

type PollOutcome = "built" | "unchanged" | "failed";

export interface WatchMetrics {
  countLook(outcome: PollOutcome): void;
  countWebhook(status: number): void;
  format(): string;
}

export function createWatchMetrics(now: () => number): WatchMetrics {
  const looks = new Map<PollOutcome, number>([
    ["built", 0],
    ["unchanged", 0],
    ["failed", 0],
  ]);
  const webhooks = new Map<number, number>();
  let lastLookSeconds = 0;
  return {
    countLook(outcome) {
      looks.set(outcome, (looks.get(outcome) ?? 0) + 1);
      if (outcome !== "failed") lastLookSeconds = now() / 1000;
    },
    countWebhook: (status) => void webhooks.set(status, (webhooks.get(status) ?? 0) + 1),
    format: () =>
      [
        ...describe("module_lookup_watch_looks_total", "counter"),
        ...[...looks].map(
          ([outcome, count]) => `module_lookup_watch_looks_total{outcome="${outcome}"} ${count}`,
        ),
        ...describe("module_lookup_watch_last_look_seconds", "gauge"),
        `module_lookup_watch_last_look_seconds ${lastLookSeconds}`,
        ...describe("module_lookup_watch_webhooks_total", "counter"),
        ...[...webhooks].map(
          ([status, count]) => `module_lookup_watch_webhooks_total{status="${status}"} ${count}`,
        ),
        "",
      ].join("\n"),
  };
}

function describe(name: keyof typeof WATCH_METRICS, type: string): readonly string[] {
  return [`# HELP ${name} ${WATCH_METRICS[name]}`, `# TYPE ${name} ${type}`];
}
