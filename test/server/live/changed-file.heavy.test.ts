// A write to the file of a served snapshot: from then on nothing is answered from it, unless every
// byte is as before.
import { EventEmitter, once } from "node:events";
import {
  chmodSync,
  closeSync,
  openSync,
  readFileSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SnapshotError } from "../../../data/snapshot/errors.js";
import { VECTOR_INDEX_FILE } from "../../../data/snapshot/format.js";
import { LiveSnapshot, type LiveSnapshotOptions } from "../../../server/live/live-snapshot.js";
import { copySnapshot, setCurrent, writeSmallSnapshot } from "../../support/small-snapshot.js";
import { startProgram } from "../../support/program.js";
import { buildFixtures } from "../../support/build-fixtures.js";
import { createFixtureSnapshot } from "../../support/fixture-snapshot.js";
import { expectProblem } from "../../support/problem-body.js";
import { openConnection, parseAnswer, readToEnd, sendRequest } from "../../support/raw-http.js";
import { startService } from "../../support/running-service.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());
let whole: string;
let folder: string;
let file: string;
const opened: LiveSnapshot[] = [];

beforeAll(async () => {
  whole = await writeSmallSnapshot(nextFolder(), { hasVectors: false });
});

beforeEach(async () => {
  folder = nextFolder();
  copySnapshot(whole, path.join(folder, "one"));
  await setCurrent(folder, "one");
  file = path.join(folder, "one", "snapshot.bin");
});

afterEach(() => {
  for (const live of opened.splice(0)) live.close();
});

async function open(options: Partial<LiveSnapshotOptions> = {}): Promise<LiveSnapshot> {
  const live = await LiveSnapshot.open(folder, { embedder: {}, ...options });
  opened.push(live);
  return live;
}

/** Writes other bytes over the last ones, as `cp` does it: into the same file. */
function overwrite(target = file): void {
  const descriptor = openSync(target, "r+");
  const { length } = readFileSync(target);
  writeSync(descriptor, Buffer.alloc(64, 0xee), 0, 64, length - 64);
  closeSync(descriptor);
}

const readFirst = (live: LiveSnapshot): Promise<string> =>
  live.use(({ snapshot }) => snapshot.readRecord(0).technical_name);

describe("a live snapshot", () => {
  test.each([
    ["other bytes of the same length", overwrite],
    ["a file cut short", () => truncateSync(file, 100)],
    ["a file cut to nothing and written again", () => writeFileSync(file, readFileSync(file))],
    ["a longer file", () => writeFileSync(file, "more", { flag: "a" })],
  ])("%s: nothing is read from then on", async (_, change) => {
    const live = await open();
    expect(await readFirst(live)).toBe("base");
    change();
    await expect(readFirst(live)).rejects.toMatchObject({ code: "snapshot_changed" });
    expect(live.isTrusted).toBe(false);
    // Work without the file continues.
    expect(await live.useUnread(({ snapshot }) => snapshot.entry.id)).toBe(path.basename(whole));
  });

  test("the graph of neighbours is watched like the rest", async () => {
    const fixtures = createFixtureSnapshot();
    const { sources } = fixtures;
    const out = path.join(fixtures.folder, "with graph");
    const built = await buildFixtures(fixtures.folder, { sources, out });
    copySnapshot(built, path.join(folder, "graph"));
    await setCurrent(folder, "graph");
    const live = await open();
    overwrite(path.join(folder, "graph", VECTOR_INDEX_FILE));
    await expect(readFirst(live)).rejects.toMatchObject({ code: "snapshot_changed" });
    expect(live.isTrusted).toBe(false);
  });

  test("whoever reads while it is written to sends nothing", async () => {
    const live = await open();
    const reading = live.use((_, { check }) => {
      check();
      overwrite();
      check();
    });
    await expect(reading).rejects.toMatchObject({ code: "snapshot_changed" });
  });

  test("the same bytes under another time are served again, once all have been read", async () => {
    const events = new EventEmitter();
    const touched = once(events, "touched");
    const live = await open({ onTouched: () => void events.emit("touched") });
    utimesSync(file, 1, 1);
    expect(live.look()).toBe(false);
    await touched;
    expect(live.look()).toBe(true);
    expect(await readFirst(live)).toBe("base");
  });

  test("other permissions, or another link, are no write", async () => {
    const live = await open();
    chmodSync(file, 0o400);
    expect(live.look()).toBe(true);
    expect(await readFirst(live)).toBe("base");
  });

  test("a time that was set back hides nothing", async () => {
    const events = new EventEmitter();
    const loss = once(events, "loss") as Promise<readonly SnapshotError[]>;
    utimesSync(file, 1, 1);
    const live = await open({ onLost: (error) => void events.emit("loss", error) });
    overwrite();
    utimesSync(file, 1, 1);
    live.look();
    expect(await loss).toMatchObject([{ code: "snapshot_changed" }]);
    expect(live.look()).toBe(false);
  });

  test("the next snapshot is served where there is one", async () => {
    const live = await open();
    copySnapshot(whole, path.join(folder, "two"));
    await setCurrent(folder, "two");
    overwrite();
    expect(live.look()).toBe(false);
    await expect.poll(() => live.look()).toBe(true);
    expect(path.basename(live.folder)).toBe("two");
    expect(await readFirst(live)).toBe("base");
  });
});

test("a service says so, and ends with one sentence", async () => {
  const service = await startService(folder, { limits: { "snapshot-poll-ms": 3_600_000 } });
  const target = "/v1/module/base";
  const first = await sendRequest(service.port, { target });
  expect(first.status).toBe(200);
  const socket = await openConnection(service.port);
  const received = readToEnd(socket);
  overwrite();
  // The answer that was given before is cached, and is not given again. All are read before the end.
  const targets = ["/readyz", target, "/v1/modules", "/module/base", "/healthz", "/metrics"];
  socket.write(targets.map((one) => `GET ${one} HTTP/1.1\r\nHost: x\r\n\r\n`).join(""));
  const answers = (await received).split(/(?=HTTP\/1\.1 )/);
  expect(answers.map((answer) => parseAnswer(answer).status)).toEqual([
    503, 503, 503, 503, 200, 200,
  ]);
  for (const [at, instance] of ["/readyz", target, "/v1/modules"].entries()) {
    const answer = parseAnswer(answers[at] ?? "");
    expectProblem(answer, { status: 503, code: "snapshot_changed", instance });
    expect(answer.headers["retry-after"]).toBe("2");
  }
  await expect(service.ended).rejects.toMatchObject({
    code: "snapshot_changed",
    message: `snapshot.bin of the snapshot ${path.join(folder, "one")} was written to while it was served, and there is no other snapshot; build or copy it again, under another name, and point the link to it.`,
  });
  expect(service.log).toEqual([]);
});

test.each([1, 2])(
  "with --workers %i it is said once, and the program ends with 1",
  async (count) => {
    const program = startProgram([
      "serve",
      `--snapshot=${folder}`,
      "--port=0",
      `--workers=${count}`,
      "--snapshot-poll-ms=20",
    ]);
    const [, port] = await program.waitForOutput(/on http:\/\/127\.0\.0\.1:(\d+)\n/);
    // Both listen when two connections, which go to them by turns, are answered.
    for (let turn = 0; turn < 2; turn++) await sendRequest(Number(port), { target: "/healthz" });
    overwrite();
    expect(await program.ended).toEqual([1, null]);
    // A process that looks at the folder before it ends may also log that it refuses the snapshot.
    const said = program.readFaults().match(/^module-lookup: .+$/gm);
    expect(said).toEqual([expect.stringMatching(/^module-lookup: snapshot\.bin of .+\.$/)]);
  },
);
