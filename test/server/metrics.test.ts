// What /metrics says, and that Prometheus can read it.

import { once } from "node:events";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { METRICS, openMetrics } from "../../server/metrics.js";
import { createFixtureSnapshot, type FixtureSnapshot } from "../support/fixture-snapshot.js";
import { openConnection, readToEnd, sendRequest } from "../support/raw-http.js";
import { startService, type RunningService } from "../support/running-service.js";

let fixtures: FixtureSnapshot;
let service: RunningService;

beforeAll(async () => {
  fixtures = await createFixtureSnapshot();
  service = await startService(fixtures.out);
});

afterAll(async () => {
  await service.stop();
  await fixtures.cleanup();
});

/** Values by name and labels as written. */
async function readMetrics(): Promise<ReadonlyMap<string, number>> {
  const answer = await sendRequest(service.port, { target: "/metrics" });
  expect(answer.status).toBe(200);
  expect(answer.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(answer.headers["cache-control"]).toBe("no-store");
  return parse(answer.bytes.toString());
}

/** Fails on what is not the text format. */
function parse(text: string): ReadonlyMap<string, number> {
  const samples = new Map<string, number>();
  expect(text.endsWith("\n")).toBe(true);
  for (const line of text.slice(0, -1).split("\n")) {
    if (/^# (?:HELP [a-z_]+ \S.*|TYPE [a-z_]+ (?:gauge|counter))$/.test(line)) continue;
    const sample =
      /^([a-z_]+(?:\{[a-z_]+="(?:[^"\\]|\\.)*"(?:,[a-z_]+="(?:[^"\\]|\\.)*")*\})?) ([\d.e+-]+)$/.exec(
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
    const { id, counts } = service.holder.entry;
    expect(metrics.get(`module_lookup_snapshot_info{id="${id}"}`)).toBe(1);
    expect(metrics.get("module_lookup_snapshot_entries")).toBe(counts.entries);
    expect(metrics.get("module_lookup_snapshot_switches_total")).toBe(0);
    expect(metrics.get("module_lookup_snapshot_refused_total")).toBe(0);
    for (const name of Object.keys(METRICS).filter((key) => !key.startsWith("module_lookup"))) {
      expect(metrics.get(name)).toBeGreaterThan(0);
    }
  });

  test("counts every answer by route, not by address, and by status", async () => {
    const asked = [
      ["/v1/module/rental_core", "/v1/module/:module_name", "200"],
      ["/v1/module/no_such", "/v1/module/:module_name", "404"],
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

  test("names the worker where there are several, and escapes what it is given", () => {
    const metrics = openMetrics(service.holder, { worker: 2 });
    metrics.countRequest('/a"\\b\n', 200);
    const samples = parse(metrics.format());
    expect([...samples.keys()].every((key) => key.includes('worker="2"'))).toBe(true);
    expect(
      samples.get('module_lookup_requests_total{route="/a\\"\\\\b\\n",status="200",worker="2"}'),
    ).toBe(1);
  });
});
