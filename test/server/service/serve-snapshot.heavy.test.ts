// The listening process: its beginning, the change of snapshots, and its orderly end.

import { once } from "node:events";
import { truncate } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import { OperatorError } from "../../../data/operator-error.js";
import { SnapshotError } from "../../../data/snapshot/errors.js";
import { SECTIONS_FILE } from "../../../data/snapshot/format.js";
import { serveSnapshot } from "../../../server/service/serve-snapshot.js";
import { craftSnapshot } from "../../torture/crafted-snapshot.js";
import { setCurrent } from "../../support/small-snapshot.js";
import { createFixtureSnapshot, type FixtureSnapshot } from "../../support/fixture-snapshot.js";
import { buildFixtures } from "../../support/build-fixtures.js";
import { decodeJson, openConnection, parseAnswer, sendRequest } from "../../support/raw-http.js";
import {
  startService,
  toServeOptions,
  type RunningService,
} from "../../support/running-service.js";

let fixtures: FixtureSnapshot;

beforeAll(async () => {
  fixtures = createFixtureSnapshot();
});

/** Serves where it must fail, and gives the failure. */
function failToServe(snapshot: string, port: number): Promise<unknown> {
  return serveSnapshot({
    ...toServeOptions({}, () => expect.unreachable()),
    snapshot,
    port,
    signal: new AbortController().signal,
    onListening: () => expect.unreachable(),
  }).catch((error: unknown) => error);
}

describe("what cannot be served", () => {
  test("a port that is in use: listen_failed, with the remedy", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const failure = await failToServe(fixtures.out, port);
    other.close();
    expect(failure).toBeInstanceOf(OperatorError);
    expect(failure).toMatchObject({
      code: "listen_failed",
      message: expect.stringContaining("the port is in use"),
    });
    expect(String(failure)).toContain(`127.0.0.1:${port}`);
    expect(String(failure)).toContain("--port");
  });

  test("no snapshot: snapshot_missing, with the remedy", async () => {
    const failure = await failToServe(join(fixtures.folder, "nothing"), 0);
    expect(failure).toBeInstanceOf(SnapshotError);
    expect(failure).toMatchObject({ code: "snapshot_missing" });
    expect(String(failure)).toContain("module-lookup build");
  });
});

/** Whole by its checksums, while what it says of access rights has no names that anybody knows. */
function craftUnusable(): string {
  const folder = join(fixtures.folder, "unusable");
  craftSnapshot(fixtures.snapshotFolder, folder, {
    sections: {
      "parts.structures": (bytes) =>
        Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll("access", "excess"), "latin1"),
    },
  });
  return folder;
}

describe("a snapshot that cannot be prepared", () => {
  test("ends its service with one sentence, and nothing listens any more", async () => {
    const service = await startService(craftUnusable());
    const failure = await service.ended.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SnapshotError);
    expect(failure).toMatchObject({ code: "snapshot_unusable" });
    expect(String(failure)).not.toContain("\n");
    await expect(openConnection(service.port)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  test("is refused before a hot swap", async () => {
    const served = join(fixtures.folder, "served before");
    await setCurrent(served, fixtures.snapshotFolder);
    const service = await startService(served);
    await setCurrent(served, craftUnusable());
    await expect(service.live.refresh()).rejects.toMatchObject({ code: "snapshot_unusable" });
    expect(service.live.folder).toBe(fixtures.snapshotFolder);
    await service.stop();
  });
});

describe("a stop", () => {
  test("finishes the request under way and takes no other", async () => {
    const service = await startService(fixtures.out);
    const socket = await openConnection(service.port);
    // Node reads both at once: when the first is answered, it has begun to read the second.
    const head = "GET /v1/module/rental_core HTTP/1.1\r\nHost: x\r\n";
    socket.write(`${head}\r\n${head}`);
    const [first] = (await once(socket, "data")) as [string];
    expect(parseAnswer(first).status).toBe(200);
    const stopped = service.stop();
    await expect(openConnection(service.port)).rejects.toMatchObject({ code: "ECONNREFUSED" });
    const closed = once(socket, "close");
    const answered = once(socket, "data");
    socket.write("\r\n");
    const [second] = (await answered) as [string];
    expect(decodeJson(parseAnswer(second))).toMatchObject({ technical_name: "rental_core" });
    await Promise.all([stopped, closed]);
  });

  test("is seen in /readyz first, while others are answered on", async () => {
    const service = await startService(fixtures.out, { limits: { "stop-delay-ms": 3_000 } });
    const stopped = service.stop();
    const readStatus = async (target: string): Promise<number> =>
      (await sendRequest(service.port, { target })).status;
    expect(await readStatus("/readyz")).toBe(503);
    expect(await readStatus("/healthz")).toBe(200);
    expect(await readStatus("/v1/repo/retail")).toBe(200);
    await stopped;
    await expect(openConnection(service.port)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  test("waits no longer than it may for who does not end their request", async () => {
    const service = await startService(fixtures.out, { limits: { "drain-timeout-ms": 30 } });
    const socket = await openConnection(service.port);
    socket.on("error", () => undefined);
    // The first answer says that the second request has been begun to be read.
    const head = "GET /healthz HTTP/1.1\r\nHost: x\r\n";
    socket.write(`${head}\r\n${head}`);
    await once(socket, "data");
    await service.stop();
  });

  test("does not wait for connections on which nothing is asked", async () => {
    const service = await startService(fixtures.out);
    const kept = await openConnection(service.port);
    kept.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(kept, "data");
    const closed = [once(kept, "close")];
    await Promise.all([service.stop(), ...closed]);
  });

  test("before the start is a start and a stop", async () => {
    const controller = new AbortController();
    controller.abort();
    let isListening = false;
    await serveSnapshot({
      ...toServeOptions({}, () => expect.unreachable()),
      snapshot: fixtures.out,
      signal: controller.signal,
      onListening: () => void (isListening = true),
    });
    expect(isListening).toBe(true);
  });
});

/** Sends SIGHUP to this process, as an operator does, until the service has said something new. */
async function hangUp(service: RunningService): Promise<string | undefined> {
  const before = service.log.length;
  const said = service.nextLog();
  process.kill(process.pid, "SIGHUP");
  await said;
  return service.log[before];
}

describe("a new snapshot", () => {
  test("is served from the next request on; a bad one is refused and named", async () => {
    const served = join(fixtures.folder, "served");
    const out = join(fixtures.folder, "small");
    const small = await buildFixtures(fixtures.folder, {
      sources: fixtures.sources.slice(0, 1),
      out,
    });
    await setCurrent(served, fixtures.snapshotFolder);
    const service = await startService(served);
    const readId = async (): Promise<unknown> =>
      (await sendRequest(service.port, { target: "/v1/repo/retail" })).headers["snapshot-id"];
    const first = await readId();
    await setCurrent(served, small);
    expect(await hangUp(service)).toBe(`now serving ${small}`);
    const second = await readId();
    expect(second).not.toBe(first);
    expect(small).toContain(String(second));
    await truncate(join(fixtures.snapshotFolder, SECTIONS_FILE), 10);
    await setCurrent(served, fixtures.snapshotFolder);
    expect(await hangUp(service)).toContain("a new snapshot was refused: ");
    expect(await readId()).toBe(second);
    await service.stop();
  });
});
