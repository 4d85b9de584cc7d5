// The change from one snapshot to the next: nobody is served a bad one, nobody loses the old one
// while reading it.

import { EventEmitter, once } from "node:events";
import { cp, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";

import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import { SnapshotError } from "../../../data/snapshot/errors.js";
import { ENTRY_FILE, FORMAT_VERSION, SECTIONS_FILE } from "../../../data/snapshot/format.js";
import type { Lookup } from "../../../server/lookup/lookup.js";
import { LiveSnapshot } from "../../../server/live/live-snapshot.js";
import { setCurrent } from "../../support/small-snapshot.js";
import { createFixtureSnapshot, type FixtureSnapshot } from "../../support/fixture-snapshot.js";
import { buildFixtures } from "../../support/build-fixtures.js";
import { makeWritable } from "../../support/make-writable.js";

let fixtures: FixtureSnapshot;
/** Snapshot of all fixtures, and of one repository. */
let large: string;
let small: string;
/** Served folder: its link changes in the tests. */
let served: string;

beforeAll(async () => {
  fixtures = createFixtureSnapshot();
  large = fixtures.snapshotFolder;
  const sources = fixtures.sources.slice(0, 1);
  small = await buildFixtures(fixtures.folder, {
    sources,
    out: join(fixtures.folder, "small"),
  });
  served = join(fixtures.folder, "served");
});

beforeEach(() => setCurrent(served, large));

function open(folder = served): Promise<LiveSnapshot> {
  return LiveSnapshot.open(folder, { embedder: {} });
}

/** A promise with the function that fulfils it. */
function defer(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  const events = new EventEmitter();
  const promise = once(events, "resolve").then(() => undefined);
  return { promise, resolve: () => void events.emit("resolve") };
}

function readWhole(lookup: Lookup): number {
  const { entries, readRecord } = lookup.snapshot;
  for (let entry = 0; entry < entries.length; entry++) readRecord(entry);
  return entries.length;
}

describe("a live snapshot", () => {
  test("answers nothing after its end, and says that it stops", async () => {
    const live = await open();
    live.close();
    for (const work of [live.use(readWhole), live.useUnread(readWhole)]) {
      await expect(work).rejects.toMatchObject({ code: "stopping" });
    }
  });

  test("opens a snapshot or a folder of snapshots, and refuses anything else", async () => {
    for (const folder of [served, large]) {
      const live = await open(folder);
      expect(live.folder).toBe(large);
      expect(live.entry.counts.entries).toBe(await live.use(readWhole));
      live.close();
    }
    const nothing = open(join(fixtures.folder, "nothing"));
    await expect(nothing).rejects.toBeInstanceOf(SnapshotError);
    await expect(nothing).rejects.toMatchObject({ code: "snapshot_missing" });
  });

  test("swaps to a new current snapshot, and only then", async () => {
    const live = await open();
    expect(await live.refresh()).toBe(false);
    const before = await live.use(readWhole);
    await setCurrent(served, small);
    expect(await live.use(readWhole)).toBe(before);
    expect(await live.refresh()).toBe(true);
    expect(live.folder).toBe(small);
    expect(await live.use(readWhole)).toBeLessThan(before);
    expect(await live.refresh()).toBe(false);
    await setCurrent(served, large);
    expect(await live.refresh()).toBe(true);
    expect(await live.use(readWhole)).toBe(before);
    live.close();
  });

  test("opens a new snapshot once when it is told twice", async () => {
    const live = await open();
    await setCurrent(served, small);
    const [first, second] = [live.refresh(), live.refresh()];
    expect(second).toBe(first);
    expect(await first).toBe(true);
    expect(live.folder).toBe(small);
    live.close();
  });

  test("closes the old snapshot after its last reader", async () => {
    const live = await open();
    const readers = [defer(), defer()];
    const entered = [defer(), defer()];
    const old = await live.use((lookup) => lookup);
    const close = vi.spyOn(old, "close");
    const reading = readers.map((reader, number) =>
      live.use(async (lookup) => {
        entered[number]?.resolve();
        await reader.promise;
        return readWhole(lookup);
      }),
    );
    await Promise.all(entered.map((reader) => reader.promise));
    await setCurrent(served, small);
    expect(await live.refresh()).toBe(true);
    // New readers get the new snapshot while the old one is still read.
    expect(await live.use((lookup) => lookup.snapshot.folder)).toBe(small);
    readers[0]?.resolve();
    expect(await reading[0]).toBe(old.snapshot.entries.length);
    expect(close).not.toHaveBeenCalled();
    readers[1]?.resolve();
    expect(await reading[1]).toBe(old.snapshot.entries.length);
    expect(close).toHaveBeenCalledOnce();
    live.close();
  });

  test("a reader that fails is no reader any more", async () => {
    const live = await open();
    const close = vi.spyOn(await live.use((lookup) => lookup), "close");
    const failure = new Error("of the work");
    await expect(live.use(() => Promise.reject(failure))).rejects.toBe(failure);
    expect(close).not.toHaveBeenCalled();
    live.close();
    expect(close).toHaveBeenCalledOnce();
  });

  test("takes no reader after its end, but lets the last one finish", async () => {
    const live = await open();
    const entries = live.entry.counts.entries;
    const close = vi.spyOn(await live.use((lookup) => lookup), "close");
    const last = live.use((lookup) => setImmediate(lookup).then(readWhole));
    live.close();
    const late = [live.use(readWhole), live.prepareCurrent(), live.checkCurrent()];
    for (const { status } of await Promise.allSettled(late)) expect(status).toBe("rejected");
    expect(close).not.toHaveBeenCalled();
    expect(await last).toBe(entries);
    expect(close).toHaveBeenCalledOnce();
  });
});

describe("a bad new snapshot is refused and the old one goes on", () => {
  test.each([
    [
      "cut short",
      "snapshot_truncated",
      (folder: string) => truncate(join(folder, SECTIONS_FILE), 1_000),
    ],
    [
      "of something else",
      "snapshot_foreign",
      (folder: string) => writeFile(join(folder, ENTRY_FILE), "[]"),
    ],
    [
      "changed by hand",
      "snapshot_damaged",
      (folder: string) =>
        writeFile(
          join(folder, ENTRY_FILE),
          JSON.stringify({ format: FORMAT_VERSION, id: "0", counts: {}, sources: [], files: [] }),
        ),
    ],
    [
      "of a newer program",
      "snapshot_newer",
      (folder: string) =>
        writeFile(
          join(folder, ENTRY_FILE),
          JSON.stringify({ format: 999, id: "0", counts: {}, sources: [], files: [] }),
        ),
    ],
  ])("%s: %s", async (what, code, spoil) => {
    const bad = join(fixtures.folder, `bad ${what}`);
    await cp(small, bad, { recursive: true });
    makeWritable(bad);
    await spoil(bad);
    const live = await open();
    await setCurrent(served, bad);
    for (const attempt of [live.refresh(), live.refresh()]) {
      await expect(attempt).rejects.toBeInstanceOf(SnapshotError);
      await expect(attempt).rejects.toMatchObject({ code });
    }
    expect(live.folder).toBe(large);
    expect(await live.use(readWhole)).toBe(live.entry.counts.entries);
    // And a good one after it is taken.
    await setCurrent(served, small);
    expect(await live.refresh()).toBe(true);
    live.close();
  });

  test("gone: snapshot_missing", async () => {
    const live = await open();
    await setCurrent(served, join(fixtures.folder, "gone"));
    await expect(live.refresh()).rejects.toMatchObject({ code: "snapshot_missing" });
    expect(await live.use(readWhole)).toBe(live.entry.counts.entries);
    live.close();
  });
});
