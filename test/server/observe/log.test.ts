// Log: one line for each answer if wanted, without any search.

import { afterEach, describe, expect, test } from "vitest";

import { createLog } from "../../../server/observe/log.js";
import { parseTrustedProxies } from "../../../server/observe/peer.js";
import type { Json } from "../../support/interface-fields.js";
import { sendRequest } from "../../support/raw-http.js";
import {
  startService,
  type RunningService,
  type ServiceChoice,
} from "../../support/running-service.js";
import { getSharedSnapshots } from "../../support/shared-snapshot.js";

let service: RunningService;

afterEach(() => service.stop());

async function start(choice: ServiceChoice): Promise<void> {
  service = await startService(getSharedSnapshots(), { level: "access", ...choice });
}

/** Asks, and gives the line about it. */
async function askAndRead(
  target: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Json> {
  const count = service.lines.length;
  const logged = service.nextLog();
  await sendRequest(service.port, { target, headers });
  await logged;
  expect(service.lines).toHaveLength(count + 1);
  return service.lines.at(-1) ?? {};
}

describe("a line of the log", () => {
  test("logs route, status, duration, request and peer, and not what was asked", async () => {
    await start({});
    const line = await askAndRead("/v1/search/secretword?platform_version=17.0&x=secretword");
    expect(line).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      level: "access",
      request_id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      method: "GET",
      route: "/v1/search/{module_name}",
      status: 200,
      duration_ms: expect.any(Number) as number,
      peer: "127.0.0.1",
    });
    expect(await askAndRead("/secretword")).toMatchObject({ route: "none", status: 404 });
    expect(await askAndRead("/v1/repo/%")).toMatchObject({ route: "none", status: 400 });
    expect(JSON.stringify(service.lines)).not.toContain("secretword");
  });

  test("leaves the peer out where it is to be hidden", async () => {
    await start({ hidesPeers: true });
    expect(await askAndRead("/healthz")).not.toHaveProperty("peer");
  });

  test("is written only where the level wants it", async () => {
    await start({ level: "info" });
    await sendRequest(service.port, { target: "/healthz" });
    expect(service.lines).toEqual([]);
  });
});

describe("X-Request-Id", () => {
  test("is kept, in the answer and in the log", async () => {
    await start({});
    for (const id of ["abc-123", "7f1e:4_5.6", "root=1-67/a+b=", "x".repeat(100)]) {
      for (const target of ["/healthz", "/nothing"]) {
        const logged = service.nextLog();
        const headers = { "X-Request-Id": id };
        const answer = await sendRequest(service.port, { target, headers });
        expect(answer.headers["x-request-id"]).toBe(id);
        await logged;
        expect(service.lines.at(-1)).toMatchObject({ request_id: id });
      }
    }
  });

  test("is replaced by one of the service's own where it is none", async () => {
    await start({ level: "info" });
    for (const id of ["", "a b", "x".repeat(101), '"},{"', "é"]) {
      const headers = { "X-Request-Id": id };
      const answer = await sendRequest(service.port, { target: "/healthz", headers });
      expect(answer.headers["x-request-id"]).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
    }
  });
});

/** Logged client of a request with that header. */
async function readPeer(forwardedFor: string): Promise<unknown> {
  return (await askAndRead("/healthz", { "X-Forwarded-For": forwardedFor }))["peer"];
}

describe("--trusted-proxies", () => {
  test("the client that a trusted proxy names is the peer", async () => {
    await start({ trustedProxies: "127.0.0.0/8, 10.0.0.1" });
    expect(await readPeer("203.0.113.9")).toBe("203.0.113.9");
    // Anyone may have written the part left of an untrusted address.
    expect(await readPeer("198.51.100.1, 203.0.113.9, 10.0.0.1")).toBe("203.0.113.9");
    expect(await readPeer("2001:db8::1")).toBe("2001:db8::1");
    expect(await readPeer("unknown, 10.0.0.1")).toBe("10.0.0.1");
    expect(await readPeer("' OR 1=1")).toBe("127.0.0.1");
    expect(await readPeer("127.0.0.2")).toBe("127.0.0.2");
  });

  test("without them nobody is believed", async () => {
    await start({});
    const headers = { "X-Forwarded-For": "203.0.113.9", Forwarded: "for=203.0.113.9" };
    expect((await askAndRead("/healthz", headers))["peer"]).toBe("127.0.0.1");
  });

  test("forwarded headers change no answer", async () => {
    await start({ trustedProxies: "127.0.0.1", level: "info" });
    const target = "/v1/search?platform_version=17.0&limit=1";
    const headers = {
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "https",
      "X-Forwarded-Prefix": "/evil",
    };
    const plain = await sendRequest(service.port, { target });
    const forwarded = await sendRequest(service.port, { target, headers });
    expect(forwarded.bytes).toEqual(plain.bytes);
    expect(JSON.stringify(forwarded.headers)).not.toContain("evil");
  });
});

describe("parseTrustedProxies", () => {
  test.each(["10.0.0.0/33", "::/129", "localhost", "10.0.0.0/8/8", "10.0.0.0/", "1.2.3"])(
    "%s is refused, with the remedy",
    (list) => {
      expect(() => parseTrustedProxies(list)).toThrow(/--trusted-proxies must be addresses/);
    },
  );

  test("an IPv4 address is known in its IPv6 form", () => {
    const proxies = parseTrustedProxies("127.0.0.1,2001:db8::/32,");
    expect(proxies.findClient("::ffff:127.0.0.1", "192.0.2.1")).toBe("192.0.2.1");
    expect(proxies.findClient("2001:db8:1::2", "192.0.2.1")).toBe("192.0.2.1");
    expect(proxies.findClient("2001:db9::2", "192.0.2.1")).toBe("2001:db9::2");
  });
});

describe("createLog", () => {
  test("a level holds those before it, in order, each line whole", async () => {
    await start({});
    const lines: string[] = [];
    const log = createLog("warn", (text) => lines.push(text));
    log.info("not wanted");
    log.warn("line\nbreak", { number: 1 });
    log.error("worse");
    expect(lines.map((text) => JSON.parse(text) as Json)).toMatchObject([
      { level: "warn", message: "line\nbreak", number: 1 },
      { level: "error", message: "worse" },
    ]);
    for (const line of lines) expect(line.match(/\n/g)).toHaveLength(1);
  });

  test("answers that come together are written at once, before what is logged next", async () => {
    await start({});
    const writes: string[] = [];
    const log = createLog("access", (text) => writes.push(text));
    const facts = { request_id: "1", method: "GET", route: "/", status: 200, duration_ms: 1 };
    log.access(facts);
    log.access(facts);
    expect(writes).toEqual([]);
    log.info("after them");
    expect(writes).toHaveLength(1);
    expect(writes[0]?.split("\n")).toHaveLength(4);
    log.access(facts);
    const written = new Promise((resolve) => setImmediate(resolve));
    await written;
    expect(writes).toHaveLength(2);
  });
});
