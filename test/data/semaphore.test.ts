// Work of which only so much goes on at once.
import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import { createSemaphore, TooManyWaiting } from "../../data/semaphore.js";

test("only so much goes on at once, in order, whatever fails; who waits lets others go on", async () => {
  const semaphore = createSemaphore(2);
  const events: string[] = [];
  const alarm = new EventEmitter();
  const woken = once(alarm, "woken");
  let going = 0;
  const work = (name: string, inside: () => Promise<void> = async () => undefined): Promise<void> =>
    semaphore.run(async () => {
      going += 1;
      expect(going).toBeLessThanOrEqual(2);
      events.push(name);
      try {
        await inside();
      } finally {
        going -= 1;
      }
    });
  const waits = async (): Promise<void> => {
    going -= 1;
    await semaphore.lend(() => woken);
    going += 1;
    expect(going).toBeLessThanOrEqual(2);
    events.push("woken");
  };
  const ends = await Promise.allSettled([
    work("a", waits),
    work("b", () => Promise.reject(new Error("b"))),
    work("c", waits),
    work("d"),
    work("e", async () => void alarm.emit("woken")),
    work("f"),
  ]);
  expect(ends.map(({ status }) => status === "fulfilled")).toEqual([
    true,
    false,
    true,
    true,
    true,
    true,
  ]);
  expect(events.filter((event) => event !== "woken")).toEqual(["a", "b", "c", "d", "e", "f"]);
  expect(events.filter((event) => event === "woken")).toHaveLength(2);
});

test("only so many wait, and there is room again when they were answered", async () => {
  const held = new AbortController();
  const open = once(held.signal, "abort");
  const semaphore = createSemaphore(1, 8);
  const turns = Array.from({ length: 9 }, () => semaphore.run(() => open));
  await expect(semaphore.run(() => open)).rejects.toBeInstanceOf(TooManyWaiting);
  held.abort();
  await Promise.all(turns);
  await expect(semaphore.run(() => Promise.resolve(1))).resolves.toBe(1);
});

test("who would not wait gets a permit where one is free, and gives it back once", () => {
  const semaphore = createSemaphore(1);
  const release = semaphore.tryAcquire();
  expect(semaphore.tryAcquire()).toBeUndefined();
  release?.();
  release?.();
  expect(semaphore.tryAcquire()).toBeDefined();
  expect(semaphore.tryAcquire()).toBeUndefined();
});
