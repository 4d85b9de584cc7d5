// /mcp over a bare socket: who may ask, what may be sent, and what is answered to all else.

import { describe, expect, test } from "vitest";

import { parseAllowedHosts } from "../../../server/mcp/allowed-hosts.js";
import { catchOperatorError } from "../../support/catch-error.js";
import { expectProblem } from "../../support/problem-body.js";
import {
  decodeJson,
  decodeText,
  openConnection,
  sendRequest,
  type RawAnswer,
} from "../../support/raw-http.js";
import { startService } from "../../support/running-service.js";
import { getSharedSnapshots, serveForFile } from "../../support/shared-snapshot.js";

const service = await serveForFile(getSharedSnapshots(), {
  level: "access",
  limits: { "max-body-bytes": 2_000 },
});

const HEADERS = {
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
} as const;

const message = (method: string, params: object = {}, id = 1): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });

interface Post {
  readonly headers?: Readonly<Record<string, string>>;
  readonly port?: number;
}

const post = (body: string, { headers = {}, port = service.port }: Post = {}): Promise<RawAnswer> =>
  sendRequest(port, {
    method: "POST",
    target: "/mcp",
    headers: { ...HEADERS, ...headers },
    body,
  });

test("one message is answered with JSON, without a session", async () => {
  const answer = await post(message("tools/list"));
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  expect(answer.headers["mcp-session-id"]).toBeUndefined();
  expect(answer.headers["x-request-id"]).toBeTruthy();
  expect(decodeJson(answer)).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });
});

test("an answer is compressed for who takes that", async () => {
  const answer = await post(message("tools/list"), { headers: { "Accept-Encoding": "br" } });
  expect(answer.headers["content-encoding"]).toBe("br");
  expect(decodeJson(answer)).toMatchObject({ result: { tools: expect.any(Array) } });
});

const ping = (count: number): string =>
  `[${Array.from({ length: count }, (_, id) => message("ping", {}, id)).join(",")}]`;

test("a few messages together are answered, many are not", async () => {
  const answer = await post(ping(20));
  expect(decodeJson(answer)).toHaveLength(20);
  expectProblem(await post(ping(21)), {
    status: 413,
    code: "body_too_large",
    instance: "/mcp",
  });
});

test("a notification is taken without an answer", async () => {
  const body = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
  const answer = await post(body);
  expect([answer.status, answer.bytes.length]).toEqual([202, 0]);
});

test("a request is logged and counted under its path, without what is in it", async () => {
  await post(
    message("tools/call", { name: "find_module", arguments: { module_name: "secret_x" } }),
  );
  const metrics = await sendRequest(service.port, { target: "/metrics" });
  expect(decodeText(metrics)).toMatch(/requests_total\{route="\/mcp",status="200"\} \d/);
  expect(service.lines).toContainEqual(
    expect.objectContaining({ route: "/mcp", method: "POST", status: 200 }),
  );
  expect(JSON.stringify(service.lines)).not.toContain("secret_x");
});

describe("what is no message", () => {
  test.each([
    ["no JSON", "{", {}, 400, -32_700],
    ["nothing", "", {}, 400, -32_700],
    ["bytes that are no text", "\u0000\u00ff", {}, 400, -32_700],
    ["other JSON", '{"a":1}', {}, 400, -32_700],
    ["another media type", message("ping"), { "Content-Type": "text/plain" }, 415, -32_000],
    ["no JSON wanted", message("ping"), { Accept: "text/html" }, 406, -32_000],
    ["another version", message("ping"), { "MCP-Protocol-Version": "1999-01-01" }, 400, -32_000],
    ["an unknown method", message("resources/subscribe"), {}, 200, -32_601],
    ["an unknown tool", message("tools/call", { name: "x" }), {}, 200, -32_602],
    ["no tool", message("tools/call"), {}, 200, -32_603],
  ])("%s is an error of the protocol", async (_, body, headers, status, code) => {
    const answer = await post(body, { headers });
    expect(answer.status).toBe(status);
    expect(decodeJson(answer)).toMatchObject({ jsonrpc: "2.0", error: { code } });
    expect(decodeText(answer)).not.toMatch(/\/tmp|node_modules|\.js:/);
  });
});

describe("what is refused", () => {
  const instance = "/mcp";

  test.each(["GET", "DELETE", "PUT", "HEAD"])("%s", async (method) => {
    const answer = await sendRequest(service.port, {
      method,
      target: "/mcp?x=1",
      headers: HEADERS,
    });
    expect(answer.headers.allow).toBe("POST, OPTIONS");
    if (method === "HEAD") expect([answer.status, answer.bytes.length]).toEqual([405, 0]);
    else expectProblem(answer, { status: 405, code: "method_not_allowed", instance });
  });

  test("a body that is too long, told before or found out", async () => {
    const body = message("ping", { text: "x".repeat(3_000) });
    const problem = { status: 413, code: "body_too_large", instance } as const;
    expectProblem(await post(body), problem);
    expectProblem(await post(body, { headers: { "Transfer-Encoding": "chunked" } }), problem);
  });

  test("who leaves before all is sent, quietly", async () => {
    const socket = await openConnection(service.port);
    socket.write(
      "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    );
    socket.destroy();
    // Answered after that, on another connection.
    expect((await post(message("ping"))).status).toBe(200);
    expect(service.log).toEqual([]);
  });
});

describe("who may ask", () => {
  const refused = { status: 403, code: "host_not_allowed", instance: "/mcp" } as const;

  test.each(["localhost", "LOCALHOST:8080", "127.0.0.1:1", "[::1]:8080"])(
    "under the name %s",
    async (Host) => {
      expect((await post(message("ping"), { headers: { Host } })).status).toBe(200);
    },
  );

  test.each([
    "evil.example",
    "127.0.0.1.evil.example",
    "localhost@evil.example",
    "0.0.0.0",
    "a b",
    "127.1",
    "0x7f.0.0.1",
    "2130706433",
    "user@localhost",
    "localhost/x",
    "localhost#x",
    "localhost:x",
    "localhost\\x",
    "localhost:8080:1",
    "[::1",
    "[0:0:0:0:0:0:0:1]",
    "%6cocalhost",
  ])("not under the name %s", async (Host) => {
    expectProblem(await post(message("ping"), { headers: { Host } }), refused);
  });

  test("pages of an allowed name, which may read the answer", async () => {
    const Origin = "http://localhost:6274";
    const answer = await post(message("ping"), { headers: { Origin } });
    expect(answer.status).toBe(200);
    expect(answer.headers["access-control-allow-origin"]).toBe(Origin);
    const preflight = await sendRequest(service.port, {
      method: "OPTIONS",
      target: "/mcp",
      headers: { Origin, "Access-Control-Request-Method": "POST" },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers["access-control-allow-methods"]).toBe("POST, OPTIONS");
  });

  test.each(["https://evil.example", "null", "file://"])(
    "no page of the origin %s",
    async (Origin) => {
      expectProblem(await post(message("ping"), { headers: { Origin } }), refused);
      const method = "OPTIONS";
      const preflight = { method, target: "/mcp", headers: { Origin } };
      expectProblem(await sendRequest(service.port, preflight), refused);
    },
  );

  test("names that the operator allows as well, or any", async () => {
    for (const [mcpHosts, name, status] of [
      ["modules.example.org, other.example", "Modules.Example.org:443", 200],
      ["modules.example.org", "example.org", 403],
      ["*", "whatever.example", 200],
    ] as const) {
      const other = await startService(getSharedSnapshots(), { mcpHosts });
      const answer = await post(message("ping"), { headers: { Host: name }, port: other.port });
      expect([name, answer.status]).toEqual([name, status]);
      await other.stop();
    }
  });
});

describe("parseAllowedHosts", () => {
  test("allows the address that is listened to, unless that is any", () => {
    expect(parseAllowedHosts(undefined, "192.0.2.7").allowsHost("192.0.2.7:80")).toBe(true);
    expect(parseAllowedHosts(undefined, "2001:db8::1").allowsHost("[2001:db8::1]")).toBe(true);
    expect(parseAllowedHosts(undefined, "0.0.0.0").allowsHost("0.0.0.0")).toBe(false);
    expect(parseAllowedHosts(undefined, "::").allowsHost("[::]:80")).toBe(false);
    expect(parseAllowedHosts("", "127.0.0.1").allowsHost(undefined)).toBe(false);
  });

  test.each(["https://a.example", "a.example:80", "a b", "[x]"])("refuses the name %s", (name) => {
    const error = catchOperatorError(() => parseAllowedHosts(`ok.example,${name}`, "127.0.0.1"));
    expect(error).toMatchObject({
      code: "setting_invalid",
      message: expect.stringContaining(name.toLowerCase()),
    });
    expect(error.message).toContain("--mcp-hosts");
  });
});
