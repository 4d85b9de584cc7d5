// The exports over a socket: whole, in parts, without a body, and to clients that go away.

import { toModuleDetails } from "../../../server/lookup/module/detail.js";
import { once } from "node:events";

import { beforeAll, describe, expect, test } from "vitest";

import { publishSnapshot } from "../../../builder/assemble/publish.js";
import { openSnapshot } from "../../../data/snapshot/decode.js";
import { listRecords } from "../../support/fixture-snapshot.js";
import type { Json } from "../../support/interface-fields.js";
import { createContents, createRecord } from "../../support/module-records.js";
import { decodeText, openConnection, sendRequest } from "../../support/raw-http.js";
import {
  startService,
  type RunningService,
  type ServiceChoice,
} from "../../support/running-service.js";
import { getSharedSnapshot, serveSharedSnapshot } from "../../support/shared-snapshot.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";
import { testLong, sampleCases } from "../../support/properties.js";

const service = await serveSharedSnapshot();

const NDJSON = "/v1/export/modules.ndjson";

async function readLines(target: string, encoding = "identity"): Promise<readonly Json[]> {
  const headers = { "Accept-Encoding": encoding };
  const answer = await sendRequest(service.port, { target, headers });
  expect(answer.status).toBe(200);
  const lines = decodeText(answer).split("\n");
  expect(lines.pop()).toBe("");
  return lines.map((line) => JSON.parse(line) as Json);
}

describe("GET /v1/export/modules.ndjson", () => {
  test.each(sampleCases(["identity", "gzip", "br"]))("is every record, as %s", async (encoding) => {
    const snapshot = openSnapshot(getSharedSnapshot());
    expect(await readLines(NDJSON, encoding)).toEqual(
      listRecords(snapshot).map((_, entry) => toModuleDetails(snapshot, entry)),
    );
    snapshot.close();
  });

  test("goes on where it broke off", async () => {
    const whole = await readLines(`${NDJSON}?platform_version=17.0`);
    const answer = await sendRequest(service.port, {
      target: `${NDJSON}?platform_version=17.0&limit=5`,
    });
    expect(answer.headers["x-total-count"]).toBe(String(whole.length));
    const next = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link))?.[1] ?? "";
    expect(next).toContain("offset=5");
    const rest = await readLines(`${NDJSON}?platform_version=17.0&offset=5`);
    expect(rest).toEqual(whole.slice(5));
    expect(await readLines(`${NDJSON}?offset=1000`)).toEqual([]);
  });

  test("HEAD says what GET would, and costs no reading", async () => {
    const got = await sendRequest(service.port, { target: NDJSON });
    const head = await sendRequest(service.port, { method: "HEAD", target: NDJSON });
    expect(head.bytes).toHaveLength(0);
    for (const name of ["etag", "content-type", "x-total-count", "vary", "snapshot-id"]) {
      expect(head.headers[name]).toBe(got.headers[name]);
    }
  });

  test("has a validator of its own for each part and encoding", async () => {
    const targets = [NDJSON, `${NDJSON}?limit=5`, `${NDJSON}?offset=5`, "/v1/export/modules.csv"];
    const tags = new Set<unknown>();
    for (const target of targets) {
      for (const encoding of ["identity", "gzip"]) {
        const headers = { "Accept-Encoding": encoding };
        const { etag } = (await sendRequest(service.port, { target, headers })).headers;
        tags.add(etag);
        const again = { ...headers, "If-None-Match": String(etag) };
        const answer = await sendRequest(service.port, { target, headers: again });
        expect([answer.status, answer.bytes.length]).toEqual([304, 0]);
      }
    }
    expect(tags.size).toBe(targets.length * 2);
  });

  test("HTTP/1.0 is sent the same, until the connection ends", async () => {
    const socket = await openConnection(service.port);
    socket.write(`GET ${NDJSON}?limit=2 HTTP/1.0\r\n\r\n`);
    let received = "";
    socket.on("data", (part: string) => (received += part));
    await once(socket, "close");
    expect(received.split("\r\n\r\n")[1]?.trimEnd().split("\n")).toHaveLength(2);
  });
});

/** The folder of a snapshot whose export is far longer than what lies in the buffers of a connection. */
async function publishLong(): Promise<string> {
  const description = "long ".repeat(100_000);
  const records = Array.from({ length: 32 }, (_, at) =>
    createRecord({ technical_name: `m${at}`, description }),
  );
  const out = makeTemporaryFolder();
  await publishSnapshot(createContents(records), { out, program: "0.0.0-test" });
  return out;
}

describe("a client of a long export", () => {
  let folder: string;

  beforeAll(async () => {
    folder = await publishLong();
  });

  const startLongService = (choice?: ServiceChoice): Promise<RunningService> =>
    startService(folder, choice);

  test.each(sampleCases(["identity", "gzip", "br"]))(
    "that goes away frees all, as %s",
    async (encoding) => {
      const long = await startLongService();
      const socket = await openConnection(long.port);
      socket.write(`GET ${NDJSON} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${encoding}\r\n\r\n`);
      await once(socket, "data");
      socket.pause();
      // The check of the snapshot at the start reads it for a moment too.
      if (encoding === "identity") await expect.poll(() => long.live.readers).toBe(1);
      socket.destroy();
      await expect.poll(() => long.live.readers).toBe(0);
      expect(long.log).toEqual([]);
      await long.stop();
    },
  );

  test("that stops reading is cut after the time for a stalled connection", async () => {
    const long = await startLongService({ limits: { "stall-timeout-ms": 50 } });
    const socket = await openConnection(long.port);
    socket.write(`GET ${NDJSON} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(socket, "data");
    socket.pause();
    await expect.poll(() => long.live.readers).toBe(0);
    socket.destroy();
    await long.stop();
  });

  testLong("that sends garbage and takes nothing is cut after the time for a piece", async () => {
    const long = await startLongService({ limits: { "export-timeout-ms": 50 } });
    const socket = await openConnection(long.port);
    socket.write(`GET ${NDJSON} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(socket, "data");
    socket.pause();
    socket.on("error", () => undefined);
    // Sending keeps the connection from being idle.
    const sending = setInterval(() => socket.write("G"), 5);
    await expect.poll(() => long.live.readers).toBe(0);
    clearInterval(sending);
    socket.destroy();
    expect(long.log).toEqual([]);
    await long.stop();
  });

  testLong("that asked for many at once and went away leaves nothing in flight", async () => {
    const long = await startLongService({ limits: { "max-exports": 1_000 } });
    const socket = await openConnection(long.port);
    const targets = [NDJSON, "/v1/modules", "/module/m1/17.0", NDJSON];
    const requests = targets.map((target) => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
    socket.write(requests.join("").repeat(25));
    await once(socket, "data");
    socket.destroy();
    const readInFlight = async (): Promise<string | undefined> => {
      const answer = await sendRequest(long.port, { target: "/metrics" });
      return /^module_lookup_requests_in_flight (\d+)$/m.exec(decodeText(answer))?.[1];
    };
    // The one that asks.
    await expect.poll(readInFlight).toBe("1");
    await expect.poll(() => long.live.readers).toBe(0);
    expect(long.log).toEqual([]);
    await long.stop();
  });
});
