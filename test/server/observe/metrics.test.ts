// Metrics, and Prometheus' reading of them.

import { once } from "node:events";

import { describe, expect, test } from "vitest";

import { METRICS } from "../../../server/observe/metrics.js";
import { openConnection, readToEnd, sendRequest } from "../../support/raw-http.js";
import { getSharedSnapshots, serveForFile } from "../../support/shared-snapshot.js";

const service = await serveForFile(getSharedSnapshots());

/** Values by name and labels as written. */
async function readMetrics(): Promise<ReadonlyMap<string, number>> {
  const answer = await sendRequest(service.port, { target: "/metrics" });
  expect(answer.status).toBe(200);
  expect(answer.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(answer.headers["cache-control"]).toBe("no-store");
  return parse(answer.bytes.toString());
}

/** Metrics of the process in the README. */
const PROCESS_METRICS = [
  "process_resident_memory_bytes",
  "process_start_time_seconds",
  "process_cpu_seconds_total",
  "nodejs_heap_size_used_bytes",
  "nodejs_eventloop_lag_p99_seconds",
];

/** Fails on what is not the text format. */
function parse(text: string): ReadonlyMap<string, number> {
  const samples = new Map<string, number>();
  expect(text.endsWith("\n")).toBe(true);
  for (const line of text.slice(0, -1).split("\n")) {
    if (/^$|^# (?:HELP \w+ \S.*|TYPE \w+ (?:gauge|counter|histogram))$/.test(line)) continue;
    const sample =
      /^(\w+(?:\{[a-z_]+="(?:[^"\\]|\\.)*"(?:,[a-z_]+="(?:[^"\\]|\\.)*")*\})?) ([\d.e+-]+|Nan)$/.exec(
        line,
      );
    if (sample === null) expect.unreachable(`not a sample: ${line}`);
    samples.set(sample[1] ?? "", Number(sample[2]));
  }
  return samples;
}

function nameRequests(route: string, status: string): string {
  return `module_lookup_requests_total{route="${route}",status="${status}"}`;
}

describe("/metrics", () => {
  test("tells the snapshot and the process", async () => {
    const metrics = await readMetrics();
    const { id, counts } = service.live.entry;
    expect(metrics.get(`module_lookup_snapshot_info{id="${id}"}`)).toBe(1);
    expect(metrics.get("module_lookup_snapshot_entries")).toBe(counts.entries);
    expect(metrics.get("module_lookup_snapshot_switches_total")).toBe(0);
    expect(metrics.get("module_lookup_snapshot_refused_total")).toBe(0);
    expect(metrics.get("module_lookup_snapshot_age_seconds")).toBeGreaterThan(0);
    expect(metrics.get("module_lookup_last_build_seconds")).toBe(service.live.lastBuildMs / 1_000);
    for (const name of PROCESS_METRICS) expect(metrics.get(name)).toBeGreaterThan(0);
  });

  test("counts every answer by route, not by address, and by status", async () => {
    const asked = [
      ["/v1/module/rental_core", "/v1/module/{module_name}", "200"],
      ["/v1/module/no_such", "/v1/module/{module_name}", "404"],
      ["/v1/search", "/v1/search", "400"],
      ["/healthz", "/healthz", "200"],
      ["/nowhere", "none", "404"],
      ["/%", "none", "400"],
    ] as const;
    const before = await readMetrics();
    for (const [target] of asked) await sendRequest(service.port, { target });
    const socket = await openConnection(service.port);
    socket.write("what is this\r\n\r\n");
    await Promise.all([readToEnd(socket), once(socket, "end")]);
    const after = await readMetrics();
    const grown = asked.map(([, route, status]) => {
      const key = nameRequests(route, status);
      return (after.get(key) ?? 0) - (before.get(key) ?? 0);
    });
    // The last one stands for the bad address and for what was no HTTP.
    expect(grown).toEqual([1, 1, 1, 1, 1, 2]);
    expect(after.get(nameRequests("/metrics", "200"))).toBeGreaterThan(0);
  });

  test("says what is documented, and of the process what Prometheus' own client says", async () => {
    const { bytes } = await sendRequest(service.port, { target: "/metrics" });
    const told = [...bytes.toString().matchAll(/^# HELP (\S+) (.*)$/gm)];
    const own = told.filter(([, name]) => name?.startsWith("module_lookup_"));
    expect(Object.fromEntries(own.map(([, name, meaning]) => [name, meaning]))).toEqual(METRICS);
    for (const [, name] of told) expect(name).toMatch(/^(?:module_lookup|process|nodejs)_/);
  });

  test("durations are counted by route, requests under way at the moment", async () => {
    await sendRequest(service.port, { target: "/v1/repo/retail" });
    const metrics = await readMetrics();
    const name = "module_lookup_request_duration_seconds";
    const route = 'route="/v1/repo/{repo_name}"';
    expect(metrics.get(`${name}_count{${route}}`)).toBe(1);
    expect(metrics.get(`${name}_bucket{le="+Inf",${route}}`)).toBe(1);
    // The question itself.
    expect(metrics.get("module_lookup_requests_in_flight")).toBe(1);
  });
});
