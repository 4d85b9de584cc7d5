// When a watch looks, and at what.
import { expect, test } from "vitest";
import { GATHER_MS, createPollQueue } from "../../../builder/watch/poll-queue.js";
import { openManualClock } from "./manual-clock.js";

const INTERVAL_MS = 60_000;

function open() {
  const clock = openManualClock();
  const { signal } = new AbortController();
  const queue = createPollQueue(INTERVAL_MS, clock);
  return { clock, queue, next: () => queue.next(signal) };
}

/** Resolves once everything that needs no time is done. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

test("it looks at everything at once, then after each interval", async () => {
  const { clock, next } = open();
  expect(await next()).toBe("all");
  const later = next();
  await settle();
  expect(clock.waits).toEqual([INTERVAL_MS]);
  clock.pass(INTERVAL_MS);
  expect(await later).toBe("all");
});

test("a burst of pushes is one look, soon, and does not put off the next at everything", async () => {
  const { clock, queue, next } = open();
  await next();
  const soon = next();
  await settle();
  clock.pass(1000);
  queue.add(["acme/a"]);
  await settle();
  expect(clock.waits).toEqual([GATHER_MS]);
  queue.add(["acme/b", "acme/a"]);
  clock.pass(GATHER_MS);
  expect(await soon).toEqual(new Set(["acme/a", "acme/b"]));
  const all = next();
  await settle();
  expect(clock.waits).toEqual([INTERVAL_MS - 1000 - GATHER_MS]);
  clock.pass(INTERVAL_MS);
  expect(await all).toBe("all");
});

test("what is named while it looks is looked at next; a look at everything has it, too", async () => {
  const { clock, queue, next } = open();
  await next();
  queue.add(["acme/a"]);
  const soon = next();
  await settle();
  clock.pass(GATHER_MS);
  expect(await soon).toEqual(new Set(["acme/a"]));
  queue.add(["acme/b"]);
  clock.pass(INTERVAL_MS);
  expect(await next()).toBe("all");
  const later = next();
  await settle();
  expect(clock.waits).toEqual([INTERVAL_MS]);
  clock.pass(INTERVAL_MS);
  expect(await later).toBe("all");
});

test("nothing named wakes nobody; stopping ends each wait with the reason", async () => {
  const clock = openManualClock();
  const queue = createPollQueue(INTERVAL_MS, clock);
  const stop = new AbortController();
  await queue.next(stop.signal);
  for (const named of [[], ["acme/a"]]) {
    queue.add(named);
    const stopped = new AbortController();
    const waiting = queue.next(stopped.signal);
    await settle();
    expect(clock.waits).toEqual([named.length === 0 ? INTERVAL_MS : GATHER_MS]);
    stopped.abort(new Error("stopped"));
    await expect(waiting).rejects.toThrow("stopped");
  }
  stop.abort(new Error("stopped before"));
  await expect(queue.next(stop.signal)).rejects.toThrow("stopped before");
});
