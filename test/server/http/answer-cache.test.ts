// Cached answers: equal to new ones.

import { afterEach, describe, expect, test } from "vitest";

import { sendRequest, type RawAnswer } from "../../support/raw-http.js";
import { startService, type RunningService } from "../../support/running-service.js";
import { getSharedSnapshots } from "../../support/shared-snapshot.js";
import { sampleCases } from "../../support/properties.js";

let service: RunningService;

afterEach(() => service.stop());

async function start(maxCacheBytes: number): Promise<void> {
  service = await startService(getSharedSnapshots(), {
    limits: { "max-cache-bytes": maxCacheBytes },
    level: "access",
  });
}

async function countReused(): Promise<number> {
  const { bytes } = await sendRequest(service.port, { target: "/metrics" });
  return Number(/^module_lookup_answers_reused_total (\d+)$/m.exec(bytes.toString())?.[1]);
}

/** Common part of two answers to one question. */
function keepLasting({ status, headers, bytes }: RawAnswer): object {
  const { date: _, "x-request-id": __, ...lasting } = headers;
  return { status, headers: lasting, bytes: bytes.toString("latin1") };
}

const TARGETS = [
  "/v1/module/rental_core/17.0",
  "/v1/search?platform_version=17.0&limit=2&offset=1",
  "/v1/semantic-search?q=invoice",
  "/openapi.json",
];

const HEADERS: readonly Readonly<Record<string, string>>[] = [
  {},
  { "Accept-Encoding": "gzip" },
  { "Accept-Encoding": "br;q=0.1, gzip;q=0" },
  { "If-None-Match": "*" },
  { "If-None-Match": '"another"', "Accept-Encoding": "identity" },
];

describe("a cached answer", () => {
  test.each(sampleCases(TARGETS))("is the one that would be made: %s", async (target) => {
    await start(1_000_000);
    for (const headers of HEADERS) {
      for (const method of ["GET", "HEAD"]) {
        const question = { method, target, headers };
        const first = keepLasting(await sendRequest(service.port, question));
        expect(keepLasting(await sendRequest(service.port, question))).toEqual(first);
      }
    }
    expect(await countReused()).toBeGreaterThan(HEADERS.length);
    const routes = new Set(service.lines.map((line) => line["route"]));
    expect(routes).not.toContain("none");
  });

  test("is not that of another method, of an error, or of what changes", async () => {
    await start(1_000_000);
    for (const target of ["/v1/repo/none", "/readyz", "/metrics", "/healthz", "/", "/v1/search"]) {
      for (let turn = 0; turn < 2; turn++) await sendRequest(service.port, { target });
    }
    for (const method of ["OPTIONS", "POST", "GET"]) {
      const answer = await sendRequest(service.port, { method, target: "/v1/repo/retail" });
      expect(answer.status).toBe({ OPTIONS: 204, POST: 405, GET: 200 }[method]);
    }
    const again = await sendRequest(service.port, { method: "POST", target: "/v1/repo/retail" });
    expect(again.status).toBe(405);
    expect(await countReused()).toBe(0);
  });
});

/** Asks for an answer that is small, and returns how many were cached so far. */
async function ask(name: string): Promise<number> {
  await sendRequest(service.port, { target: `/v1/search/${name}` });
  return countReused();
}

describe("--max-cache-bytes", () => {
  test("the answers that were asked for last are kept", async () => {
    // Room for eleven small answers.
    await start(24_000);
    await ask("first_x");
    for (let number = 0; number < 4; number++) await ask(`other_${number}_x`);
    expect(await ask("first_x")).toBe(1);
    for (let number = 4; number < 12; number++) await ask(`other_${number}_x`);
    expect(await ask("other_11_x")).toBe(2);
    expect(await ask("other_0_x")).toBe(2);
  });

  test("0 keeps none", async () => {
    await start(0);
    for (let turn = 0; turn < 3; turn++) {
      await sendRequest(service.port, { target: "/v1/repo/retail" });
    }
    expect(await countReused()).toBe(0);
  });
});
