// Methods and cross-origin use on every path that the service has.

import { describe, expect, test } from "vitest";

import { PROBLEMS } from "../../../server/contract/problem-catalog.js";
import { expectProblem } from "../../support/problem-body.js";
import { decodeJson, decodeText, sendRequest } from "../../support/raw-http.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";

const service = await serveSharedSnapshot();

const PATHS = [
  "/v1/module/rental_core",
  "/v1/module/rental_core/17.0",
  "/v1/repo/retail",
  "/v1/search/rental",
  "/v1/search?platform_version=17.0&limit=3&offset=2",
  "/v1/semantic-search?q=rental",
  "/",
  "/v1",
  "/openapi.json",
  "/healthz",
  "/readyz",
  "/problems/unknown_path",
];

const EXPOSED = "ETag, Link, X-Total-Count, Snapshot-Id, X-Request-Id";

/** Headers that two answers to the same question have in common. */
function keepLasting(headers: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { date: _, "x-request-id": __, ...lasting } = headers;
  return lasting;
}

describe.each(PATHS)("%s", (target) => {
  test("GET may be read by any page", async () => {
    const { status, headers } = await sendRequest(service.port, { target });
    expect(status).toBe(200);
    expect(headers["access-control-allow-origin"]).toBe("*");
    expect(headers["access-control-expose-headers"]).toBe(EXPOSED);
  });

  test.each(["identity", "gzip"])("HEAD is GET without the body (%s)", async (encoding) => {
    const headers = { "Accept-Encoding": encoding };
    const get = await sendRequest(service.port, { target, headers });
    const head = await sendRequest(service.port, { method: "HEAD", target, headers });
    expect(head.status).toBe(get.status);
    expect(keepLasting(head.headers)).toEqual(keepLasting(get.headers));
    expect(get.bytes.length).toBeGreaterThan(0);
    expect(head.bytes).toHaveLength(0);
  });

  test("OPTIONS answers a preflight", async () => {
    const { status, headers, bytes } = await sendRequest(service.port, {
      method: "OPTIONS",
      target,
      headers: {
        Origin: "https://page.example",
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "if-none-match",
      },
    });
    expect(status).toBe(204);
    expect(bytes).toHaveLength(0);
    expect(headers["access-control-allow-origin"]).toBe("*");
    expect(headers["access-control-allow-methods"]).toBe("GET, HEAD, OPTIONS");
    expect(headers["access-control-allow-headers"]).toBe("*");
    expect(headers["access-control-max-age"]).toBe("86400");
  });

  test.each(["POST", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"])(
    "%s is 405 with Allow",
    async (method) => {
      const answer = await sendRequest(service.port, { method, target });
      const instance = target.split("?")[0] ?? "";
      expectProblem(answer, { status: 405, code: "method_not_allowed", instance });
      expect(answer.headers.allow).toBe("GET, HEAD, OPTIONS");
    },
  );
});

describe("beside /v1", () => {
  test("/healthz and /readyz", async () => {
    expect(decodeText(await sendRequest(service.port, { target: "/healthz" }))).toBe("ok\n");
    expect(decodeJson(await sendRequest(service.port, { target: "/readyz" }))).toEqual({
      status: "ready",
      snapshot: service.live.entry.id,
      entries: service.live.entry.counts.entries,
    });
  });

  test.each(Object.entries(PROBLEMS))("/problems/%s says what it is", async (code, problem) => {
    const target = `/problems/${code}`;
    expect(decodeJson(await sendRequest(service.port, { target }))).toEqual({ code, ...problem });
  });

  test.each(["/problems/nothing", "/problems/__proto__", "/problems/", "/healthz/x", "/readyz/x"])(
    "%s is nothing",
    async (target) => {
      const answer = await sendRequest(service.port, { target });
      expectProblem(answer, { status: 404, code: "unknown_path", instance: target });
    },
  );
});
