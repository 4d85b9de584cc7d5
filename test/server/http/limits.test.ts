// Connections that hold on to the service: slow ones, silent ones, too many. The limits are set so
// small that each is met at once.

import { once } from "node:events";
import type { Socket } from "node:net";

import { afterEach, describe, expect, test } from "vitest";

import { DEFAULT_LIMITS, type Limits } from "../../../server/config.js";
import type { LogLevel } from "../../../server/observe/log.js";
import { answerLong } from "../../../server/lookup/limits.js";
import { expectProblem } from "../../support/problem-body.js";
import {
  openConnection,
  parseAnswer,
  readAnswer,
  readToEnd,
  sendRequest,
} from "../../support/raw-http.js";
import { startService, type RunningService } from "../../support/running-service.js";
import { getSharedSnapshots } from "../../support/shared-snapshot.js";
import { testLong } from "../../support/properties.js";

let services: RunningService[] = [];

afterEach(async () => {
  await Promise.all(services.map((service) => service.stop()));
  services = [];
});

async function start(limits: Partial<Limits>, level: LogLevel = "info"): Promise<RunningService> {
  const service = await startService(getSharedSnapshots(), { limits, level });
  services = [...services, service];
  return service;
}

const TIMED_OUT = { status: 408, code: "request_timeout", instance: undefined } as const;

describe("a client that is slow to ask", () => {
  test.each([
    ["says nothing at all", ""],
    ["stops within the first line", "GET /v1/rep"],
    ["stops within the headers", "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: "],
  ])("one that %s is told 408 and cut off", async (_, beginning) => {
    const service = await start({ "headers-timeout-ms": 40, "request-timeout-ms": 60_000 });
    const socket = await openConnection(service.port);
    const received = readToEnd(socket);
    socket.write(beginning);
    expectProblem(parseAnswer(await received), TIMED_OUT);
  });

  testLong("one that promises a body and does not send it is answered, then cut off", async () => {
    const service = await start({ "headers-timeout-ms": 500, "request-timeout-ms": 500 });
    const socket = await openConnection(service.port);
    const received = readToEnd(socket);
    socket.write("POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n");
    expect(parseAnswer(await received).status).toBe(405);
  });

  test("hundreds of them do not keep others from being answered", async () => {
    const service = await start({ "headers-timeout-ms": 60_000, "drain-timeout-ms": 50 });
    const slow = await Promise.all(Array.from({ length: 300 }, () => openConnection(service.port)));
    for (const socket of slow) socket.write("GET /healthz HTTP/1.1\r\nX-A: ");
    for (let turn = 0; turn < 20; turn++) {
      const answer = await sendRequest(service.port, { target: "/v1/module/rental_core/17.0" });
      expect(answer.status).toBe(200);
    }
    // A connection without a request does not keep the service from stopping.
    await Promise.all([
      ...slow.map((socket) => once(socket, "close")),
      drain(slow),
      service.stop(),
    ]);
  }, 30_000);
});

/** Lets connections see their end. */
async function drain(sockets: readonly Socket[]): Promise<void> {
  for (const socket of sockets) socket.resume();
}

testLong(
  "a client that takes no answer tells who waits for a long answer before the connection is cut, and goes on for who asks again",
  async () => {
    const service = await start({ "stall-timeout-ms": 1_000 });
    const held = new AbortController();
    const open = once(held.signal, "abort");
    const busy = answerLong(() => open, undefined);
    const target = "/v1/migration?from=16.0&to=17.0&modules=rental_core";
    const answer = await sendRequest(service.port, { target });

    expect(answer.headers["retry-after"]).toMatch(/^\d+$/);
    expectProblem(answer, { status: 503, code: "too_busy", instance: "/v1/migration" });
    held.abort();
    await busy;
    expect((await sendRequest(service.port, { target })).status).toBe(200);
  },
);

testLong(
  "a client that takes no answer is cut off when nothing has moved for a while",
  async () => {
    const service = await start({ "stall-timeout-ms": 500 }, "access");
    // Cached, so that none of them has to wait.
    const target = "/openapi.json";
    while ((await sendRequest(service.port, { target })).status !== 200);
    const socket = await openConnection(service.port);
    socket.on("error", () => undefined);
    socket.pause();
    // Far more answers than the buffers between both ends hold.
    socket.write("GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(400));
    while (!service.lines.some((line) => line["status"] === null)) await service.nextLog();
    socket.destroy();
  },
);

describe("connections", () => {
  test("beyond the limit are closed, and counted; the others go on", async () => {
    const service = await start({ "max-connections": 2 });
    const kept = await Promise.all([openConnection(service.port), openConnection(service.port)]);
    const third = await openConnection(service.port);
    third.on("error", () => undefined).resume();
    await once(third, "close");
    const [first] = kept;
    first.write("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
    expect((await readAnswer(first)).bytes.toString()).toContain(
      "module_lookup_connections_refused_total 1\n",
    );
    for (const socket of kept) socket.destroy();
  });

  testLong("that are idle are closed after a while", async () => {
    const service = await start({ "keep-alive-timeout-ms": 40 });
    const socket = await openConnection(service.port);
    const received = readToEnd(socket);
    socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(parseAnswer(await received).status).toBe(200);
  });

  test("are kept for the next request, and closed for who asks for that", async () => {
    const service = await start({});
    const socket = await openConnection(service.port);
    for (const target of ["/healthz", "/v1/repo/retail", "/nothing", "/v1/search"]) {
      socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
      expect((await readAnswer(socket)).headers.connection).not.toBe("close");
    }
    const received = readToEnd(socket);
    socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(parseAnswer(await received).headers.connection).toBe("close");
  });

  test("of HTTP/1.0 need no Host and are closed", async () => {
    const service = await start({});
    const socket = await openConnection(service.port);
    const received = readToEnd(socket);
    socket.write("GET /healthz HTTP/1.0\r\n\r\n");
    expect(parseAnswer(await received).bytes.toString()).toBe("ok\n");
  });

  test("carry many requests at once, answered in their order, bodies passed over", async () => {
    const service = await start({});
    const socket = await openConnection(service.port);
    const received = readToEnd(socket);
    const targets = ["/v1/semantic-search?q=rental", "/v1/repo/retail", "/none", "/healthz"];
    const requests = targets.map((target) => `GET ${target} HTTP/1.1\r\nHost: x\r\n`);
    const withBody =
      "POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 16\r\n\r\nGET / HTTP/1.1\r\n";
    const last = "HEAD /v1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    socket.write(`${requests.map((text) => `${text}\r\n`).join("")}${withBody}${last}`);
    const statuses = [...(await received).matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, code]) => code);
    expect(statuses).toEqual(["200", "200", "404", "200", "405", "200"]);
  });
});

describe("sizes", () => {
  test("are settings", async () => {
    const service = await start({
      "max-url-bytes": 256,
      "max-header-bytes": 2_048,
      "max-parameter-chars": 20,
    });
    const ask = (target: string, headers: Readonly<Record<string, string>> = {}) =>
      sendRequest(service.port, { target, headers });
    const long = `/v1/repo/${"x".repeat(21)}`;
    const refused = { status: 400, code: "invalid_parameters", instance: long } as const;
    expect(expectProblem(await ask(long), refused)["errors"]).toEqual([
      { parameter: "repo_name", detail: "must be at most 20 characters long" },
    ]);
    expect((await ask(`/v1?x=${"y".repeat(260)}`)).status).toBe(414);
    expect((await ask("/v1", { "X-Long": "y".repeat(2_100) })).status).toBe(431);
    expect((await ask("/v1")).status).toBe(200);
  });

  test("have defaults of which the longer contains the shorter", () => {
    expect(DEFAULT_LIMITS["max-url-bytes"]).toBeLessThan(DEFAULT_LIMITS["max-header-bytes"]);
    expect(DEFAULT_LIMITS["max-parameter-chars"]).toBeLessThan(DEFAULT_LIMITS["max-url-bytes"]);
    expect(DEFAULT_LIMITS["headers-timeout-ms"]).toBeLessThan(DEFAULT_LIMITS["request-timeout-ms"]);
  });
});
