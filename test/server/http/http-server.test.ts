// node's server around an application that fails: every request still gets an answer.

import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";

import { expect, test } from "vitest";

import { DEFAULT_LIMITS } from "../../../server/config.js";
import { createHttpServer, type Listener } from "../../../server/http/http-server.js";
import { createLog } from "../../../server/observe/log.js";
import { createMetrics } from "../../../server/observe/metrics.js";
import { parseTrustedProxies } from "../../../server/observe/peer.js";
import type { SnapshotEntry } from "../../../data/snapshot/entry-file.js";
import { expectProblem } from "../../support/problem-body.js";
import { openConnection, readToEnd, sendRequest } from "../../support/raw-http.js";

/** Runs a server around the listener; gives the defects it reported. */
async function serve(
  listener: Listener,
  ask: (port: number) => Promise<void>,
): Promise<readonly string[]> {
  const defects: string[] = [];
  // The metrics are not read here, so that no snapshot is needed.
  const live = {
    entry: {} as SnapshotEntry,
    switches: 0,
    refusals: 0,
    writtenMs: 0,
    lastBuildMs: 0,
  };
  const server = createHttpServer({
    limits: DEFAULT_LIMITS,
    observers: {
      metrics: createMetrics(live),
      log: createLog("error", () => expect.unreachable()),
      proxies: parseTrustedProxies(undefined),
      hidesPeers: false,
    },
    listener,
    onDefect: (error, { requestId }) => defects.push(`${requestId}: ${String(error)}`),
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  await ask((server.address() as AddressInfo).port);
  server.close();
  await once(server, "close");
  return defects;
}

const failAtOnce: Listener = () => {
  throw new Error("broken");
};

test.each<[string, Listener]>([
  ["at once", failAtOnce],
  ["with a promise", () => Promise.reject(new Error("broken"))],
])("a failure before there is an answer, %s, is a 500, and the server goes on", async (_, fail) => {
  const defects = await serve(fail, async (port) => {
    for (const target of ["/v1?x=1", "/v1"]) {
      const answer = await sendRequest(port, { target, headers: { "X-Request-Id": "mine" } });
      expectProblem(answer, { status: 500, code: "internal_error", instance: "/v1" });
    }
  });
  expect(defects).toEqual(["mine: Error: broken", "mine: Error: broken"]);
});

const failLate: Listener = (_, response) => {
  response.writeHead(200, { "Content-Length": "10" }).write("half");
  return Promise.reject(new Error("broken"));
};

test("a failure within an answer ends its connection", async () => {
  const defects = await serve(failLate, async (port) => {
    await expect(sendRequest(port, { target: "/" })).rejects.toMatchObject({ code: "ECONNRESET" });
  });
  expect(defects).toHaveLength(1);
});

test("requests that are sent without waiting are answered one after the other", async () => {
  const seen: string[] = [];
  const listener: Listener = async ({ url = "" }, response) => {
    seen.push(url);
    await setImmediate();
    seen.push(`${url} done`);
    response.end(url);
  };
  const targets = Array.from({ length: 20 }, (_, at) => `/${at}`);
  await serve(listener, async (port) => {
    const socket = await openConnection(port);
    const asked = targets.map((one) => `GET ${one} HTTP/1.1\r\nHost: x\r\n`);
    socket.write(`${asked.join("\r\n")}Connection: close\r\n\r\n`);
    const text = await readToEnd(socket);
    expect([...text.matchAll(/^\/\d+/gm)].map(([body]) => body)).toEqual(targets);
  });
  expect(seen).toEqual(targets.flatMap((one) => [one, `${one} done`]));
});
