// The change from one snapshot to the next: nobody is served a bad one, nobody loses the old one
// while reading it.

import { EventEmitter, once } from "node:events";
import { cp, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import { SnapshotError } from "../../../data/snapshot/errors.js";
import { ENTRY_FILE, FORMAT_VERSION, SECTIONS_FILE } from "../../../data/snapshot/format.js";
import type { Lookup } from "../../../server/lookup/lookup.js";
import { SnapshotHolder } from "../../../server/live/live-snapshot.js";
import { setCurrent } from "../../support/current-link.js";
import { createFixtureSnapshot, type FixtureSnapshot } from "../../support/fixture-snapshot.js";
import { buildFixtures } from "../../support/build-fixtures.js";
import { makeWritable } from "../../support/make-writable.js";

let fixtures: FixtureSnapshot;
/** Of all fixtures, and of one repository. */
let large: string;
let small: string;
/** What is served: its link changes in the tests. */
let served: string;

beforeAll(async () => {
  fixtures = await createFixtureSnapshot();
  large = fixtures.snapshotFolder;
  const sources = fixtures.sources.slice(0, 1);
  small = await buildFixtures(fixtures.folder, {
    sources,
    out: join(fixtures.folder, "small"),
  });
  served = join(fixtures.folder, "served");
});

afterAll(() => fixtures.cleanup());

beforeEach(() => setCurrent(served, large));

function open(folder = served): Promise<SnapshotHolder> {
  return SnapshotHolder.open(folder, { embedder: {} });
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

describe("a holder", () => {
  test("opens a snapshot or a folder of snapshots, and refuses anything else", async () => {
    for (const folder of [served, large]) {
      const holder = await open(folder);
      expect(holder.folder).toBe(large);
      expect(holder.entry.counts.entries).toBe(await holder.use(readWhole));
      holder.close();
    }
    const nothing = open(join(fixtures.folder, "nothing"));
    await expect(nothing).rejects.toBeInstanceOf(SnapshotError);
    await expect(nothing).rejects.toMatchObject({ code: "snapshot_missing" });
  });

  test("changes over to a new current snapshot, and only then", async () => {
    const holder = await open();
    expect(await holder.refresh()).toBe(false);
    const before = await holder.use(readWhole);
    await setCurrent(served, small);
    expect(await holder.use(readWhole)).toBe(before);
    expect(await holder.refresh()).toBe(true);
    expect(holder.folder).toBe(small);
    expect(await holder.use(readWhole)).toBeLessThan(before);
    expect(await holder.refresh()).toBe(false);
    await setCurrent(served, large);
    expect(await holder.refresh()).toBe(true);
    expect(await holder.use(readWhole)).toBe(before);
    holder.close();
  });

  test("opens a new snapshot once when it is told twice", async () => {
    const holder = await open();
    await setCurrent(served, small);
    const [first, second] = [holder.refresh(), holder.refresh()];
    expect(second).toBe(first);
    expect(await first).toBe(true);
    expect(holder.folder).toBe(small);
    holder.close();
  });

  test("closes the old snapshot after its last reader", async () => {
    const holder = await open();
    const readers = [defer(), defer()];
    const entered = [defer(), defer()];
    const old = await holder.use((lookup) => lookup);
    const close = vi.spyOn(old, "close");
    const reading = readers.map((reader, number) =>
      holder.use(async (lookup) => {
        entered[number]?.resolve();
        await reader.promise;
        return readWhole(lookup);
      }),
    );
    await Promise.all(entered.map((reader) => reader.promise));
    await setCurrent(served, small);
    expect(await holder.refresh()).toBe(true);
    // New readers get the new snapshot while the old one is still read.
    expect(await holder.use((lookup) => lookup.snapshot.folder)).toBe(small);
    readers[0]?.resolve();
    expect(await reading[0]).toBe(old.snapshot.entries.length);
    expect(close).not.toHaveBeenCalled();
    readers[1]?.resolve();
    expect(await reading[1]).toBe(old.snapshot.entries.length);
    expect(close).toHaveBeenCalledOnce();
    holder.close();
  });

  test("a reader that fails is no reader any more", async () => {
    const holder = await open();
    const close = vi.spyOn(await holder.use((lookup) => lookup), "close");
    const failure = new Error("of the work");
    await expect(holder.use(() => Promise.reject(failure))).rejects.toBe(failure);
    expect(close).not.toHaveBeenCalled();
    holder.close();
    expect(close).toHaveBeenCalledOnce();
  });

  test("takes no reader after its end, but lets the last one finish", async () => {
    const holder = await open();
    const entries = holder.entry.counts.entries;
    const close = vi.spyOn(await holder.use((lookup) => lookup), "close");
    const last = holder.use((lookup) => setImmediate(lookup).then(readWhole));
    holder.close();
    const late = [holder.use(readWhole), holder.prepareCurrent(), holder.checkCurrent()];
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
    const holder = await open();
    await setCurrent(served, bad);
    for (const attempt of [holder.refresh(), holder.refresh()]) {
      await expect(attempt).rejects.toBeInstanceOf(SnapshotError);
      await expect(attempt).rejects.toMatchObject({ code });
    }
    expect(holder.folder).toBe(large);
    expect(await holder.use(readWhole)).toBe(holder.entry.counts.entries);
    // And a good one after it is taken.
    await setCurrent(served, small);
    expect(await holder.refresh()).toBe(true);
    holder.close();
  });

  test("gone: snapshot_missing", async () => {
    const holder = await open();
    await setCurrent(served, join(fixtures.folder, "gone"));
    await expect(holder.refresh()).rejects.toMatchObject({ code: "snapshot_missing" });
    expect(await holder.use(readWhole)).toBe(holder.entry.counts.entries);
    holder.close();
  });
});
