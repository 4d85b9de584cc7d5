// Bodies that arrive slowly cost nobody else an answer.
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, expect, test } from "vitest";
import { createBodies } from "../../../server/http/request-body.js";
import { decodeJson, sendRequest } from "../../support/raw-http.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";
import { sampleCases, testLong } from "../../support/properties.js";

const service = await serveSharedSnapshot();
const slow: ReturnType<typeof connect>[] = [];

afterAll(() => slow.forEach((socket) => socket.destroy()));

test.each(
  sampleCases([
    [
      "/v1/check",
      "application/json",
      '{"written":[{"technical_name":"own","files":{"__manifest__.py":"{}"}}],"platform_version":"19.0"}',
    ],
    ["/plan", "application/x-www-form-urlencoded", "list=rental_core"],
  ]),
)("%s answers while forty others send slowly", async (target, type, body) => {
  for (let at = 0; at < 40; at++) {
    const socket = connect(service.port, "127.0.0.1");
    slow.push(socket);
    await once(socket, "connect");
    const head = `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 1000000`;
    socket.write(`${head}\r\n\r\n${body.slice(0, 5)}`);
  }
  const headers = { "Content-Type": type, "Content-Length": `${body.length}` };
  const answer = await sendRequest(service.port, { method: "POST", target, headers, body });
  expect(answer.status).toBe(200);
});

test("where too much arrives, the slowest gives way", async () => {
  const bodies = createBodies(1_000);
  const waiting = new Promise<never>(() => undefined);
  const send = (text: string, isWhole: boolean): Request =>
    new Request("http://x/", {
      method: "POST",
      headers: { "Content-Length": "600" },
      duplex: "half",
      body: new ReadableStream({
        async start(controller) {
          controller.enqueue(new TextEncoder().encode(text));
          if (!isWhole) await waiting;
          controller.close();
        },
      }),
    });
  const first = bodies.readJson(send(" ".repeat(500), false), 600);
  const refused = expect(first).rejects.toMatchObject({ code: "too_busy" });
  // The later one has had less time for as much.
  expect(await bodies.readJson(send("[".padEnd(599) + "]", true), 600)).toEqual([]);
  await refused;
});

test.each([
  ["/v1/check", "application/json", `[${"[],".repeat(300_000)}[]]`],
  ["/v1/check", "application/json", "[".repeat(300_000)],
  ["/v1/check", "application/json", `{"a":"\\"","b":[${"{},".repeat(300_000)}{}]}`],
  ["/plan", "application/x-www-form-urlencoded", "a=1&".repeat(20_000)],
  [
    "/plan",
    "multipart/form-data; boundary=b",
    `--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nx\r\n`.repeat(2_000),
  ],
])("%s of many small things is refused before it is read: %#", async (target, type, body) => {
  const headers = { "Content-Type": type, "Content-Length": `${body.length}` };
  const asked = { method: "POST", target, headers, body, agent: false } as const;
  expect((await sendRequest(service.port, asked)).status).toBe(413);
});

testLong("texts may have any signs", async () => {
  const files = { "__manifest__.py": "{}", "a.py": '[{,"\\'.repeat(100_000) };
  const body = JSON.stringify({
    written: [{ technical_name: "own", files }],
    platform_version: "19.0",
  });
  const headers = { "Content-Length": `${body.length}` };
  const answer = await sendRequest(service.port, {
    method: "POST",
    target: "/v1/check",
    headers,
    body,
  });
  expect(answer.status).toBe(200);
});

test("a client that leaves its body unfinished is forgotten", async () => {
  for (const socket of slow) socket.destroy();
  const body = '{"written":1}';
  const headers = { "Content-Length": `${body.length}` };
  const asked = { method: "POST", target: "/v1/check", headers, body } as const;
  expect(decodeJson(await sendRequest(service.port, asked))).toMatchObject({
    code: "invalid_parameters",
  });
});
