// Downloads of the dataset over a socket: whole, in parts, and only of the snapshot that is served.

import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openServedFiles } from "../../../server/dataset/served-files.js";
import { catchOperatorError } from "../../support/catch-error.js";
import { writeSqliteDataset } from "../dataset/dataset.js";
import { decodeJson, openConnection, sendRequest, type RawAnswer } from "../../support/raw-http.js";
import { startService, type RunningService } from "../../support/running-service.js";
import { writeSmallSnapshot } from "../../support/small-snapshot.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

const datasets = makeTemporaryFolder();
const ENTRIES = "PAR1 and so on";
let snapshot: string;
let service: RunningService;
let database: Buffer;

beforeAll(async () => {
  snapshot = await writeSmallSnapshot(makeTemporaryFolder(), { hasVectors: false });
  service = await startService(snapshot, { datasets });
  const { id } = service.live.entry;
  renameSync(await writeSqliteDataset(snapshot), join(datasets, `${id}.sqlite`));
  database = readFileSync(join(datasets, `${id}.sqlite`));
  mkdirSync(join(datasets, `${id}.parquet`));
  writeFileSync(join(datasets, `${id}.parquet`, "entries.parquet"), ENTRIES);
});

afterAll(() => service.stop());

const DATABASE = "/datasets/modules.sqlite";
const PARQUET = "/datasets/entries.parquet";

const get = (target: string, headers: Readonly<Record<string, string>> = {}): Promise<RawAnswer> =>
  sendRequest(service.port, { target, headers });

describe("/v1/export/datasets", () => {
  test("lists what is there of the snapshot, with what to compare it by", async () => {
    const sha256 = createHash("sha256").update(database).digest("hex");
    const answer = await get("/v1/export/datasets");
    const [first, second, ...others] = decodeJson(answer) as readonly object[];
    expect(first).toEqual({ path: DATABASE, format: "sqlite", bytes: database.length, sha256 });
    expect(second).toMatchObject({ path: PARQUET, format: "parquet", bytes: ENTRIES.length });
    expect(others).toEqual([]);
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  test("is empty where nothing was written", async () => {
    const other = await startService(snapshot, { datasets: makeTemporaryFolder() });
    const list = await sendRequest(other.port, { target: "/v1/export/datasets" });
    expect(decodeJson(list)).toEqual([]);
    expect((await sendRequest(other.port, { target: DATABASE })).status).toBe(404);
    await other.stop();
  });
});

describe("a download", () => {
  test("is the file, whatever encodings are asked for, and says what it is", async () => {
    const answer = await get(DATABASE, { "Accept-Encoding": "gzip, br" });
    expect(answer.status).toBe(200);
    expect(Buffer.from(answer.bytes).equals(database)).toBe(true);
    const { id } = service.live.entry;
    expect(answer.headers).toMatchObject({
      "content-type": "application/vnd.sqlite3",
      "content-length": String(database.length),
      "content-disposition": `attachment; filename="${id}-modules.sqlite"`,
      "accept-ranges": "bytes",
      "repr-digest": `sha-256=:${createHash("sha256").update(database).digest("base64")}:`,
      "snapshot-id": id,
    });
    expect(answer.headers["content-encoding"]).toBeUndefined();
  });

  test("HEAD says the same, and who has it gets nothing again", async () => {
    const got = await get(PARQUET);
    const head = await sendRequest(service.port, { method: "HEAD", target: PARQUET });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const name of ["etag", "content-length", "content-type", "repr-digest"]) {
      expect(head.headers[name]).toBe(got.headers[name]);
    }
    const again = await get(PARQUET, { "If-None-Match": String(got.headers.etag) });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  test.each([
    ["bytes=0-3", ENTRIES.slice(0, 4), "0-3"],
    ["bytes=5-", ENTRIES.slice(5), `5-${ENTRIES.length - 1}`],
    ["bytes=-2", ENTRIES.slice(-2), `${ENTRIES.length - 2}-${ENTRIES.length - 1}`],
    ["bytes=-900", ENTRIES, `0-${ENTRIES.length - 1}`],
    ["bytes=2-900", ENTRIES.slice(2), `2-${ENTRIES.length - 1}`],
  ])("of %s is a part", async (range, text, place) => {
    const answer = await get(PARQUET, { Range: range });
    expect([answer.status, Buffer.from(answer.bytes).toString()]).toEqual([206, text]);
    expect(answer.headers["content-range"]).toBe(`bytes ${place}/${ENTRIES.length}`);
    expect(answer.headers["content-length"]).toBe(String(text.length));
  });

  test.each(["bytes=0-1,3-4", "bytes=4-2", "bytes=-", "lines=0-1", "bytes=x"])(
    "of %s is the whole",
    async (range) => {
      const answer = await get(PARQUET, { Range: range });
      expect([answer.status, Buffer.from(answer.bytes).toString()]).toEqual([200, ENTRIES]);
    },
  );

  test.each(["bytes=900-", "bytes=-0", `bytes=${ENTRIES.length}-`])(
    "of %s is refused",
    async (range) => {
      const answer = await get(PARQUET, { Range: range });
      expect(decodeJson(answer)).toMatchObject({ code: "range_not_satisfiable", status: 416 });
      expect(answer.headers["content-range"]).toBe(`bytes */${ENTRIES.length}`);
    },
  );

  test("goes on only where the file is the same", async () => {
    const { etag } = (await get(PARQUET)).headers;
    const same = await get(PARQUET, { Range: "bytes=5-", "If-Range": String(etag) });
    const other = await get(PARQUET, { Range: "bytes=5-", "If-Range": '"another"' });
    expect([same.status, other.status]).toEqual([206, 200]);
  });

  test.each(["nothing.sqlite", "models.parquet", "..%2F..%2Fetc%2Fpasswd", "snapshot.json"])(
    "of %s is not there",
    async (name) => {
      const answer = await get(`/datasets/${name}`);
      expect(decodeJson(answer)).toMatchObject({ code: "unknown_path", status: 404 });
    },
  );

  test("follows a file that is replaced", async () => {
    const before = (await get(PARQUET)).headers.etag;
    const file = join(datasets, `${service.live.entry.id}.parquet`, "entries.parquet");
    writeFileSync(`${file}.new`, "PAR1 anew");
    renameSync(`${file}.new`, file);
    const after = await get(PARQUET);
    expect(Buffer.from(after.bytes).toString()).toBe("PAR1 anew");
    expect(after.headers.etag).not.toBe(before);
    writeFileSync(file, ENTRIES);
  });
});

test("who takes nothing is cut off, and makes room for others", async () => {
  const own = makeTemporaryFolder();
  const limits = { "max-exports": 1, "export-timeout-ms": 50 };
  const small = await startService(snapshot, { datasets: own, limits });
  writeFileSync(join(own, `${small.live.entry.id}.sqlite`), Buffer.alloc(64 * 1024 * 1024));
  const socket = await openConnection(small.port);
  socket.write(`GET ${DATABASE} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await once(socket, "data");
  socket.pause();
  socket.on("error", () => undefined);
  const refused = await sendRequest(small.port, { target: DATABASE });
  expect(decodeJson(refused)).toMatchObject({ code: "too_many_exports" });
  const range = { Range: "bytes=0-0" };
  const ask = () => sendRequest(small.port, { target: DATABASE, headers: range });
  await expect.poll(async () => (await ask()).status).toBe(206);
  socket.destroy();
  expect(small.log).toEqual([]);
  await small.stop();
});

test("a folder that is not there is refused at the start", () => {
  const error = catchOperatorError(() => openServedFiles(join(datasets, "nowhere")));
  expect(error).toMatchObject({ code: "datasets_missing" });
});
