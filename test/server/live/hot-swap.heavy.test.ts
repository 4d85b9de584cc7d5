// The hot swap to a new snapshot as clients see it: under a constant load, with the old one removed,
// and when the new one is bad.

import { once } from "node:events";
import { cp, rm, truncate, writeFile } from "node:fs/promises";
import { Agent } from "node:http";
import { join } from "node:path";

import { afterEach, beforeAll, describe, expect, test } from "vitest";

import { groupDocuments } from "../../../builder/index/documents.js";
import { embedRecords } from "../../../builder/index/vectors.js";
import { publishSnapshot } from "../../../builder/assemble/publish.js";
import type { SnapshotContents } from "../../../data/snapshot/contents.js";
import { openSnapshot } from "../../../data/snapshot/decode.js";
import { SECTIONS_FILE } from "../../../data/snapshot/format.js";
import { CACHE_NOTHING } from "../../../data/snapshot/cached-pieces.js";
import { encodeTerms } from "../../../data/snapshot/table/word-sections.js";
import { buildTermIndex } from "../../../data/text/term-index.js";
import { searchSemantic } from "../../../server/lookup/meaning/semantic-search.js";
import { LiveSnapshot } from "../../../server/live/live-snapshot.js";
import { setCurrent } from "../../support/small-snapshot.js";
import {
  createFixtureSnapshot,
  listRecords,
  type FixtureSnapshot,
} from "../../support/fixture-snapshot.js";
import { buildFixtures } from "../../support/build-fixtures.js";
import { createContents, toSource } from "../../support/module-records.js";
import { startProgram, type RunningProgram } from "../../support/program.js";
import { decodeJson, sendRequest } from "../../support/raw-http.js";
import { startService } from "../../support/running-service.js";
import { makeWritable } from "../../support/make-writable.js";

let fixtures: FixtureSnapshot;
const started: RunningProgram[] = [];

beforeAll(async () => {
  fixtures = createFixtureSnapshot();
});

afterEach(async () => {
  for (const program of started.splice(0)) {
    program.signalAll("SIGKILL");
    await program.ended;
  }
});

/** The fixtures with another word in every display name, so that nearly every answer is another. */
async function createVariant(word: string): Promise<SnapshotContents> {
  const snapshot = openSnapshot(fixtures.snapshotFolder);
  const records = listRecords(snapshot).map((record) => ({
    ...record,
    name: `${record.name} ${word}`,
  }));
  snapshot.close();
  const contents = createContents(records);
  const { representatives, documentOfRecord } = groupDocuments(contents.records);
  const described = representatives.flatMap((entry) => contents.records[entry] ?? []);
  return {
    ...contents,
    documentOfRecord,
    terms: encodeTerms(buildTermIndex(described)),
    vectors: await embedRecords(toSource(described), {
      choice: { kind: "static" },
      cacheDirectory: join(fixtures.folder, "cache"),
      out: fixtures.folder,
      keep: CACHE_NOTHING,
      needs: new Map(),
      onProgress: () => undefined,
      onDamaged: () => undefined,
    }),
  };
}

const TARGETS = [
  "/v1/module/rental_core",
  "/v1/module/rental_deposit/17.0",
  "/v1/module/rental_cor/17.0",
  "/v1/repo/retail",
  "/v1/search/r",
  "/v1/search?platform_version=17.0&term=rent",
  "/v1/semantic-search?q=barcode%20label",
  "/readyz",
];
const ENCODINGS = ["identity", "br"];
const QUESTIONS = TARGETS.flatMap((target) =>
  ENCODINGS.map((encoding) => ({ target, headers: { "accept-encoding": encoding } })),
);

const CONNECTIONS = 16;
const SWITCHES = 8;
const REQUESTS = 1_000;

describe("under a constant load", () => {
  test("no request fails, and none mixes two snapshots", async () => {
    const out = join(fixtures.folder, "alternating");
    await setCurrent(out, "nothing");
    const variants = [await createVariant("alpha"), await createVariant("beta")];
    let turn = 0;
    const publish = async (): Promise<string> => {
      const contents = variants[turn++ % variants.length];
      if (contents === undefined) throw new Error("there is no variant");
      const options = { out, program: "0.0.0-test", keep: 1 };
      return (await publishSnapshot(contents, options)).entry.id;
    };
    await publish();
    const program = startProgram(["serve", `--snapshot=${out}`, "--port=0"]);
    started.push(program);
    const [, portText] = await program.waitForOutput(/on http:\/\/127\.0\.0\.1:(\d+)\n/);
    const port = Number(portText);
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const ask = async (
      question: (typeof QUESTIONS)[number],
    ): Promise<readonly [string, string]> => {
      const { status, headers, bytes } = await sendRequest(port, { ...question, agent });
      const snapshot = String(headers["snapshot-id"]);
      const answer = [status, headers.etag, headers["content-encoding"], bytes.toString("base64")];
      return [snapshot, JSON.stringify(answer)];
    };
    /** Publishes the other one and waits until it is served. */
    const swap = async (): Promise<string> => {
      const id = await publish();
      program.process.kill("SIGHUP");
      const lines = (): number => program.output.stderr.split(`now serving`).length - 1;
      while (lines() < turn - 1) await once(program.process.stderr ?? program.process, "data");
      return id;
    };
    // Answers of both snapshots, asked while nothing changes.
    const expected = new Map<string, string>();
    for (let variant = 0; variant < variants.length; variant++) {
      const id = await swap();
      for (const question of QUESTIONS) {
        const [snapshot, answer] = await ask(question);
        expected.set(JSON.stringify([question, snapshot]), answer);
        if (snapshot !== "undefined") expect(snapshot).toBe(id);
      }
    }
    let asked = 0;
    const end = { isReached: false };
    const wrong: string[] = [];
    const load = async (): Promise<void> => {
      while (!end.isReached || asked < REQUESTS) {
        const question = QUESTIONS[asked++ % QUESTIONS.length];
        if (question === undefined) throw new Error("there is no question");
        const [snapshot, answer] = await ask(question);
        if (expected.get(JSON.stringify([question, snapshot])) !== answer) {
          wrong.push(`${question.target}: ${snapshot} ${answer}`);
        }
      }
    };
    const loads = Array.from({ length: CONNECTIONS }, load);
    for (let change = 0; change < SWITCHES; change++) await swap();
    end.isReached = true;
    await Promise.all(loads);
    agent.destroy();
    expect(wrong).toEqual([]);
    const metrics = await sendRequest(port, { target: "/metrics" });
    expect(metrics.bytes.toString()).toContain(`_switches_total ${turn - 1}\n`);
    program.process.kill("SIGTERM");
    expect(await program.ended).toEqual([0, null]);
    expect(program.readFaults()).toBe("");
  });
});

describe("a snapshot that is removed while it is served", () => {
  test("is served on, its searches included, and the service says that it is gone", async () => {
    const folder = join(fixtures.folder, "removed");
    await cp(fixtures.snapshotFolder, folder, { recursive: true });
    const [kept, removed] = [await startService(fixtures.out), await startService(folder)];
    await rm(folder, { recursive: true });
    // Asked for the first time now: nothing may be opened by its path any more.
    for (const target of TARGETS) {
      const [left, right] = await Promise.all(
        [kept, removed].map(({ port }) => sendRequest(port, { target })),
      );
      expect(right?.bytes.toString()).toBe(left?.bytes.toString());
    }
    await expect(removed.live.refresh()).rejects.toMatchObject({ code: "snapshot_missing" });
    expect(removed.live.refusal).toMatchObject({ code: "snapshot_missing" });
    await Promise.all([kept.stop(), removed.stop()]);
  });

  test("also with a nearest-neighbour index, which is a file of its own", async () => {
    const { sources } = fixtures;
    const out = join(fixtures.folder, "removed with index");
    const folder = await buildFixtures(fixtures.folder, { sources, out });
    const live = await LiveSnapshot.open(folder, { embedder: {}, exactScanLimit: 0 });
    makeWritable(folder);
    await rm(folder, { recursive: true });
    const found = await live.use((lookup) =>
      searchSemantic(lookup, {
        text: "barcode label",
        platform_version: undefined,
        offset: 0,
        limit: 1,
      }),
    );
    expect(found.rows).toMatchObject([{ technical_name: "barcode_label_print" }]);
    live.close();
  });
});

describe("a bad new snapshot", () => {
  test("is refused: said once, shown by /readyz and /metrics, until a good one comes", async () => {
    const served = join(fixtures.folder, "served");
    const bad = join(fixtures.folder, "bad");
    await cp(fixtures.snapshotFolder, bad, { recursive: true });
    await setCurrent(served, fixtures.snapshotFolder);
    const service = await startService(served);
    const readReady = async (): Promise<unknown> =>
      decodeJson(await sendRequest(service.port, { target: "/readyz" }));
    const readMetrics = async (): Promise<string> =>
      (await sendRequest(service.port, { target: "/metrics" })).bytes.toString();
    const ready = await readReady();
    expect(ready).not.toHaveProperty("refused");
    expect(await readMetrics()).toContain("module_lookup_snapshot_refused_total 0\n");

    // A byte in the midst of it: only who reads all of it can tell.
    const file = join(bad, SECTIONS_FILE);
    const snapshot = openSnapshot(bad);
    const bytes = Uint8Array.from(snapshot.file.bytes);
    snapshot.close();
    const at = bytes.length - 5_000;
    bytes[at] = 1 ^ (bytes[at] ?? 0);
    await writeFile(file, bytes);
    await setCurrent(served, bad);
    const said = service.nextLog();
    process.kill(process.pid, "SIGHUP");
    await said;
    expect(service.log).toHaveLength(1);
    expect(service.log[0]).toContain(
      `a new snapshot was refused: The snapshot ${bad} is damaged in`,
    );
    const refused = { code: "snapshot_damaged", message: "The new snapshot is damaged." };
    expect(await readReady()).toEqual({ ...(ready as object), refused });
    expect(await readMetrics()).toContain("module_lookup_snapshot_refused_total 1\n");
    // The next look finds the same files and opens nothing.
    await expect(service.live.refresh()).rejects.toMatchObject({ code: "snapshot_damaged" });
    expect(await readMetrics()).toContain("module_lookup_snapshot_refused_total 1\n");

    // Other files in the same place are another snapshot.
    await truncate(file, 100);
    await expect(service.live.refresh()).rejects.toMatchObject({ code: "snapshot_truncated" });
    expect(await readReady()).toMatchObject({ refused: { code: "snapshot_truncated" } });
    expect(JSON.stringify(await readReady())).not.toContain(fixtures.folder);
    expect(await readMetrics()).toContain("module_lookup_snapshot_refused_total 2\n");

    await rm(bad, { recursive: true });
    await cp(fixtures.snapshotFolder, bad, { recursive: true });
    expect(await service.live.refresh()).toBe(true);
    expect(await readReady()).toEqual(ready);
    expect(await readMetrics()).toContain("module_lookup_snapshot_switches_total 1\n");
    await service.stop();
  });
});
